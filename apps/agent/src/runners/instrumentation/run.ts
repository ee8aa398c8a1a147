import { SaidError, say } from "@udt/base";
import type { RunSpec } from "@udt/contract";
import type { Device } from "@udt/driver";
import { messageOf } from "../../logger.ts";
import { firstLine } from "../first-line.ts";
import { failedBy } from "../failed-by.ts";
import type { Batch, BatchEnd, CaseOutcome, CollectedCase, RunEvent, Runner } from "../runner.ts";
import { InstrumentationReader, type InstrumentationStatus } from "./stream.ts";

/** Of what scripts find in their environment, what a runner on the device can use; it gets them as arguments. */
const ARGUMENTS = ["UDT_PARAMETERS", "UDT_ACCOUNT", "UDT_SIGN_IN", "UDT_ATTEMPT", "DEVICE_SEQ"] as const;
/** What a device's command line takes. */
const CLASS_WORD_MAX = 60_000;
const STOP_TIMEOUT_MS = 5_000;
const CODE = { started: 1, ok: 0, error: -1, failure: -2, ignored: -3, assumption: -4 };

/** The test package's own runner, on the device. Its cases are known once it is installed. */
export const instrumentationRun: Runner = {
  framework: "instrumentation",
  batchSize: 200,
  exitCodeTells: false,

  async discover(spec: RunSpec, device: Device, signal: AbortSignal): Promise<CollectedCase[]> {
    const found = new Map<string, CollectedCase>();
    const reader = new InstrumentationReader(({ fields }) => {
      const one = caseOf(keyOf(fields));
      if (one.function !== "") found.set(one.case_key, one);
    });
    const words = ["am", "instrument", "-r", "-w", "-e", "log", "true", await componentOf(spec, device, signal)];
    const { stderr } = await device.capabilities.shell!.run(words, signal, (text) => reader.push(text));
    reader.finish();
    if (reader.end?.code !== -1) throw new SaidError(say("instrumentation_no_end", {}, wordsOfEnd(reader, stderr)));
    return [...found.values()];
  },

  async run(
    { cases, device, spec, env }: Batch,
    onEvent: (event: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<BatchEnd> {
    const component = await componentOf(spec, device, signal);
    const left = new Set(cases.map(({ case_key }) => case_key));
    const asked = new Set(left);
    // More names than a command line takes run as everything that there is; what was not asked for is not looked at.
    const names = cases.map(({ case_key }) => case_key).join(",");
    const chosen = names.length <= CLASS_WORD_MAX ? ["-e", "class", names] : [];
    const given = ARGUMENTS.flatMap((name) => (env[name] ? ["-e", name, env[name]] : []));
    const words = ["am", "instrument", "-r", "-w", ...given, ...chosen, component];
    const watch = (event: RunEvent) => {
      if (event.type === "case_ended") left.delete(event.case_key);
      const isOther = event.type === "case_ended" && chosen.length > 0 && !asked.has(event.case_key);
      // What belongs to a class, such as its set-up, is told as a test of it that nobody asked for.
      if (isOther && event.outcome.state === "failed")
        onEvent({ ...event, type: "also_failed", found: caseOf(event.case_key) });
      else onEvent(event);
    };
    const reader = new InstrumentationReader((status) => onStatus(status, watch));
    const { shell } = device.capabilities;
    const exit = { exit_code: 0, signal: null, bound: null };
    try {
      const { stderr } = await shell!.run(words, signal, (text) => {
        onEvent({ type: "log", text });
        reader.push(text);
      });
      reader.finish();
      if (reader.end?.code === -1) return { exit, reports: [] };
      const lastWords = wordsOfEnd(reader, stderr);
      if (lastWords !== "") onEvent({ type: "output", text: `${lastWords}\n` });
      // Everything passed before it: the end is nobody's failure but the runner's own.
      if (left.size === 0) {
        const found = { case_key: component, name: component, file: "", function: "" };
        const outcome = failedBy(lastWords, "crash", say("instrumentation_no_end"));
        onEvent({ type: "also_failed", found, time: Date.now(), outcome });
      }
      return { exit: { ...exit, exit_code: 1 }, reports: [] };
    } catch (error) {
      const [packageName = ""] = component.split("/");
      const stop = AbortSignal.timeout(STOP_TIMEOUT_MS);
      for (const name of [packageName, ...(spec.app ? [spec.app.package_name] : [])])
        await shell!.run(["am", "force-stop", name], stop).catch(() => undefined);
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

const keyOf = (fields: ReadonlyMap<string, string>): string =>
  `${fields.get("class") ?? ""}#${fields.get("test") ?? ""}`;

/** What the device says of an end that was none; empty when it says nothing. */
const wordsOfEnd = ({ end }: InstrumentationReader, stderr: string): string =>
  end?.fields.get("shortMsg") ?? firstLine(stderr);

/** `package/runner`: as the job names it, or the only one of the test package. */
async function componentOf(spec: RunSpec, device: Device, signal: AbortSignal): Promise<string> {
  const named = spec.config.instrumentation?.component;
  if (named) return named;
  const { stdout } = await device.capabilities.shell!.run(["pm", "list", "instrumentation"], signal);
  const own = [...stdout.matchAll(/^instrumentation:(\S+)/gm)]
    .map(([, component = ""]) => component)
    .filter((component) => component.startsWith(`${spec.test_app?.package_name}/`));
  if (own.length !== 1)
    throw new SaidError(
      say("instrumentation_runners", { file_name: spec.test_app?.file_name ?? "", count: own.length }),
    );
  return own[0]!;
}

function onStatus({ code, fields }: InstrumentationStatus, onEvent: (event: RunEvent) => void): void {
  const case_key = keyOf(fields);
  const time = Date.now();
  if (code === CODE.started) return onEvent({ type: "case_started", case_key, time });
  const message = (fields.get("stack") ?? fields.get("stream") ?? "").trim();
  const outcome: CaseOutcome =
    code === CODE.ok
      ? { state: "success", cause: "none", error: "", reason: null, message: "", location: null }
      : code === CODE.ignored || code === CODE.assumption
        ? { state: "success", cause: "skipped", error: "", reason: null, message, location: null }
        : failedBy(message);
  onEvent({ type: "case_ended", case_key, time, outcome });
}
