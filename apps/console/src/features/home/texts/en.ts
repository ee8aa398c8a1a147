const en = {
  greeting: "Hello, {name}",
  running: {
    title: "Your sessions and runs",
    until: "until {time} at most",
    waiting: "waiting since {time}",
    report: "Report",
  },
  free: {
    title: "Free now",
    all: "All devices",
    none: "No device is free at the moment.",
    error: "The devices could not be read",
  },
  availability: "Devices",
  recent: {
    title: "Your latest sessions and runs",
    all: "All records",
    runs: "All reports",
    none: "Your debug sessions and runs will be listed here.",
  },
  recent_error: "The sessions could not be read",
  no_project: {
    title: "You are in no project yet",
    text: "Devices, tests and reports belong to projects. Make one of your own, ask to join one, or have its owner add you.",
    create: "Create a project",
    join: "See the projects",
  },
  no_devices: {
    title: "No devices yet",
    text: "Connect the first phone, and it can be debugged from here.",
    action: "How to connect a phone",
  },
  trend: {
    title_one: "Tests in {count} day",
    title_other: "Tests in {count} days",
    all: "Overview",
    at: "{day}: debug sessions {sessions}, runs {runs}",
  },
  projects: "Your projects",
  shortcuts: "Press {key} for the keyboard shortcuts.",
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    home: typeof en;
  }
}
