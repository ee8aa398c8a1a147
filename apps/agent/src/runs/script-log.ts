import { noteLine, say, type Said } from "@udt/base";
import { TextRecorder, type Upload } from "../recording/index.ts";

const MAX_BYTES = 16 * 1024 ** 2;
/** A line that does not end is cut here. */
const LINE_MAX = 8 * 1024;

/** What a run's scripts print, and what the agent does for them: sent while the run goes on, in whole lines, bounded. */
export class ScriptLog {
  readonly #recorder: TextRecorder;
  #line = "";

  constructor(upload: Upload) {
    this.#recorder = new TextRecorder(upload, {
      name: "script.log",
      kind: "script_log",
      content_type: "text/plain; charset=utf-8",
      maxBytes: MAX_BYTES,
    });
  }

  add(text: string): void {
    const held = this.#line + text;
    const end = held.lastIndexOf("\n") + 1;
    this.#recorder.write(held.slice(0, end));
    this.#line = held.slice(end);
    if (this.#line.length > LINE_MAX) this.#flush();
  }

  /** A line of the agent's own. */
  note(said: Said): void {
    this.#flush();
    this.#recorder.write(noteLine(new Date(), said));
  }

  async end(signal: AbortSignal): Promise<void> {
    this.#flush();
    const { leftOut } = this.#recorder;
    const said = say("log_lines_left_out", { count: leftOut });
    if (leftOut > 0) this.#recorder.write(noteLine(new Date(), said), { isLast: true });
    await this.#recorder.end(signal);
  }

  #flush(): void {
    this.#recorder.write(this.#line);
    this.#line = "";
  }
}
