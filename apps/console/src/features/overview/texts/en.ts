const en = {
  title: "Overview",
  lead: "How tests came out, how much was tested, and how well the devices were used.",
  error: "The statistics could not be read",
  scope: { label: "What is counted", all: "All my projects" },
  range: { label: "Range", days_one: "{count} day", days_other: "{count} days" },
  figures: {
    label_one: "In {count} day",
    label_other: "In {count} days",
    pass_rate: "Pass rate",
    pass_hint: "Of the cases that were to pass in whole runs; repeats are not counted",
    points_more: "+{points} pts",
    points_less: "−{points} pts",
    sessions: "Debug sessions",
    runs: "Runs",
    minutes: "Test time",
    users: "People",
    utilisation: "Devices in use",
    utilisation_hint: "{busy} of {online} that devices were there",
    more: "+{percent}",
    less: "−{percent}",
    before_hint: "Against the same number of days before",
  },
  trend: {
    pass_rate: "Pass rate a day",
    passed_one: "{percent} in {runs} run",
    passed_other: "{percent} in {runs} runs",
    no_run: "no run",
    tests: "Sessions and runs a day",
    utilisation: "Devices in use",
    at: "{day}: {value}",
    counted: "debug sessions {sessions}, runs {runs}",
    none_yet: "It is noted every few minutes whether devices are there; nothing is noted yet.",
    unknown: "nothing noted",
    no_runs: "No case has run to its end in these days.",
  },
  cases: {
    failing: "Top failures",
    failing_note: "by runs that they failed in",
    failing_none: "No case failed in these days.",
    flaky: "Flakiest",
    flaky_note: "both ways with the same code",
    flaky_none: "No case came out both ways with the same code.",
    slowest: "Slowest",
    slowest_note: "in each task's last run",
    slowest_none: "No automated test ran in these days.",
    of_total: "{failed} of {total} runs failed",
  },
  busiest: {
    title: "Most used devices",
    kind: "{kind} {tests}",
    none: "No device was used in these days.",
    of_online: "{percent} of the time it was there",
  },
  broken: {
    title: "Broken longest",
    counts: "work orders: {reported} opened, {processed} closed, {open} open now",
    mean: "{time} to mend on average",
    none: "No device was broken in these days.",
    orders_one: "{orders} work order",
    orders_other: "{orders} work orders",
  },
  none: {
    title: "You are in no project yet",
    text: "What is tested in your projects is counted here. Ask the owner of a project to add you.",
    projects: "See the projects",
  },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    overview: typeof en;
  }
}
