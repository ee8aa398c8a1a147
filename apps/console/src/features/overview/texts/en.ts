const en = {
  title: "Overview",
  lead: "How much was tested, and how well the devices were used.",
  error: "The statistics could not be read",
  scope: { label: "What is counted", all: "All my projects" },
  range: { label: "Range", days_one: "{count} day", days_other: "{count} days" },
  figures: {
    label_one: "In {count} day",
    label_other: "In {count} days",
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
    tests: "Tests a day",
    minutes: "Test time a day",
    utilisation: "Devices in use",
    at: "{day}: {value}",
    counted: "debug sessions {sessions}, runs {runs}",
    none_yet: "It is noted every few minutes whether devices are there; nothing is noted yet.",
    unknown: "nothing noted",
  },
  busiest: {
    title: "Most used devices",
    kind: "{kind} {tests}",
    none: "No device was used in these days.",
    of_online: "{percent} of the time it was there",
  },
  mine: {
    title: "My tests",
    error: "Your tests could not be read",
    none: "Your tests will be listed here.",
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
