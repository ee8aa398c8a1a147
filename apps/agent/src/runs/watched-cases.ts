import { LIMITS, type RunCaseResult } from "@udt/contract";
import type { Executor } from "./executor.ts";

const TELL_EVERY_MS = 1_000;

/** Cases that somebody reads of while they run: what they do and print is told as it comes, and at no other time. */
export class WatchedCases {
  readonly #executor: Pick<Executor, "newsOf">;
  readonly #send: (results: RunCaseResult[]) => Promise<void>;
  /** Until when each is watched. */
  readonly #until = new Map<number, number>();
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> | undefined;
  #isClosed = false;

  /** @param send nothing that is told by it is waited for: how a case ends tells all of it again */
  constructor(executor: Pick<Executor, "newsOf">, send: (results: RunCaseResult[]) => Promise<void>) {
    this.#executor = executor;
    this.#send = send;
  }

  watch(case_run_id: number): void {
    if (this.#isClosed) return;
    this.#until.set(case_run_id, performance.now() + LIMITS.case_watched_ms);
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#tell(), TELL_EVERY_MS);
    this.#tell();
  }

  close(): void {
    this.#isClosed = true;
    this.#rest();
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tell(): void {
    const now = performance.now();
    for (const [id, until] of this.#until) if (until <= now) this.#until.delete(id);
    if (this.#until.size === 0) return this.#rest();
    // A server that is slow is told more at a time, not oftener.
    if (this.#telling) return;
    const news = this.#executor.newsOf(new Set(this.#until.keys()));
    if (news.length === 0) return;
    this.#telling = this.#send(news)
      .catch(() => undefined)
      .finally(() => (this.#telling = undefined));
  }
}
