import { delay, Emitter, type Said, saidOf, say } from "@udt/base";
import type { PerformanceSample } from "@udt/contract";
import type { PerformanceCapability } from "@udt/driver";
import type { ServerClock } from "./server-clock.ts";

const INTERVAL_MS = 1_000;
/** A device that takes longer for one sample is given time: the next one tells what was since. */
const SAMPLE_TIMEOUT_MS = 10_000;

export interface TimedSample extends PerformanceSample {
  /** By the server's clock. */
  readonly timestamp: number;
}

/** A sample, or why none could be had; the latter is told once for each reason until one can. */
export type Measured = { sample: TimedSample } | { said: Said };

/** Measures once a second what somebody wants to know: one probe for each app, for as long as anybody does. */
export class Sampler {
  readonly #capability: PerformanceCapability;
  readonly #clock: ServerClock;
  readonly #probes = new Map<string | null, Probing>();

  constructor(capability: PerformanceCapability, clock: ServerClock) {
    this.#capability = capability;
    this.#clock = clock;
  }

  /** @param packageName null for the device alone. @returns what ends it */
  watch(packageName: string | null, listener: (measured: Measured) => void): () => void {
    const probing = this.#probes.get(packageName) ?? this.#begin(packageName);
    const unsubscribe = probing.measured.on(listener);
    if (probing.failure) listener({ said: probing.failure });
    return () => {
      unsubscribe();
      if (probing.measured.size > 0 || this.#probes.get(packageName) !== probing) return;
      this.#probes.delete(packageName);
      probing.stopping.abort(new Error("nobody looks"));
    };
  }

  #begin(packageName: string | null): Probing {
    const probing: Probing = { measured: new Emitter(), stopping: new AbortController(), failure: undefined };
    this.#probes.set(packageName, probing);
    void this.#sample(packageName, probing);
    return probing;
  }

  async #sample(packageName: string | null, probing: Probing): Promise<void> {
    const clock = this.#clock;
    const { signal } = probing.stopping;
    const probe = this.#capability.probe(packageName);
    for (let due = clock.now(); !signal.aborted;) {
      const timeout = AbortSignal.timeout(SAMPLE_TIMEOUT_MS);
      try {
        const sample = await probe.sample(AbortSignal.any([signal, timeout]));
        probing.failure = undefined;
        if (sample) probing.measured.emit({ sample: { timestamp: Math.round(clock.now()), ...sample } });
      } catch (error) {
        if (signal.aborted) return;
        const said = timeout.aborted
          ? say("device_silent")
          : saidOf(error, (raw) => say("device_not_measured", {}, raw));
        const isNews = said.code !== probing.failure?.code || said.evidence !== probing.failure.evidence;
        probing.failure = said;
        if (isNews) probing.measured.emit({ said });
      }
      due = Math.max(due + INTERVAL_MS, clock.now());
      await delay(Math.max(0, due - clock.now()), signal).catch(() => undefined);
    }
  }
}

interface Probing {
  measured: Emitter<Measured>;
  stopping: AbortController;
  failure: Said | undefined;
}
