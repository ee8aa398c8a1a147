import { SaidError, say } from "@udt/base";
import { LIMITS, type RunCaseResult, type RunCaseTask, type RunSpec, type TrialToBrowser } from "@udt/contract";
import type { CollectedCase } from "../runners/runner.ts";
import { withSignal } from "../with-signal.ts";
import type { DeviceHand } from "../screen/device-hand.ts";
import { Allowance } from "./allowance.ts";
import { atDevice } from "./at-device.ts";
import { Executor } from "./executor.ts";
import { casesAt, textOf } from "./case-at.ts";
import { listCases, openRunWorkplace, type PlaceContext, type RunWorkplace } from "./run-workplace.ts";
import { type Ending, RunningCase } from "./running-case.ts";
import type { TrialLog } from "./trial-log.ts";
import { TrialPictures } from "./trial-pictures.ts";
import type { TrialSteps } from "./trial-steps.ts";

/** What running cases have done so far is told no oftener. */
const NEWS_MS = 400;
/** So many cases are told at once. */
const PAGE = 100;

export interface TrialContext extends PlaceContext {
  hand: DeviceHand;
  log: TrialLog;
  tell(message: TrialToBrowser): void;
  /** Resolves when most of what was told has gone out. */
  drained(): Promise<void>;
}

/** What is run of a file; null: all of its cases. */
export interface Tried {
  spec: RunSpec;
  file: string;
  case_keys: readonly string[] | null;
  /** Of these, the case that this line is in; null: whichever. */
  caret: number | null;
  /** How its steps are gone through, where it has such. */
  steps: TrialSteps;
}

/**
 * Runs a file's cases as a run does, in a place of their own, and tells how they go. Resolves when nothing of it is left.
 * @throws SaidError why nothing, or nothing more, can be run; the signal's reason once that has ended it
 */
export async function runTrial(
  { spec, file, case_keys, caret, steps }: Tried,
  context: TrialContext,
  signal: AbortSignal,
) {
  const { device, hand, log, tell } = context;
  const minutes = spec.config.timeouts.device_minutes;
  const over = new AbortController();
  const time = new Allowance(minutes * 60_000, () => over.abort(new SaidError(say("device_time_over", { minutes }))));
  const working = AbortSignal.any([signal, over.signal]);
  tell({ type: "phase", phase: "environment" });
  try {
    const place = await openRunWorkplace(spec, context, (said) => tell({ type: "note", said }), working);
    try {
      tell({ type: "phase", phase: "list" });
      const lines = steps.selection;
      const listed = await listCases(spec, place, working, { file, lines });
      const there = caret === null ? listed : await casesAtCaret(spec, place, { file, listed, caret });
      const wanted = there.filter(({ case_key }) => case_keys === null || case_keys.includes(case_key));
      if (wanted.length === 0) throw new SaidError(say("file_has_no_cases"));
      const max = LIMITS.trial_cases_max;
      if (wanted.length > max) throw new SaidError(say("file_has_many_cases", { max }));
      const told = new Told(tell);
      const tasks: RunCaseTask[] = [];
      for (let at = 0; at < wanted.length; at += PAGE) {
        await withSignal(context.drained(), working);
        tasks.push(...told.cases(wanted.slice(at, at + PAGE)));
      }
      tell({ type: "phase", phase: "run" });
      const pictures =
        place.place === null
          ? undefined
          : new TrialPictures({
              place: place.place,
              isOwn: spec.framework === "low_code",
              tell,
              drained: () => withSignal(context.drained(), working),
            });
      const ids = new Set(tasks.map(({ case_run_id }) => case_run_id));
      let news: NodeJS.Timeout | undefined;
      const executor = new Executor({
        // Of a trial no memory is recorded.
        ...atDevice(spec, { device, hand, place, app_entry: "", control: steps, recordsMemory: () => false }),
        onResult: (result) => told.result(result),
        onAlsoFailed: (...found) => told.alsoFailed(...found),
        onAt: ({ line, is_held }) => {
          if (is_held) time.stop();
          else time.goOn();
          tell({ type: "at", line, is_held });
          // What the steps before it did shows while others are done.
          news ??= setTimeout(() => {
            news = undefined;
            for (const result of executor.newsOf(ids)) told.result(result);
          }, NEWS_MS);
        },
        onLog: (text) => {
          log.add(text);
          // What works on the device itself has no adb of its own to be heard by.
          if (spec.framework === "low_code") context.onWorked();
        },
        onScene: () => undefined,
        onPicture: (name, case_run_id) => pictures?.add(name, case_run_id),
      });
      try {
        await executor.run(tasks, working);
        await withSignal(pictures?.done() ?? Promise.resolve(), working);
      } finally {
        clearTimeout(news);
      }
    } finally {
      await place.close();
    }
  } catch (error) {
    working.throwIfAborted();
    throw error;
  } finally {
    time.stop();
  }
}

/** @throws SaidError where the line is in none */
async function casesAtCaret(
  { framework }: RunSpec,
  { place }: RunWorkplace,
  { file, listed, caret }: { file: string; listed: readonly CollectedCase[]; caret: number },
): Promise<CollectedCase[]> {
  const text = place === null ? "" : await textOf(place.library, file);
  const cases = casesAt(framework, text, listed, caret);
  if (cases.length === 0) throw new SaidError(say("caret_in_no_case"));
  return cases;
}

/** Cases by their number in the trial, and what is told of them. */
class Told {
  readonly #tell: TrialContext["tell"];
  #count = 0;

  constructor(tell: TrialContext["tell"]) {
    this.#tell = tell;
  }

  cases(found: readonly CollectedCase[]): RunCaseTask[] {
    const cases = found.map((one) => ({ ...one, case_run_id: ++this.#count, attempt: 1 }));
    this.#tell({ type: "cases", cases });
    return cases;
  }

  result({ reported, ...result }: RunCaseResult): void {
    // What the framework's own file says is for reports that leave the platform.
    if (reported === undefined) this.#tell({ type: "result", result });
  }

  /** What failed beside the cases is one more. */
  alsoFailed(found: CollectedCase, ending: Ending, time: number): void {
    for (const task of this.cases([found])) this.result(new RunningCase(task, time, 0).ended(ending, time));
  }
}
