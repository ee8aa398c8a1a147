const en = {
  message: "What was changed",
  save_to: "Save to",
  new_branch: "A new branch",
  new_branch_hint: "Begins at what you read, with your changes on top",
  branch_name: "Branch name",
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    commits: typeof en;
  }
}
