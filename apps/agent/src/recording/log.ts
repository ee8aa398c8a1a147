import type { LogCapability } from "@udt/driver";
import { followLog, logText } from "./follow-log.ts";
import type { Upload } from "./growing-file.ts";
import { TextRecorder } from "./text.ts";

/** The device's log as text, one line an entry, see {@link logText}. */
export class LogRecorder {
  readonly #text: TextRecorder;
  readonly #upload: Upload;
  readonly #stopping = new AbortController();
  readonly #following: Promise<void>;

  constructor(capability: LogCapability, upload: Upload) {
    this.#upload = upload;
    this.#text = new TextRecorder(upload, { name: "device.log", kind: "log", content_type: "text/plain" });
    this.#following = followLog(capability, upload.clock, this.#stopping.signal, (batch) =>
      this.#text.write(batch.map(({ text }) => text).join("")),
    ).catch((error: unknown) => upload.log("warn", "log cannot be recorded any more", { error }));
  }

  /** A line of the recorder's own. */
  note(message: string): void {
    this.#text.write(logText({ time: 0, level: "W", tag: "udt", pid: 0, tid: 0, message }, this.#upload.clock.now()));
  }

  async end(signal: AbortSignal): Promise<void> {
    this.#stopping.abort(new Error("recording ended"));
    await this.#following;
    if (this.#text.leftOut > 0) this.note(`${this.#text.leftOut} lines left out`);
    await this.#text.end(signal);
  }
}
