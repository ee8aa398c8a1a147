/** What `am instrument -r` prints, taken apart as it comes. */

export interface InstrumentationStatus {
  code: number;
  /** Of a status: `class`, `test`, `stack`, …; a value may have many lines. */
  fields: ReadonlyMap<string, string>;
}

export interface InstrumentationEnd {
  /** -1 when the runner came to its end by itself. */
  code: number;
  fields: ReadonlyMap<string, string>;
}

const LINE = /^INSTRUMENTATION_(STATUS|RESULT|STATUS_CODE|CODE|FAILED|ABORTED): ?(.*)$/;
/** A stack trace has thousands of characters; what is beyond is left out. */
const VALUE_MAX = 48 * 1024;

/**
 * @see https://android.googlesource.com/platform/frameworks/base/+/refs/heads/android14-release/cmds/am/src/com/android/commands/am/Instrument.java
 */
export class InstrumentationReader {
  readonly #onStatus: (status: InstrumentationStatus) => void;
  #line = "";
  #fields = new Map<string, string>();
  #last: string | undefined;
  /** How it ended; undefined until it told. */
  end: InstrumentationEnd | undefined;

  constructor(onStatus: (status: InstrumentationStatus) => void) {
    this.#onStatus = onStatus;
  }

  push(text: string): void {
    const lines = (this.#line + text).split(/\r?\n/);
    this.#line = lines.pop() ?? "";
    for (const line of lines) this.#take(line);
  }

  finish(): void {
    if (this.#line !== "") this.#take(this.#line);
    this.#line = "";
  }

  #take(line: string): void {
    const [, kind, rest = ""] = LINE.exec(line) ?? [];
    switch (kind) {
      case undefined:
        if (this.#last !== undefined) this.#append(this.#last, `\n${line}`);
        return;
      case "STATUS":
      case "RESULT": {
        const at = rest.indexOf("=");
        this.#last = at < 0 ? rest : rest.slice(0, at);
        this.#fields.set(this.#last, "");
        this.#append(this.#last, at < 0 ? "" : rest.slice(at + 1));
        return;
      }
      case "STATUS_CODE":
        this.#onStatus({ code: Number(rest), fields: this.#taken() });
        return;
      case "CODE":
        this.end = { code: Number(rest), fields: this.#taken() };
        return;
      default:
        this.#fields.set("shortMsg", rest);
        this.end = { code: 0, fields: this.#taken() };
    }
  }

  #append(name: string, text: string): void {
    this.#fields.set(name, ((this.#fields.get(name) ?? "") + text).slice(0, VALUE_MAX));
  }

  #taken(): ReadonlyMap<string, string> {
    const fields = this.#fields;
    this.#fields = new Map();
    this.#last = undefined;
    return fields;
  }
}
