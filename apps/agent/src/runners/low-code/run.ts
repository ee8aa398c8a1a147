import { type Said, SaidError, saidWith, say } from "@udt/base";
import type { RunCaseTask } from "@udt/contract";
import { linesOfSteps, type Fault, type Path, type Scope } from "@udt/low-code";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inLibrary, type LibraryBatch } from "../library-process.ts";
import type { Batch, BatchEnd, CaseOutcome, RunEvent, Runner } from "../runner.ts";
import { AccountValues } from "./account-values.ts";
import { readPicture } from "./named-files.ts";
import { readSteps, type StepsFile } from "./library.ts";
import { PictureLook } from "./pictures/picture-look.ts";
import { CasePlay } from "./play-case.ts";
import { runScript, type ScriptWish } from "./run-script.ts";
import { ScreenLook } from "./screen-look.ts";
import { StepPictures } from "./step-pictures.ts";

const ENDED: BatchEnd = { exit: { exit_code: 0, signal: null, bound: null }, reports: [] };
const STOPPED: BatchEnd = { exit: { exit_code: null, signal: "SIGKILL", bound: null }, reports: [] };
const PASSED: CaseOutcome = { state: "success", cause: "none", error: "", reason: null, message: "", location: null };

/**
 * Steps in YAML files. The agent itself reads them and does what they say, by its own driver: of a user's no process runs but the
 * scripts that steps name, which are isolated as those of other frameworks. What they can say has an end: steps, rounds, waits
 * and the size of files are bounded, and the case's own timeout holds besides.
 */
export const lowCodeRun: Runner = {
  framework: "low_code",
  batchSize: 50,
  exitCodeTells: false,

  async run(given: Batch, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<BatchEnd> {
    const batch = inLibrary(given);
    const lost = new AbortController();
    void batch.device.gone.then((said) => lost.abort(new SaidError(said)));
    const working = AbortSignal.any([signal, lost.signal]);
    const files = new Map<string, ReturnType<typeof readSteps>>();
    for (const task of batch.cases) {
      const { case_key, file } = task;
      const breaks = breaksOf(batch);
      onEvent({ type: "case_started", case_key, time: Date.now() });
      try {
        const read = files.get(file) ?? readSteps(batch.place.library, file, batch.control?.selection);
        files.set(file, read);
        const outcome = await play(batch, task, await read, onEvent, working);
        onEvent({ type: "case_ended", case_key, time: Date.now(), outcome });
        // What the connection broke under is judged before anything else is begun.
        if (breaksOf(batch) !== breaks) return STOPPED;
      } catch (error) {
        if (!working.aborted) throw error;
        // Of a device that is lost the executor hears by itself; nothing of the case is to be told.
        return STOPPED;
      }
    }
    return ENDED;
  },

  caseOf: () => undefined,
};

const breaksOf = ({ device }: Batch): number => device.capabilities.adb?.breaks() ?? 0;

async function play(
  batch: LibraryBatch,
  { case_key, case_run_id, file }: RunCaseTask,
  read: StepsFile | { faults: Fault[] } | undefined,
  onEvent: (event: RunEvent) => void,
  signal: AbortSignal,
): Promise<CaseOutcome> {
  const { device, hand, place, env, control } = batch;
  if (read && "faults" in read) return unread(read.faults, file);
  const one = read?.cases.get(case_key);
  if (!read || !one) return failed(say("low_code_no_case"), null);
  const { elements, screen } = device.capabilities;
  if (!elements) return failed(say("low_code_no_elements"), null);
  const capture = async (): Promise<Uint8Array> => {
    if (!screen) throw new SaidError(say("device_no_screen"));
    return screen.capture(signal);
  };
  const shown = () => hand.pictures();
  const pictures = new StepPictures({
    capture,
    async keep(png, number) {
      // What a script puts beside it under the same name would be taken for it: so none can know its name.
      const name = `step-${case_run_id}-${String(number).padStart(3, "0")}-${randomBytes(8).toString("hex")}.png`;
      await writeFile(join(place.pictures, name), png, { flag: "wx", mode: 0o600 });
      return name;
    },
    shown,
    signal,
  });
  const look = new PictureLook({ read: (image) => readPicture(place.library, file, image), capture, shown, signal });
  const account = accountOf(env["UDT_ACCOUNT"] ?? "");
  const secrets = new AccountValues(account);
  const tools = {
    device,
    hand,
    look: new ScreenLook({ elements, hand, pictures: look, secrets, signal }),
    app: env["UDT_APP_PACKAGE"] ?? "",
    signal,
    pictures,
    secrets,
    memory(scene: string) {
      if (!batch.recordsMemory()) return false;
      onEvent({ type: "scene", name: scene });
      return true;
    },
    script(wish: ScriptWish) {
      const onOutput = (text: string) => onEvent({ type: "output", text, case_key });
      return runScript(wish, { place, env, secrets, onOutput, signal });
    },
  };
  const onStep = (step: Extract<RunEvent, { type: "step" }>["step"]) => onEvent({ type: "step", case_key, step });
  const meant = linesOfSteps(read.lowCode);
  const before = async (path: Path): Promise<void> => {
    const line = read.lowCode.lineOf(path);
    const halted = control?.halt(meant(path), signal);
    onEvent({ type: "at", case_key, line, is_held: halted !== undefined });
    if (!halted) return;
    await halted;
    onEvent({ type: "at", case_key, line, is_held: false });
  };
  const failure = await new CasePlay({ tools, lowCode: read.lowCode, account, before, onStep }).play(one);
  return failure ? failed(failure.said, { file, line: failure.line }) : PASSED;
}

function unread(faults: readonly Fault[], file: string): CaseOutcome {
  const [first, ...others] = faults;
  if (!first) return failed(say("low_code_unread"), null);
  const reason = saidWith(
    first.said,
    others.map(({ said }) => ({ of: file, said })),
  );
  return failed(reason, { file, line: first.line });
}

const failed = (reason: Said, location: CaseOutcome["location"]): CaseOutcome => ({
  state: "failed",
  cause: "assertion",
  error: "",
  reason,
  message: "",
  location,
});

/** The fields of the run's account as variables. */
function accountOf(text: string): Scope {
  if (text === "") return new Map();
  const fields = Object.entries(JSON.parse(text) as Record<string, unknown>);
  return new Map(fields.map(([name, value]) => [`account.${name}`, String(value)]));
}
