/** What typing led to: bytes to show, or a line, an interrupt (Ctrl-C) or an end of input (Ctrl-D on an empty line). */
export type EditorEvent =
  | { kind: "echo"; text: string }
  | { kind: "line"; text: string }
  | { kind: "interrupt" }
  | { kind: "end" };

const MAX_HISTORY = 200;

/** Editing at the end of the line: enough for a person at a terminal, with the history under the arrow keys. */
export class LineEditor {
  #line = "";
  readonly #history: string[] = [];
  #historyAt = 0;
  /** An escape sequence that has begun. */
  #escape = "";
  readonly #decoder = new TextDecoder();

  /** Takes typed bytes and yields what they did, in order. */
  *type(bytes: Uint8Array): Generator<EditorEvent> {
    for (const char of this.#decoder.decode(bytes, { stream: true })) {
      if (this.#escape || char === "\x1b") yield* this.#typeEscape(char);
      else yield* this.#typeChar(char);
    }
  }

  *#typeChar(char: string): Generator<EditorEvent> {
    if (char === "\r" || char === "\n") {
      yield { kind: "echo", text: "\r\n" };
      yield { kind: "line", text: this.#takeLine() };
    } else if (char === "\x03") {
      this.#line = "";
      yield { kind: "echo", text: "^C\r\n" };
      yield { kind: "interrupt" };
    } else if (char === "\x04") {
      if (this.#line === "") yield { kind: "end" };
    } else if (char === "\x7f" || char === "\b") {
      const chars = [...this.#line];
      const last = chars.pop();
      if (last === undefined) return;
      this.#line = chars.join("");
      yield { kind: "echo", text: "\b \b".repeat(columnsOf(last)) };
    } else if (char === "\x15") {
      yield* this.#replaceLine("");
    } else if (char >= " ") {
      this.#line += char;
      yield { kind: "echo", text: char };
    }
  }

  *#typeEscape(char: string): Generator<EditorEvent> {
    this.#escape += char;
    if (this.#escape.length < 3) return;
    if (!/[A-Za-z~]/.test(char)) return;
    const sequence = this.#escape;
    this.#escape = "";
    if (sequence === "\x1b[A") yield* this.#recall(-1);
    else if (sequence === "\x1b[B") yield* this.#recall(1);
  }

  *#recall(step: number): Generator<EditorEvent> {
    const at = Math.min(Math.max(this.#historyAt + step, 0), this.#history.length);
    this.#historyAt = at;
    yield* this.#replaceLine(this.#history[at] ?? "");
  }

  *#replaceLine(text: string): Generator<EditorEvent> {
    const columns = [...this.#line].reduce((sum, char) => sum + columnsOf(char), 0);
    this.#line = text;
    yield { kind: "echo", text: "\b \b".repeat(columns) + text };
  }

  #takeLine(): string {
    const line = this.#line;
    this.#line = "";
    if (line.trim() && line !== this.#history.at(-1)) this.#history.push(line);
    if (this.#history.length > MAX_HISTORY) this.#history.shift();
    this.#historyAt = this.#history.length;
    return line;
  }
}

/** Wide East Asian characters take two columns. */
function columnsOf(char: string): number {
  return /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(char)
    ? 2
    : 1;
}
