import { type Said, SaidError, saidInEnglish, saidOf, say, type WordCode } from "@udt/base";
import { join } from "node:path";
import {
  LIMITS,
  type PhaseName,
  type RunCaseResult,
  type RunOutcome,
  type RunSpec,
  type WorkNotice,
} from "@udt/contract";
import { messageOf } from "../logger.ts";
import type { CollectedCase } from "../runners/runner.ts";
import { removeTree } from "../remove-tree.ts";
import { RUNNERS } from "../runners/index.ts";
import { checkedCases } from "../tasks/parse-library.ts";
import { withSignal } from "../with-signal.ts";
import { SetupFailure, setUpApps } from "./app-setup.ts";
import { atDevice } from "./at-device.ts";
import { deviceFault } from "./device-check.ts";
import { DeviceFault, Executor } from "./executor.ts";
import { GameFrames } from "./game-frames.ts";
import { KeptFiles } from "./kept-files.ts";
import { ResultSpool } from "./result-spool.ts";
import { FoundFailures } from "./found-failures.ts";
import type { PartContext } from "./part-context.ts";
import { PartOver, type RunApi } from "./run-api.ts";
import { RunMemory } from "./run-memory.ts";
import { listCases, openRunWorkplace, WorkplaceFailure, type RunWorkplace } from "./run-workplace.ts";
import { WatchedCases } from "./watched-cases.ts";
import { ScriptLog } from "./script-log.ts";

/** What is left to say when the session ends goes out within this time: the device waits to be cleaned. */
const LAST_WORDS_MS = 4_000;
const SEND_FILES_MS = 3_000;
const RECORDING_STOP_MS = 45_000;

/** What the log of the scripts says when the part comes to a phase. */
const PHASE_NOTES = {
  environment: "phase_environment",
  install: "phase_install",
  run: "phase_run",
  finish: "phase_finish",
} as const satisfies Partial<Record<PhaseName, WordCode>>;

interface PartEnd {
  outcome: RunOutcome;
  error: Said | null;
}

/** How a part ended, when not with `done`. */
class PartFailure extends SaidError {
  readonly outcome: RunOutcome;

  constructor(outcome: RunOutcome, said: Said, options?: ErrorOptions) {
    super(said, options);
    this.outcome = outcome;
  }
}

/** One device's part in a run: from what the server says is to be done until the server knows that it is. */
export class RunPart {
  readonly #context: PartContext;
  readonly #scriptLog: ScriptLog;
  readonly #cancelled = new Set<number>();
  #executor: Executor | undefined;
  #frames: GameFrames | undefined;
  #watched: WatchedCases | undefined;

  constructor(context: PartContext) {
    this.#context = context;
    this.#scriptLog = new ScriptLog(context.upload);
  }

  /** What the server tells it while it runs. */
  take(notice: WorkNotice): void {
    if (notice.type === "run_cases_cancelled") this.cancel(notice.case_run_ids);
    else this.#watched?.watch(notice.case_run_id);
  }

  cancel(ids: readonly number[]): void {
    for (const id of ids) this.#cancelled.add(id);
    this.#executor?.cancel(ids);
    this.#frames?.cancel(ids);
  }

  /**
   * Resolves when the part is over, however it went; rejects where the server does not take that. The signal ends it at
   * once: nobody waits for its end any more.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { api, folder, log } = this.#context;
    const lastWords = new AbortController();
    const onEnding = () => setTimeout(() => lastWords.abort(signal.reason), LAST_WORDS_MS).unref();
    if (signal.aborted) onEnding();
    else signal.addEventListener("abort", onEnding, { once: true });
    try {
      const spec = await api.spec(signal);
      const { outcome, error } = await this.#work(spec, signal, lastWords.signal);
      signal.throwIfAborted();
      await api.finish(outcome, error, signal);
    } catch (error) {
      if (!(error instanceof PartOver) && !signal.aborted) {
        log("error", "run failed", { error });
        const said = saidOf(error, (raw) => say("run_failed", {}, raw));
        await api.finish("environment_failed", said, signal).catch((failure: unknown) => {
          // Nobody else would say that the part is over.
          if (!(failure instanceof PartOver) && !signal.aborted) throw failure;
        });
      }
    } finally {
      await removeTree(folder).catch((error: unknown) => log("warn", "run's folder stays", { error }));
    }
  }

  async #work(spec: RunSpec, signal: AbortSignal, lastWords: AbortSignal): Promise<PartEnd> {
    const { api, folder, log } = this.#context;
    const deadline = new AbortController();
    const minutes = spec.config.timeouts.device_minutes;
    // By the server's clock, from when it gave the device; a clock of this machine that is set meanwhile changes nothing.
    const timer = setTimeout(
      () => deadline.abort(new PartFailure("device_timeout", say("device_time_over", { minutes }))),
      Math.max(0, spec.device_deadline - this.#context.upload.clock.now()),
    );
    const working = AbortSignal.any([signal, deadline.signal]);
    const files = new KeptFiles(api, log);
    let place: RunWorkplace | undefined;
    let end: PartEnd = { outcome: "done", error: null };
    try {
      await this.#enter("environment", working);
      await this.#context.keepPackages(spec.white_list);
      place = await openRunWorkplace(spec, this.#context, (said) => this.#scriptLog.note(said), working);
      await this.#enter("install", working);
      await this.#install(spec, working);
      await this.#enter("run", working);
      const { video, video_minutes, log: deviceLog, performance } = spec.config;
      const package_name = spec.app?.package_name ?? null;
      const recording = this.#context.record({ video, video_minutes, log: deviceLog, performance, package_name });
      try {
        await this.#runCases(spec, place, files, working, lastWords);
      } finally {
        // A recording that does not come to its end must not keep the run from its own.
        await withSignal(recording.stop(), AbortSignal.timeout(RECORDING_STOP_MS)).catch((error: unknown) =>
          log("warn", "recording did not stop", { error: messageOf(error) }),
        );
      }
    } catch (error) {
      if (error instanceof PartOver) {
        await place?.close();
        throw error;
      }
      end = await this.#endOf(error, working);
      log("warn", "run ends", { outcome: end.outcome, error: end.error === null ? "" : saidInEnglish(end.error) });
      if (end.error !== null) this.#scriptLog.note(end.error);
    } finally {
      clearTimeout(timer);
    }
    await this.#enter("finish", lastWords, end.error).catch(() => undefined);
    await this.#sendRest(place, files, lastWords);
    if (end.outcome === "done")
      await this.#reboot(spec.config.reboot_after, working).catch((error: unknown) =>
        log("warn", "restart", { error }),
      );
    await place?.close();
    await removeTree(folder);
    return end;
  }

  async #endOf(error: unknown, working: AbortSignal): Promise<PartEnd> {
    const failure = working.aborted ? working.reason : error;
    if (failure instanceof PartFailure) return { outcome: failure.outcome, error: failure.said };
    if (failure instanceof DeviceFault) return { outcome: "device_fault", error: failure.said };
    if (failure instanceof WorkplaceFailure) return { outcome: failure.outcome, error: failure.said };
    const fault = working.aborted ? null : await deviceFault(this.#context.device);
    if (fault !== null) return { outcome: "device_fault", error: fault };
    if (failure instanceof SetupFailure) return { outcome: "install_failed", error: failure.said };
    return { outcome: "environment_failed", error: saidOf(failure, (raw) => say("run_failed", {}, raw)) };
  }

  /** Restarts the device when the job says so. */
  async #reboot(wanted: boolean, signal: AbortSignal): Promise<void> {
    const { power } = this.#context.device.capabilities;
    if (!wanted || !power) return;
    this.#scriptLog.note(say("device_restarting"));
    try {
      await power.reboot(signal);
    } catch (error) {
      signal.throwIfAborted();
      throw new DeviceFault(say("device_not_back", {}, messageOf(error)), { cause: error });
    }
  }

  async #install(spec: RunSpec, signal: AbortSignal): Promise<void> {
    const { api, device, folder } = this.#context;
    await this.#reboot(spec.config.reboot_before, signal);
    const { apps } = device.capabilities;
    if (!apps) {
      if (spec.app === null && spec.preinstall_apps.length === 0) return;
      throw new SetupFailure(say("device_no_apps"));
    }
    const onStep = (said: Said) => this.#scriptLog.note(said);
    await setUpApps({ spec, apps, api, folder: join(folder, "apps"), onStep }, signal);
  }

  async #runCases(
    spec: RunSpec,
    place: RunWorkplace,
    files: KeptFiles,
    signal: AbortSignal,
    lastWords: AbortSignal,
  ): Promise<void> {
    const { api, device, hand, folder, upload } = this.#context;
    const runner = RUNNERS[spec.framework];
    const app_entry = spec.app ? ((await device.capabilities.apps?.entry(spec.app.package_name, signal)) ?? "") : "";
    const send = async (results: Parameters<RunApi["results"]>[0]) =>
      this.cancel(await api.results(results, lastWords));
    if (runner.discover) await this.#discover(await runner.discover(spec, device, signal), signal);
    if (spec.library?.is_listed === false) await this.#discover(await listCases(spec, place, signal), signal);
    const spool = await ResultSpool.open(join(folder, "results.jsonl"), send, lastWords);
    const memory = new RunMemory(spec.config.memory, {
      api,
      memory: device.capabilities.memory,
      upload,
      folder: this.#context.spoolFolder,
      log: this.#context.log,
    });
    await memory.begin(signal);
    const { screen } = device.capabilities;
    const frames =
      spec.config.test_type === "game" && screen
        ? new GameFrames(screen, api, this.#context.upload.clock, this.#context.log, lastWords)
        : undefined;
    this.#frames = frames;
    frames?.cancel([...this.#cancelled]);
    const onServersTime = (result: RunCaseResult) => onServerTime(result, upload.clock.now() - Date.now());
    const addResult = (result: RunCaseResult) => spool.add(onServersTime(result));
    const failures = new FoundFailures();
    // At once: whatever becomes of this device or agent, the server knows of a failure that no case will show again.
    let told = Promise.resolve();
    const tellFound = async (before: Promise<void>) => {
      await before;
      await this.#discover(checkedCases(failures.named()), lastWords, { while_running: true });
    };
    const executor = new Executor({
      ...atDevice(spec, { device, hand, place, app_entry, recordsMemory: () => memory.isOn }),
      onResult: (result) => {
        frames?.heard(result);
        memory.heard(result);
        addResult(result);
      },
      onAlsoFailed: (...found) => {
        failures.add(...found);
        told = tellFound(told);
        told.catch(() => undefined);
      },
      onLog: (text) => {
        this.#scriptLog.add(text);
        // What works on the device itself has no adb of its own to be heard by.
        if (place.place === null) this.#context.onWorked();
      },
      onAt: () => undefined,
      onScene: (name) => memory.scene(name),
      onPicture: (name, case_run_id) => files.name(name, case_run_id),
    });
    executor.cancel([...this.#cancelled]);
    this.#executor = executor;
    this.#watched = new WatchedCases(executor, (results) => send(results.map(onServersTime)));
    // Pictures of steps are there while the run goes on.
    const sendFiles = async (isWhole: boolean) => {
      if (place.place) await files.send(place.place, isWhole, lastWords).catch(() => undefined);
    };
    const timer = setInterval(() => void sendFiles(false), SEND_FILES_MS);
    try {
      for (;;) {
        // What a retry depends on must be known before more is asked for.
        await spool.drained();
        const { cases, done } = await api.claim(runner.batchSize, signal);
        const toRun = failures.settle(cases, addResult);
        if (toRun.length > 0) {
          memory.expect(toRun);
          await executor.run(toRun, signal);
          // A retry may use the names of its pictures again.
          await sendFiles(true);
          await frames?.drained();
          // Whatever runs next changes what these were to tell.
          await memory.drained(signal);
          await told;
        } else if (done && cases.length === 0) return;
      }
    } finally {
      clearInterval(timer);
      frames?.close();
      await memory.close(lastWords);
      this.#watched.close();
      this.#frames = undefined;
      this.#executor = undefined;
      await told.catch(() => undefined);
      await spool.drained().catch(() => undefined);
      await spool.close();
    }
  }

  async #discover(
    cases: readonly CollectedCase[],
    signal: AbortSignal,
    { while_running } = { while_running: false },
  ): Promise<void> {
    for (let at = 0; at < cases.length; at += LIMITS.case_page_max)
      await this.#context.api.discover(cases.slice(at, at + LIMITS.case_page_max), { while_running }, signal);
  }

  /** Files and the log go out even when the part failed or is cut short. */
  async #sendRest(place: RunWorkplace | undefined, files: KeptFiles, signal: AbortSignal): Promise<void> {
    const { log } = this.#context;
    try {
      if (place?.place) await files.send(place.place, true, signal);
      await this.#scriptLog.end(signal);
    } catch (error) {
      if (!signal.aborted && !(error instanceof PartOver)) log("warn", "the run's files cannot be kept", { error });
    }
  }

  async #enter(phase: keyof typeof PHASE_NOTES, signal: AbortSignal, error: Said | null = null): Promise<void> {
    await this.#context.api.phase(phase, error, signal);
    this.#scriptLog.note(say(PHASE_NOTES[phase]));
  }
}

/** Cases are told by the server's clock, as recordings are: they share one timeline. */
function onServerTime(result: RunCaseResult, ahead: number): RunCaseResult {
  const shift = <T extends number | null>(time: T): T => (time === null ? time : (Math.round(time + ahead) as T));
  const { detail } = result;
  return {
    ...result,
    started_at: shift(result.started_at),
    ended_at: shift(result.ended_at),
    detail: detail && {
      ...detail,
      steps: detail.steps.map((step) => ({
        ...step,
        started_at: shift(step.started_at),
        ended_at: shift(step.ended_at),
      })),
    },
  };
}
