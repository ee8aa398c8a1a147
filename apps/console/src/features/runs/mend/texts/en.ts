const en = {
  title: "Mend in script",
  lead: "From then on the step “{step}” in {path} looks for this element. All else in the file stays as it is.",
  change: "Change to {path}",
  variables: "The old locator used variables. The new one is the same for all rows and rounds.",
  save: "Save to script",
  message: "Mend the locator of step {step}",
  saved: "Saved as commit {commit}.",
  open: "Open in the editor",
  refused: {
    unread: "The script cannot be read as low-code steps, as it was run or in its newest version.",
    gone: "The newest version of the script does not have this step any more.",
    changed: "In the newest version of the script this step looks for something else. It may have been mended already.",
    unwritten: "The locator cannot be written there by itself. Change it in the editor.",
  },
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    mend: typeof en;
  }
}
