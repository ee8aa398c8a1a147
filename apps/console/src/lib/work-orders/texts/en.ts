const en = {
  title: "Work orders",
  lead_admin: "Of this device, whoever sees it.",
  lead: "Devices that are broken. Until its orders are processed a device gets no tasks; people may still debug it.",
  search: "Model, serial, words",
  devices: "Devices",
  all: "All devices",
  recent: "What ran on it",
  count_one: "{shown} work order",
  count_other: "{shown} work orders",
  filter: { state: "State", source: "Source", project: "Project", agent: "Agent", mine: "Assigned to me" },
  source: { self_check: "Self-check", battery: "Battery watch", handover: "Hand-over", person: "A person" },
  open_one: "{count} open work order",
  open_other: "{count} open work orders",
  column: {
    number: "Number",
    fault: "Fault",
    device: "Device",
    state: "State",
    reporter: "Reported by",
    reported: "Reported",
    closed: "Closed",
  },
  state: { unprocessed: "Unprocessed", processing: "In work", processed: "Processed" },
  /** Document 2: handled manually or by self-test. */
  closed_by: { person: "Processed by hand", self_check: "Processed by a self-check", battery: "Processed: it cooled" },
  evidence: "Evidence of the self-check",
  found_in: { label: "Found in", check: "The self-check", session: "The session", report: "The report" },
  /** Who reported it, where nobody did. */
  by: { self_check: "Self-check", battery: "Battery watch", handover: "Hand-over" },
  step_failed: "{step} failed",
  battery_hot: "The battery is too hot",
  left_behind: "A session left what cannot be cleaned",
  error: "The work orders could not be read",
  gone: "The work order could not be read",
  none: {
    title: "Nothing is broken",
    text: "A work order is opened when a step of the self-check fails twice in a row, or once where a tag says so, when its battery is too hot, when a session leaves what cannot be cleaned, or when somebody reports a fault at a device.",
  },
  no_match: {
    title: "No work order matches",
    text: "No work order fits this search and these filters.",
    clear: "Clear the filters",
  },
  report: {
    title: "Report {device} as broken",
    already: "It has an open work order already. What else you know can be said at the work order.",
    label: "What is wrong with it?",
    hint: "Whoever sees the device reads this, in other projects too, and their notification channels may carry it on.",
    send: "Report",
    done: "Reported. The device gets no tasks until this is processed.",
  },
  files: {
    title: "Attachments",
    attach: "Attach…",
    chosen: "To be attached",
    sending: "Sending…",
    leave_out: "Leave out",
    remove: "Remove",
    remove_ask: "Remove {name} for everybody?",
    fault: {
      type: "{name} cannot be attached. What can: {endings}.",
      size: "{name} is larger than {most}.",
      empty: "{name} is empty.",
    },
  },
  drawer: {
    title: "Work order {number}",
    assignee: "Seen to by",
    nobody: "Nobody",
    assigned: "assigned it to {user}",
    unassigned: "took it from whoever saw to it",
    history: "What was done",
    nothing: "Nothing yet.",
    comment_label: "Say something about it",
    comment_send: "Add",
    moved: { unprocessed: "gave it back", processing: "took it on", processed: "closed it" },
    self_checked: "The self-check passed the step: closed",
    cooled: "The battery has cooled: closed",
    to: { processing: "Take on", unprocessed: "Give back", processed: "Close" },
    all_here: "All of this device",
  },
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    "work-orders": typeof en;
  }
}
