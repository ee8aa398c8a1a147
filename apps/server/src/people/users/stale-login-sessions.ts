import { LIMITS } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";

/** More than any browser's calls at once; who sends made-up sessions only makes this forget others early. */
const REMEMBERED_MAX = 10_000;

/**
 * Which sessions that are over a browser may be told to forget. It forgets its cookie by the name, whatever its value is
 * by then: a refusal that arrives after a new sign-in would take the new session along. So it is told once, and no more
 * for as long as it may still wait for answers to calls that it made with the old cookie; and while it signs in, not at
 * all, because the new cookie takes the old one's place by itself.
 */
export class StaleLoginSessions {
  readonly #clock: ServerClock;
  /** Until when to say nothing, by the session's hash; in the order of what was added. */
  readonly #quietUntil = new Map<string, number>();

  constructor(clock: ServerClock) {
    this.#clock = clock;
  }

  /** A browser that has this session's cookie is given another one. */
  replace(session_hash: string): void {
    this.#keepQuiet(session_hash);
  }

  /** Whether the answer that refuses this session is to have the browser forget it; the next ones are not. */
  mayForget(session_hash: string): boolean {
    if ((this.#quietUntil.get(session_hash) ?? 0) > this.#clock.now()) return false;
    this.#keepQuiet(session_hash);
    return true;
  }

  #keepQuiet(session_hash: string): void {
    const now = this.#clock.now();
    this.#quietUntil.delete(session_hash);
    this.#quietUntil.set(session_hash, now + LIMITS.request_timeout_ms);
    for (const [hash, until] of this.#quietUntil) {
      if (until > now && this.#quietUntil.size <= REMEMBERED_MAX) break;
      this.#quietUntil.delete(hash);
    }
  }
}
