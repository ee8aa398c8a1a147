const en = {
  title: "Against the baseline",
  use: "Use as baseline",
  no_app: "The trace names no app, so its samples can be no app’s baseline.",
  dialog: {
    title: "Use as baseline of {app}",
    lead: "Reports of all samples of {app} tell how far they are from it, and builds can be measured by it.",
    branch: "Branch",
    branch_hint: "One baseline for each branch.",
    replaces: "Takes the place of {sample}.",
    done: "{app} has a new baseline for {branch}",
  },
  is_this: "This sample",
  against: "against {sample}",
  other_measure: "measured in another way",
  compare: "Compare",
  remove: "Remove the baseline for {branch}",
  remove_ask: "Remove the baseline of {app} for {branch}?",
  remove_goes: "The sample stays; builds that are measured by it will fail until there is another one.",
  remove_ok: "Remove",
  error: "The baselines could not be read",
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    baselines: typeof en;
  }
}
