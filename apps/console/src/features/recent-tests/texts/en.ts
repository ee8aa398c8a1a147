const en = {
  title: "What ran on {device}",
  title_unknown: "What ran on the device",
  lead: "Newest first: this project's sessions and runs, and the device's self-checks.",
  lead_admin: "Newest first: the sessions and runs of every project, and the device's self-checks.",
  device: "The device",
  orders: "Work orders",
  everything: "In every project",
  count_one: "{shown} test",
  count_other: "{shown} tests",
  /** What it was, also once it is over. */
  kind: { debug: "Debug session", job: "Automated test", inspection: "Inspection" },
  filter: { kind: "Kind", verdict: "Outcome" },
  column: {
    name: "Test",
    kind: "Kind",
    project: "Project",
    user: "Who",
    since: "When",
    took: "How long",
    verdict: "Outcome",
  },
  work: { restart: "Restart", clean: "Cleaning" },
  verdict: {
    running: "Running",
    passed: "Passed",
    failed: "Failed",
    broken_off: "Broken off",
    none: "No verdict",
  },
  with_warnings: "With warnings",
  error: "What ran on the device could not be read",
  none: {
    title: "Nothing ran on it yet",
    text: "Debug sessions, runs and self-checks are listed here once they had the device.",
  },
  no_match: { title: "Nothing fits", text: "No test fits these filters.", clear: "Clear the filters" },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    "recent-tests": typeof en;
  }
}
