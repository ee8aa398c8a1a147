import { delay } from "@udt/base";
import type { PerformanceCapability } from "@udt/driver";
import { messageOf } from "../logger.ts";
import type { Upload } from "./growing-file.ts";
import { TextRecorder } from "./text.ts";

const INTERVAL_MS = 1_000;
/** A device that takes longer for one sample is given time: the next one tells what was since. */
const SAMPLE_TIMEOUT_MS = 10_000;

/** One line of JSON a second: `timestamp` by the server's clock, and what the driver measured; see {@link PerformanceCapability}. */
export class PerformanceRecorder {
  readonly #text: TextRecorder;
  readonly #upload: Upload;
  readonly #stopping = new AbortController();
  readonly #sampling: Promise<void>;

  constructor(capability: PerformanceCapability, packageName: string | null, upload: Upload) {
    this.#upload = upload;
    this.#text = new TextRecorder(upload, {
      name: "performance.jsonl",
      kind: "performance",
      content_type: "application/x-ndjson",
    });
    this.#sampling = this.#sample(capability, packageName);
  }

  async end(signal: AbortSignal): Promise<void> {
    this.#stopping.abort(new Error("recording ended"));
    await this.#sampling;
    await this.#text.end(signal);
  }

  async #sample(capability: PerformanceCapability, packageName: string | null): Promise<void> {
    const { clock, log } = this.#upload;
    const { signal } = this.#stopping;
    const probe = capability.probe(packageName);
    let failure = "";
    for (let due = clock.now(); !signal.aborted;) {
      try {
        const sample = await probe.sample(AbortSignal.any([signal, AbortSignal.timeout(SAMPLE_TIMEOUT_MS)]));
        if (sample) {
          const { values, ...facts } = sample;
          this.#text.write(JSON.stringify({ timestamp: Math.round(clock.now()), ...values, ...facts }));
        }
        failure = "";
      } catch (error) {
        if (signal.aborted) return;
        if (messageOf(error) !== failure) log("warn", "performance cannot be measured", { error: messageOf(error) });
        failure = messageOf(error);
      }
      due = Math.max(due + INTERVAL_MS, clock.now());
      await delay(Math.max(0, due - clock.now()), signal).catch(() => undefined);
    }
  }
}
