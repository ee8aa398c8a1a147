import { SaidError, say } from "@udt/base";
import type { RunSpec } from "@udt/contract";
import type { Device, UiTestEvent, UiTestsCapability } from "@udt/driver";
import { messageOf } from "../../logger.ts";
import { failedBy } from "../failed-by.ts";
import type { Batch, BatchEnd, CollectedCase, RunEvent, Runner } from "../runner.ts";

/** Of what scripts find in their environment, what a runner on the device can use; it gets them as arguments. */
const ARGUMENTS = ["UDT_PARAMETERS", "UDT_ACCOUNT", "UDT_SIGN_IN", "UDT_ATTEMPT", "DEVICE_SEQ"] as const;

/** The test package's own runner, on the device. Its cases are known once it is installed. */
export const instrumentationRun: Runner = {
  framework: "instrumentation",
  batchSize: 200,
  exitCodeTells: false,

  async discover(spec: RunSpec, device: Device, signal: AbortSignal): Promise<CollectedCase[]> {
    const uiTests = uiTestsOf(device);
    const found = new Map<string, CollectedCase>();
    const runner = await runnerOf(spec, uiTests, signal);
    const { isWhole, lastWords } = await uiTests.list(
      runner,
      ({ id }) => {
        const one = caseOf(id);
        if (one.function !== "") found.set(one.case_key, one);
      },
      signal,
    );
    if (!isWhole) throw new SaidError(say("instrumentation_no_end", {}, lastWords));
    return [...found.values()];
  },

  async run(
    { cases, device, spec, env }: Batch,
    onEvent: (event: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<BatchEnd> {
    const uiTests = uiTestsOf(device);
    const component = await runnerOf(spec, uiTests, signal);
    const left = new Set(cases.map(({ case_key }) => case_key));
    const asked = new Set(left);
    // More than one run takes run as everything that there is; what was not asked for is not looked at.
    const tests = [...left];
    const isChosen = tests.join(",").length <= uiTests.idsMax;
    const values = Object.fromEntries(ARGUMENTS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
    const watch = (event: RunEvent) => {
      if (event.type === "case_ended") left.delete(event.case_key);
      const isOther = event.type === "case_ended" && isChosen && !asked.has(event.case_key);
      // What belongs to a class, such as its set-up, is told as a test of it that nobody asked for.
      if (isOther && event.outcome.state === "failed")
        onEvent({ ...event, type: "also_failed", found: caseOf(event.case_key) });
      else onEvent(event);
    };
    const exit = { exit_code: 0, signal: null, bound: null };
    try {
      const { isWhole, lastWords } = await uiTests.run(
        {
          runner: component,
          tests: isChosen ? tests : null,
          values,
          packageNames: spec.app ? [spec.app.package_name] : [],
        },
        (event) => watch(caseEvent(event)),
        (text) => onEvent({ type: "log", text }),
        signal,
      );
      if (isWhole) return { exit, reports: [] };
      if (lastWords !== "") onEvent({ type: "output", text: `${lastWords}\n` });
      // Everything passed before it: the end is nobody's failure but the runner's own.
      if (left.size === 0) {
        const found = { case_key: component, name: component, file: "", function: "" };
        const outcome = failedBy(lastWords, "crash", say("instrumentation_no_end"));
        onEvent({ type: "also_failed", found, time: Date.now(), outcome });
      }
      return { exit: { ...exit, exit_code: 1 }, reports: [] };
    } catch (error) {
      onEvent({ type: "output", text: `${messageOf(error)}\n` });
      return { exit: { exit_code: null, signal: "SIGKILL", bound: null }, reports: [] };
    }
  },

  caseOf: () => undefined,
};

function caseOf(case_key: string): CollectedCase {
  const [className = "", method = ""] = case_key.split("#");
  return { case_key, name: case_key, file: className, function: method };
}

/** @throws SaidError when the device runs none */
function uiTestsOf(device: Device): UiTestsCapability {
  const { uiTests } = device.capabilities;
  if (!uiTests) throw new SaidError(say("device_no_ui_tests"));
  return uiTests;
}

/** As the job names it, or the only one of the test package. */
async function runnerOf(spec: RunSpec, uiTests: UiTestsCapability, signal: AbortSignal): Promise<string> {
  const named = spec.config.instrumentation?.component;
  if (named) return named;
  const own = await uiTests.runners(spec.test_app?.package_name ?? "", signal);
  const [only] = own;
  if (only === undefined || own.length > 1)
    throw new SaidError(
      say("instrumentation_runners", { file_name: spec.test_app?.file_name ?? "", count: own.length }),
    );
  return only;
}

function caseEvent(event: UiTestEvent): RunEvent {
  const time = Date.now();
  const case_key = event.id;
  if (event.type === "started") return { type: "case_started", case_key, time };
  const { outcome, message } = event;
  if (outcome === "failed") return { type: "case_ended", case_key, time, outcome: failedBy(message) };
  const fine = { state: "success", error: "", reason: null, location: null } as const;
  return {
    type: "case_ended",
    case_key,
    time,
    outcome: outcome === "passed" ? { ...fine, cause: "none", message: "" } : { ...fine, cause: "skipped", message },
  };
}
