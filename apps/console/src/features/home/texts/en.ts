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
  steps: {
    title: "First steps, {done} of {all} done",
    done: "Done",
    dismiss: "Hide",
    touch: { title: "Touch a phone", text: "One click, and a live phone answers to your mouse and keyboard." },
    run: {
      title: "Run a test",
      text: "A task runs its cases on phones; a minute later there is a report.",
      text_of: "“{task}” runs on a phone; a minute later there is a report.",
      action: "Run now",
      make: "New task",
    },
    phone: { title: "Connect your phone", text: "Plug it into a computer with an agent.", action: "Connect" },
    colleague: { title: "Invite a colleague", text: "They see the same phones and reports.", action: "Invite" },
    library: { title: "Import your tests", text: "From a git repository, as they are.", action: "Import" },
  },
  needs: {
    title: "Needs you",
    all: "Failed runs",
    join_one: "{count} person wants to join",
    join_other: "{count} people want to join",
    accounts_one: "{count} account waits to be approved",
    accounts_other: "{count} accounts wait to be approved",
    failed: "{failed} of {total} cases failed · {time}",
    devices_one: "{count} device cannot be used",
    devices_other: "{count} devices cannot be used",
  },
  now: { title: "Running now", all: "All that run", cases: "{done} of {total} cases", failed: "{count} failed" },
  next: { title: "Starts by itself next" },
  projects: "Your projects",
  shortcuts: "Press {key} for the keyboard shortcuts.",
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    home: typeof en;
  }
}
