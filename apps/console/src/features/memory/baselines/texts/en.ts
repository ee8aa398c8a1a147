const en = {
  title: "Against the baseline",
  use: "Use as baseline",
  no_app: "The trace names no app, so its samples can be no app’s baseline. Name it beside the trace’s title.",
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
  list: {
    app: "App",
    branch: "Branch",
    sample: "Sample",
    footprint: "Footprint",
    user: "Set by",
    created_at: "Set",
    do: "Remove",
    search: "App, branch, sample or person",
    count_one: "{total} baseline",
    count_other: "{total} baselines",
    none: "No baselines yet",
    none_text:
      "Open a sample of a trace that names its app, and use it as baseline: others of the app are then measured by it.",
    none_text_guest: "Nobody has made a sample a baseline in this project.",
    no_match: "Nothing matches",
    no_match_text: "No baseline fits this search.",
    clear: "Clear the search",
  },
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    baselines: typeof en;
  }
}
