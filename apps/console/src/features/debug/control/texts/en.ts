const en = {
  title: "People in this session",
  open: "People in this session, and who has control",
  nobody_else: "Nobody else is here. Who opens this session watches it, and can be given control here.",
  is: { drives: "{name} has control", watches: "{name} is watching" },
  holder: { drives: "Started the session, has control", watches: "Started the session, watching" },
  part: { drives: "Has control", watches: "Watching" },
  you: "{name} (you)",
  instead: "{name} has control",
  you_instead: "You have control",
  watcher: "{name} is watching",
  watching_one: "{count} other is watching",
  watching_other: "{count} others are watching",
  share: "Share control",
  hand_over: "Hand over",
  take_back: "Take back",
  leave: "Give back",
  notice: {
    lost: "{name} took control back. You are watching now.",
    handed: "You handed control over and are watching now. You can take it back at any time.",
    left: "You gave control back and are watching now.",
    given: "{name} gave you control of this device.",
    back: "You have control again: {name} gave it back.",
    dismiss: "OK",
  },
  links: {
    open: "Link to watch…",
    title: "Links to watch this session",
    lead: "Who has a link sees the screen without signing in: no log, terminal, files or clipboard, and no touch. It ends with the session at the latest.",
    lasts: "Valid for",
    hours_one: "{count} hour",
    hours_other: "{count} hours",
    session: "Until the session ends",
    make: "Make a link",
    made: "Copy it now: it is not shown again.",
    address: "Link to watch",
    list: "Valid links",
    none: "There are no links.",
    failed: "The links cannot be read.",
    item: "Made by {name}, {time}",
    ends: "until {time}",
    ends_session: "until the session ends",
    watching_one: "{count} watching",
    watching_other: "{count} watching",
    revoke: "Revoke",
    revoke_label: "Revoke the link made by {name}, {time}",
  },
};
export default en;

declare module "../../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    control: typeof en;
  }
}
