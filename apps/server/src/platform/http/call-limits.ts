/** How many calls one caller may make in a minute, so that a program gone wild leaves room for the others. */
import type { IncomingHttpHeaders } from "node:http";
import { UdtError } from "@udt/contract";
import type { ServerClock } from "../clock.ts";
import { hashSecret } from "../ids.ts";
import { addressKey } from "./addresses.ts";
import { credentialsOf } from "./caller.ts";

const WINDOW_MS = 60_000;
/** One address may be that of a whole office. */
const CALLERS_AN_ADDRESS = 10;
/** Callers that are remembered; of more, those that were not heard of for longest begin anew. */
const CALLERS_MAX = 20_000;

/** Counts a call, by what it shows and from where. @throws UdtError rate_limited */
export type CountCall = (call: { headers: IncomingHttpHeaders; ip: string }) => void;

/** Calls of each in the minute that began with its first one; by a clock that nobody sets, which no package for it counts by. */
class Windows {
  readonly #clock: ServerClock;
  readonly #max: number;
  readonly #windows = new Map<string, { begun: number; calls: number }>();
  constructor(clock: ServerClock, max: number) {
    this.#clock = clock;
    this.#max = max;
  }

  count(key: string): void {
    const now = this.#clock.elapsed();
    const last = this.#windows.get(key);
    const window = last && last.begun > now - WINDOW_MS ? last : { begun: now, calls: 0 };
    this.#windows.delete(key);
    this.#windows.set(key, window);
    const oldest = this.#windows.keys().next().value;
    if (this.#windows.size > CALLERS_MAX && oldest !== undefined) this.#windows.delete(oldest);
    if (++window.calls <= this.#max) return;
    throw new UdtError("rate_limited", { seconds: Math.ceil((window.begun + WINDOW_MS - now) / 1000) });
  }
}

/**
 * Counts by the credential that a call shows, whoever's it is, and by its address, so that no credential is tried for the room
 * that another one gives. Each server counts by itself.
 *
 * @param calls_per_minute of one caller; an address may have ten times as many. 0: no limit
 */
export function limitCalls(
  clock: ServerClock,
  { calls_per_minute, sessionCookie }: { calls_per_minute: number; sessionCookie: string },
): CountCall {
  if (calls_per_minute === 0) return () => undefined;
  const addresses = new Windows(clock, calls_per_minute * CALLERS_AN_ADDRESS);
  const callers = new Windows(clock, calls_per_minute);
  return ({ headers, ip }) => {
    const address = addressKey(ip);
    addresses.count(address);
    const { session, bearer, key } = credentialsOf(headers, sessionCookie);
    // With the secret: who knows the id alone takes nothing from whose key it is.
    const shown = key ? `${key.secret_id}:${key.secret_key}` : (bearer ?? session);
    callers.count(shown === undefined ? address : hashSecret(shown));
  };
}
