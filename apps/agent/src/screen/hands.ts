import { delay, Emitter } from "@udt/base";
import type { InputSink } from "@udt/driver";

/** What takes longer than this, as a finger that rests or a source that cannot be opened, is not waited for. */
const WAIT_MAX_MS = 5_000;

/** A way to give a device input. */
export interface InputWay {
  sink: InputSink;
  source: "live" | "commands";
  /** Aborts when what was given may never settle any more. */
  ended: AbortSignal;
}

/** Resolves when it is told, or it took too long, or the signal aborts. */
export async function told(emitter: Emitter<void>, signal: AbortSignal): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const off = emitter.on(() => heard.resolve());
  await Promise.race([heard.promise, delay(WAIT_MAX_MS, signal).catch(() => undefined)]);
  off();
}

/**
 * Those who are giving the device something: of a source that is replaced meanwhile nobody would know whether it had that, and
 * a finger that is down would stay so.
 */
export class Hands {
  readonly #giving = new Set<object>();
  readonly #freed = new Emitter<void>();

  giving(who: object, isGiving: boolean): void {
    if (isGiving) this.#giving.add(who);
    else if (this.#giving.delete(who) && this.#giving.size === 0) this.#freed.emit();
  }

  /** Resolves when nobody is giving anything, or it took too long, or the signal aborts. */
  async free(signal: AbortSignal): Promise<void> {
    if (this.#giving.size > 0) await told(this.#freed, signal);
  }
}
