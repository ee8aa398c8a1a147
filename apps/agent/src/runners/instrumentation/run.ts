import type { RunSpec } from "@udt/contract";
import type { Device } from "@udt/driver";
import { messageOf } from "../../logger.ts";
import { firstLine } from "../first-line.ts";
import type { Batch, BatchEnd, CaseOutcome, CollectedCase, RunEvent, Runner } from "../runner.ts";
import { InstrumentationReader, type InstrumentationStatus } from "./stream.ts";

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
      const case_key = keyOf(fields);
      const [className = "", method = ""] = case_key.split("#");
      if (method !== "") found.set(case_key, { case_key, name: case_key, file: className, function: method });
    });
    const words = ["am", "instrument", "-r", "-w", "-e", "log", "true", await componentOf(spec, device, signal)];
    const { stderr } = await device.capabilities.shell!.run(words, signal, (text) => reader.push(text));
    reader.finish();
    if (reader.end?.code !== -1) throw new Error(whyEnded(reader, stderr));
    return [...found.values()];
  },

  async run(
    { cases, device, spec }: Batch,
    onEvent: (event: RunEvent) => void,
    signal: AbortSignal,
  ): Promise<BatchEnd> {
    const component = await componentOf(spec, device, signal);
    const reader = new InstrumentationReader((status) => onStatus(status, onEvent));
    // More names than a command line takes run as everything that there is; what was not asked for is not looked at.
    const names = cases.map(({ case_key }) => case_key).join(",");
    const chosen = names.length <= CLASS_WORD_MAX ? ["-e", "class", names] : [];
    const { shell } = device.capabilities;
    const exit = { exit_code: 0, signal: null, bound: null };
    try {
      const { stderr } = await shell!.run(["am", "instrument", "-r", "-w", ...chosen, component], signal, (text) => {
        onEvent({ type: "log", text });
        reader.push(text);
      });
      reader.finish();
      if (reader.end?.code === -1) return { exit, reports: [] };
      onEvent({ type: "output", text: `${whyEnded(reader, stderr)}\n` });
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

const keyOf = (fields: ReadonlyMap<string, string>): string =>
  `${fields.get("class") ?? ""}#${fields.get("test") ?? ""}`;

const whyEnded = ({ end }: InstrumentationReader, stderr: string): string =>
  end?.fields.get("shortMsg") ?? (firstLine(stderr) || "the instrumentation came to no end");

/** `package/runner`: as the job names it, or the only one of the test package. */
async function componentOf(spec: RunSpec, device: Device, signal: AbortSignal): Promise<string> {
  const named = spec.config.instrumentation?.component;
  if (named) return named;
  const { stdout } = await device.capabilities.shell!.run(["pm", "list", "instrumentation"], signal);
  const own = [...stdout.matchAll(/^instrumentation:(\S+)/gm)]
    .map(([, component = ""]) => component)
    .filter((component) => component.startsWith(`${spec.test_app?.package_name}/`));
  if (own.length !== 1)
    throw new Error(`${spec.test_app?.file_name ?? "the test package"} declares ${own.length} runners, not one`);
  return own[0]!;
}

function onStatus({ code, fields }: InstrumentationStatus, onEvent: (event: RunEvent) => void): void {
  const case_key = keyOf(fields);
  const time = Date.now();
  if (code === CODE.started) return onEvent({ type: "case_started", case_key, time });
  const message = (fields.get("stack") ?? fields.get("stream") ?? "").trim();
  const outcome: CaseOutcome =
    code === CODE.ok
      ? { state: "success", cause: "none", error: "", message: "", location: null }
      : code === CODE.ignored || code === CODE.assumption
        ? { state: "success", cause: "skipped", error: "", message, location: null }
        : { state: "failed", cause: "assertion", error: firstLine(message), message, location: null };
  onEvent({ type: "case_ended", case_key, time, outcome });
}
