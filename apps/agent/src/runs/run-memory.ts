import { type Said, saidOf, say } from "@udt/base";
import { LIMITS, type MemoryOptions, type RunCaseResult } from "@udt/contract";
import type { MemoryCapability } from "@udt/driver";
import type { Logger } from "../logger.ts";
import { MemoryLine } from "../memory/memory-line.ts";
import { MemoryRecorder } from "../memory/memory-recorder.ts";
import type { Upload } from "../recording/index.ts";
import { withSignal } from "../with-signal.ts";
import { PartOver, type RunApi } from "./run-api.ts";

/** So long a part waits in all for samples that do not come; one that comes gives it all of that time again. */
const DRAIN_MS = 120_000;

export interface RunMemoryNeeds {
  api: RunApi;
  /** Undefined where the device tells nothing of it. */
  memory: MemoryCapability | undefined;
  upload: Upload;
  /** Where samples lie until the server has them. */
  folder: string;
  log: Logger;
  /** For how long in all it waits for samples that do not come. */
  drainMs?: number;
}

/**
 * The memory of the app under test while its cases run: in time, at the end of each, and where scripts ask for it. Whatever
 * cannot be recorded is said to the server and ends nothing else.
 */
export class RunMemory {
  readonly #needs: RunMemoryNeeds;
  readonly #options: MemoryOptions | null | undefined;
  readonly #ending = new AbortController();
  /** What cases are called that run, by what the server calls them. */
  readonly #names = new Map<number, string>();
  #recorder: MemoryRecorder | undefined;
  #isOn = false;
  /** What is left of that time. Once it is over, nothing is waited for any more. */
  #drainMs: number;

  constructor(options: MemoryOptions | null | undefined, needs: RunMemoryNeeds) {
    this.#options = options;
    this.#needs = needs;
    this.#drainMs = needs.drainMs ?? DRAIN_MS;
  }

  /** @throws PartOver; the signal's reason */
  async begin(signal: AbortSignal): Promise<void> {
    if (!this.#options) return;
    const { api, memory, upload, folder, log } = this.#needs;
    try {
      const { wish } = await api.memory(memory ? null : say("memory_no_capability"), signal);
      if (!wish || !memory) return;
      const { client, clock, test_id, device_id, lease_token } = upload;
      const ending = this.#ending.signal;
      const place = { test_id, device_id, lease_token, recording_id: wish.recording_id };
      const line = new MemoryLine(client, place, ending);
      const now = () => clock.now();
      this.#recorder = new MemoryRecorder(wish, { memory, line, now, folder, log, signal: ending });
      this.#isOn = true;
      void this.#recorder.over.finally(() => (this.#isOn = false));
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PartOver) throw error;
      log("warn", "the run's memory is not recorded", { error });
      await this.#tell(
        saidOf(error, (raw) => say("memory_recording_not_begun", {}, raw)),
        signal,
      );
    }
  }

  /** What is lacking, for the report and the verdict. @throws PartOver; the signal's reason */
  async #tell(lacking: Said, signal: AbortSignal): Promise<void> {
    const { api, log } = this.#needs;
    await api.memory(lacking, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof PartOver) throw error;
      log("warn", "the server was not told what memory lacks", { error });
    });
  }

  /** What cases that are about to run are called. */
  expect(cases: readonly { case_run_id: number; name: string }[]): void {
    for (const { case_run_id, name } of cases) this.#names.set(case_run_id, name);
  }

  heard({ case_run_id, state, reported }: RunCaseResult): void {
    const name = this.#names.get(case_run_id);
    // What a framework's files say of a case comes after its end.
    if (state === "executing" || reported !== undefined || name === undefined) return;
    this.#names.delete(case_run_id);
    if (this.#options?.at_case_end) this.#recorder?.sampleMoment(sceneOf(name), { isPassing: true });
  }

  /** Whether samples are taken still. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** A script, or a step, asks for a sample. */
  scene(name: string): void {
    this.#recorder?.sampleMoment(sceneOf(name), { isPassing: false });
  }

  /** What was asked for is taken, or has had its time: a device that does not answer holds up its part once. */
  async drained(signal: AbortSignal): Promise<void> {
    const recorder = this.#recorder;
    if (!recorder || this.#drainMs <= 0) return;
    const { log, drainMs = DRAIN_MS } = this.#needs;
    const { taken } = recorder;
    const begun = performance.now();
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(this.#drainMs)]);
    try {
      await withSignal(recorder.drained(), bounded);
      this.#drainMs = recorder.taken > taken ? drainMs : this.#drainMs - (performance.now() - begun);
    } catch {
      signal.throwIfAborted();
      this.#drainMs = 0;
      log("warn", "memory samples take long: the run goes on and waits for none any more");
    }
  }

  /** Resolves when nothing more is taken, and the server knows what never reached it. */
  async close(signal: AbortSignal): Promise<void> {
    this.#ending.abort(new Error("the run is over"));
    await this.#recorder?.over;
    const count = this.#recorder?.lost ?? 0;
    // Nobody waits for the word of a part that is over.
    if (count > 0) await this.#tell(say("memory_samples_lost", { count }), signal).catch(() => undefined);
  }
}

const sceneOf = (name: string): string => name.trim().slice(0, LIMITS.name_max).trimEnd();
