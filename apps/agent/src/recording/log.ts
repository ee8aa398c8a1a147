import type { LogCapability, LogEntry } from "@udt/driver";
import { ArrivalClock } from "./server-clock.ts";
import type { Upload } from "./growing-file.ts";
import { TextRecorder } from "./text.ts";

/** The last line from before says where the recording begins; followers cannot be given none. */
const BACKLOG = 1;

/**
 * The device's log as text, one line an entry: `1767225600.123 1234 5678 I Tag: message`, with the server's time in
 * seconds, process, thread and level.
 */
export class LogRecorder {
  readonly #text: TextRecorder;
  readonly #upload: Upload;
  readonly #times = new ArrivalClock();
  readonly #stopping = new AbortController();
  readonly #following: Promise<void>;

  constructor(capability: LogCapability, upload: Upload) {
    this.#upload = upload;
    this.#text = new TextRecorder(upload, { name: "device.log", kind: "log", content_type: "text/plain" });
    this.#following = this.#follow(capability);
  }

  /** A line of the recorder's own. */
  note(message: string): void {
    this.#text.write(lineOf({ time: 0, level: "W", tag: "udt", pid: 0, tid: 0, message }, this.#upload.clock.now()));
  }

  async end(signal: AbortSignal): Promise<void> {
    this.#stopping.abort(new Error("recording ended"));
    await this.#following;
    if (this.#text.leftOut > 0) this.note(`${this.#text.leftOut} lines left out`);
    await this.#text.end(signal);
  }

  async #follow(capability: LogCapability): Promise<void> {
    const { signal } = this.#stopping;
    try {
      for await (const entries of capability.follow(BACKLOG, signal)) {
        const newest = entries.at(-1);
        if (!newest) continue;
        const now = this.#upload.clock.now();
        // The newest line came fastest, so the times of its batch follow from it.
        this.#times.map(newest.time, now);
        this.#text.write(entries.map((entry) => lineOf(entry, this.#times.map(entry.time, now))).join(""));
      }
    } catch (error) {
      if (!signal.aborted) this.#upload.log("warn", "log cannot be recorded any more", { error });
    }
  }
}

function lineOf({ pid, tid, level, tag, message }: LogEntry, time: number): string {
  const head = `${(time / 1000).toFixed(3)} ${pid} ${tid} ${level} ${tag}: `;
  return message
    .split("\n")
    .map((line) => `${head}${line}\n`)
    .join("");
}
