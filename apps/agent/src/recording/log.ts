import { say, type Said } from "@udt/base";
import type { LogCapability } from "@udt/driver";
import { saidInAll } from "../all-languages.ts";
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
  note(said: Said): void {
    const line = { time: 0, level: "W", tag: "udt", pid: 0, tid: 0, message: saidInAll(said) } as const;
    this.#text.write(logText(line, this.#upload.clock.now()), { isLast: true });
  }

  async end(signal: AbortSignal): Promise<void> {
    this.#stopping.abort(new Error("recording ended"));
    await this.#following;
    const { leftOut } = this.#text;
    if (leftOut > 0) this.note(say("log_lines_left_out", { count: leftOut }));
    await this.#text.end(signal);
  }
}
