import type { RunCaseResult } from "@udt/contract";
import type { ScreenCapability } from "@udt/driver";
import { messageOf, type Logger } from "../logger.ts";
import type { RunApi } from "./run-api.ts";

const EVERY_MS = 5_000;
/** Of one case, the one of its end among them: as many as ten minutes have. */
const FRAMES_MAX = 120;
/** Cases that come and go faster than the device takes pictures have fewer. */
const UNDER_WAY_MAX = 8;

interface Running {
  timer: ReturnType<typeof setInterval>;
  count: number;
}

/**
 * Pictures of the screen while cases of a game run: a game has no elements that a script could name steps by. Each case has
 * one of its begin, one every few seconds for ten minutes, and one of its end, each taken at that moment or not at all.
 */
export class GameFrames {
  readonly #screen: Pick<ScreenCapability, "capture">;
  readonly #api: Pick<RunApi, "putFile">;
  /** The server's, as cases are told by it. */
  readonly #clock: { now(): number };
  readonly #log: Logger;
  readonly #signal: AbortSignal;
  readonly #running = new Map<number, Running>();
  readonly #cancelled = new Set<number>();
  #underWay = 0;
  #sending: Promise<void> = Promise.resolve();

  constructor(
    screen: Pick<ScreenCapability, "capture">,
    api: Pick<RunApi, "putFile">,
    clock: { now(): number },
    log: Logger,
    signal: AbortSignal,
  ) {
    this.#screen = screen;
    this.#api = api;
    this.#clock = clock;
    this.#log = log;
    this.#signal = signal;
  }

  /** Hears how cases go. */
  heard({ case_run_id, state }: Pick<RunCaseResult, "case_run_id" | "state">): void {
    const known = this.#running.get(case_run_id);
    if (state === "executing" && !known && !this.#cancelled.has(case_run_id)) {
      const timer = setInterval(() => this.#tick(case_run_id), EVERY_MS);
      const running = { timer, count: 0 };
      this.#running.set(case_run_id, running);
      this.#take(case_run_id, running);
    } else if (state !== "executing" && known) {
      this.#forget(case_run_id);
      this.#take(case_run_id, known);
    }
  }

  /** Cases were taken out: nobody tells of their ends. */
  cancel(ids: readonly number[]): void {
    for (const id of ids) {
      this.#cancelled.add(id);
      this.#forget(id);
    }
  }

  /** Resolves once all that was taken has been sent. No case runs any more; one that told no end has no picture of it. */
  drained(): Promise<void> {
    this.close();
    return this.#sending;
  }

  close(): void {
    for (const id of this.#running.keys()) this.#forget(id);
  }

  #forget(case_run_id: number): void {
    clearInterval(this.#running.get(case_run_id)?.timer);
    this.#running.delete(case_run_id);
  }

  /** A device that is slow has fewer, not a queue of them. */
  #tick(case_run_id: number): void {
    const running = this.#running.get(case_run_id);
    if (running && this.#underWay === 0 && running.count < FRAMES_MAX - 1) this.#take(case_run_id, running);
  }

  /** The picture is of now; it is sent in its turn. */
  #take(case_run_id: number, running: Running): void {
    if (this.#underWay >= UNDER_WAY_MAX) return;
    this.#underWay++;
    const name = `frame-${case_run_id}-${String(++running.count).padStart(3, "0")}.png`;
    const started_at = this.#clock.now();
    const captured = this.#screen.capture(this.#signal);
    // Its failure is told when its turn to be sent comes.
    captured.catch(() => undefined);
    this.#sending = this.#sending.then(() => this.#send({ name, case_run_id, started_at }, captured));
  }

  async #send(
    frame: { name: string; case_run_id: number; started_at: number },
    captured: Promise<Uint8Array>,
  ): Promise<void> {
    try {
      const bytes = new Uint8Array(await captured);
      await this.#api.putFile({ ...frame, kind: "screenshot", content_type: "image/png" }, bytes, this.#signal);
    } catch (error) {
      if (!this.#signal.aborted)
        this.#log("warn", "a frame of a game is missing", { name: frame.name, error: messageOf(error) });
    } finally {
      this.#underWay--;
    }
  }
}
