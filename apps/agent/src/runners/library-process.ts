import { chmod, copyFile, mkdtemp } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LiveFile } from "./live-file.ts";
import { liveEvent, type LiveEvent, parseLine, StepSorter } from "./live-events.ts";
import { failedBy } from "./failed-by.ts";
import { firstLine } from "./first-line.ts";
import type { LaunchSpec, Workplace } from "../isolation/workplace.ts";
import type { Batch, BatchEnd, RunEvent } from "./runner.ts";

/** Files that one process and the agent meet by. */
const EVENTS = "events.jsonl";
const STEPS = "steps.jsonl";
/** How late an event or a step may be told. */
const TELL_MS = 50;

export interface LibraryProcess {
  argv: LaunchSpec["argv"];
  env?: Readonly<Record<string, string>>;
  reports: readonly string[];
  /** The case that everything belongs to when there is but one in the process. */
  only?: string;
  /** Whether what the process prints is the cases' output; else it belongs to no case. */
  printsOutput: boolean;
  /** Told of a case whose code has run. */
  onOver?: (event: Extract<LiveEvent, { type: "over" }>) => void;
  /** Told of a file that is being read. */
  onCollecting?: (file: string) => void;
  /** Told of what a JUnit file of the framework's says. */
  onReported?: (event: Extract<LiveEvent, { type: "reported" }>) => void;
  /** Told of a file whose process has ended. */
  onFileEnded?: (event: Extract<LiveEvent, { type: "file_ended" }>) => void;
}

/** A batch whose library lies in its place. */
export type LibraryBatch = Batch & { readonly place: Workplace };

/** What a framework with a library runs. @throws Error when none was put into place */
export function inLibrary(batch: Batch): LibraryBatch {
  const { place, spec } = batch;
  if (place === null) throw new Error(`there is no library for ${spec.framework}`);
  return { ...batch, place };
}

/** A folder of one process alone, with the parts of a runner that go inside in it. */
export async function batchFolder(place: Workplace, files: readonly URL[]): Promise<string> {
  const folder = await mkdtemp(join(place.exchange, "batch-"));
  await chmod(folder, 0o777);
  for (const file of files) {
    const target = join(folder, basename(fileURLToPath(file)));
    await copyFile(file, target);
    await chmod(target, 0o644);
  }
  return folder;
}

/** Starts a process of a library, tells what it says, and resolves when nothing of it is left. */
export async function runLibraryProcess(
  batch: LibraryBatch,
  folder: string,
  { argv, env, reports, only, printsOutput, onOver, onCollecting, onReported, onFileEnded }: LibraryProcess,
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<BatchEnd> {
  const { place } = batch;
  // Where a library lies on this machine is nobody's business, and only in the way of who reads a failure.
  const shown = (text: string) => text.replaceAll(`file://${place.library}/`, "").replaceAll(`${place.library}/`, "");
  const sorter = new StepSorter(
    (step, case_key) => {
      const key = case_key ?? only;
      if (key !== undefined) onEvent({ type: "step", case_key: key, step });
    },
    (name) => onEvent({ type: "scene", name }),
  );
  const waiting: LiveEvent[] = [];
  const steps = await LiveFile.open(join(folder, STEPS), (line) => sorter.line(line));
  const events = await LiveFile.open(join(folder, EVENTS), (line) => {
    const event = parseLine(liveEvent, line);
    if (event) waiting.push(event);
  });
  const tell = async (): Promise<void> => {
    while (await events.read().catch(() => false)) await tellRead();
    await tellRead();
    // A case that is long at one thing and prints nothing says no more than its steps.
    await steps.read().catch(() => undefined);
  };
  const tellRead = async (): Promise<void> => {
    if (waiting.length === 0) return;
    // Everything that a case says of its steps is in the file before its end is.
    const ready = waiting.splice(0);
    await steps.readAll().catch(() => undefined);
    for (const event of ready) {
      if (event.type === "file_ended") onFileEnded?.({ ...event, message: shown(event.message) });
      else if (event.type === "reported") onReported?.(event);
      else if (event.type === "collecting") onCollecting?.(event.file);
      else if (event.type === "over") onOver?.({ ...event, message: shown(event.message) });
      else if (event.type === "output") onEvent({ type: "output", text: shown(event.text), case_key: event.case });
      else if (event.type === "started") onEvent({ type: "case_started", case_key: event.case, time: event.time });
      else if (event.type === "at") onEvent({ type: "at", case_key: event.case, line: event.line, is_held: false });
      else if (event.type === "also_failed") {
        const { case: case_key, name, file, function: function_, time } = event;
        const outcome = failedBy(shown(event.message), "assertion", event.reason);
        onEvent({ type: "also_failed", found: { case_key, name, file, function: function_ }, time, outcome });
      } else {
        const { state, cause, reason = null, location = null } = event;
        const message = shown(event.message);
        const error = event.error ?? firstLine(message);
        const outcome = { state, cause, error, reason, message, location };
        onEvent({ type: "case_ended", case_key: event.case, time: event.time, outcome });
      }
    }
  };
  let telling = Promise.resolve();
  const timer = setInterval(() => (telling = telling.then(tell)), TELL_MS);
  try {
    signal.throwIfAborted();
    const launched = place.launch({
      argv,
      cwd: place.library,
      env: { ...batch.env, UDT_STEPS_FILE: join(folder, STEPS), ...env },
    });
    const kill = () => launched.kill();
    signal.addEventListener("abort", kill, { once: true });
    if (signal.aborted) kill();
    const decoder = new TextDecoder();
    launched.output.on("data", (bytes: Buffer) => {
      const text = decoder.decode(bytes, { stream: true });
      if (text) onEvent({ type: printsOutput ? "output" : "log", text: shown(text) });
    });
    const exit = await launched.exited;
    signal.removeEventListener("abort", kill);
    return { exit, reports };
  } finally {
    clearInterval(timer);
    await (telling = telling.then(tell));
    await events.close();
    await steps.readAll().catch(() => undefined);
    await steps.close();
  }
}
