const en = {
  debug: "Debug session",
  other_run: "A run of another project",
  progress: {
    done: "{done} of {total} done",
    shared: "{done} of the run's {total} done",
    own: "{own} of the run's {total} done here",
    failed_one: "{shown} failed",
    failed_other: "{shown} failed",
    left: "about {time} left",
    soon: "about to end",
  },
  take_over: {
    action: "Take over",
    title: "Take {model} from the run “{run}”?",
    lost: "What is lost",
    executing: "“{name}” runs there. It ends as cancelled by you and is not tried again.",
    idle: "No case runs there at the moment.",
    waiting_one:
      "{count} case that waits is not run any more: cancelled if it has not begun, with the result that it has if it waits to be tried again.",
    waiting_other:
      "{count} cases that wait are not run any more: those that have not begun are cancelled, those that wait to be tried again keep the result that they have.",
    elsewhere: "Cases that wait go to the run's other devices.",
    kept: "What the device has recorded stays in the report.",
    after: "The device is cleaned first and is yours for {minutes} then. Nobody can take it in between.",
    unknown: "What runs there could not be read: its case is cancelled, whatever it is.",
    failed: "The device was not taken over: {reason}",
  },
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    tests: typeof en;
  }
}
