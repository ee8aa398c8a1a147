const en = {
  title: "Records",
  lead: "Every debug session: who, when, how long, and how it ended.",
  runs: "Runs are in the reports.",
  search: "Model, serial, person",
  filter: { state: "State", reason: "Ended", mine: "Only mine" },
  count_one: "{total} record",
  count_other: "{total} records",
  left: "{time} at most",
  column: {
    device: "Device",
    user: "Person",
    state: "State",
    reason: "How it ended",
    start: "Start",
    duration: "Duration",
    action: "Action",
  },
  error: "The records could not be read",
  none: {
    title: "No records yet",
    text: "Each debug session is kept here when it starts.",
    action: "Go to the devices",
  },
  no_match: {
    title: "No record matches",
    text: "No record fits this search and these filters.",
    clear: "Clear the filters",
  },
  details: "Details",
  retest: "Debug again",
  end: "End",
  end_ask: "End this session?",
  end_text: "{user} loses the device {model} at once. Apps and files left on it are removed.",
  end_text_mine: "You lose the device {model} at once. Apps and files left on it are removed.",
  drawer: {
    gone: "The record could not be read",
    test_id: "Session id",
    person: "Person",
    key: "API key",
    created: "Requested",
    started: "Started",
    ended: "Ended",
    planned: "Planned",
    planned_value: "{minutes} min, until {time}",
    viewers: "Watching now",
    phases: "Where the time went",
    files: "Files",
    no_files: "Screenshots and recordings of the session are kept here.",
    files_error: "The files could not be read.",
    memory: "Memory",
    memory_open: "Report of the recorded memory",
    ongoing: "so far",
    open: "Open {name}",
  },
  phase: {
    prepare: "Prepare",
    check: "Check",
    environment: "Environment",
    install: "Install",
    run: "Use",
    finish: "Collect",
    clean: "Clean",
  },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    records: typeof en;
  }
}
