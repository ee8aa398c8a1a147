import { saidInEnglish } from "@udt/base";
import { performanceRecordingName } from "@udt/contract";
import type { Upload } from "./growing-file.ts";
import type { Sampler } from "./sampler.ts";
import { TextRecorder } from "./text.ts";

/** One line of JSON a second: `timestamp` by the server's clock, and what the driver measured; see {@link Sampler}. */
export class PerformanceRecorder {
  readonly #text: TextRecorder;
  readonly #stop: () => void;

  constructor(sampler: Sampler, packageName: string | null, upload: Upload, name = performanceRecordingName(null)) {
    this.#text = new TextRecorder(upload, { name, kind: "performance", content_type: "application/x-ndjson" });
    this.#stop = sampler.watch(packageName, (measured) => {
      if ("said" in measured)
        return upload.log("warn", "performance cannot be measured", { error: saidInEnglish(measured.said) });
      const { timestamp, values, ...facts } = measured.sample;
      this.#text.write(JSON.stringify({ timestamp, ...values, ...facts }));
    });
  }

  async end(signal: AbortSignal): Promise<void> {
    this.#stop();
    await this.#text.end(signal);
  }
}
