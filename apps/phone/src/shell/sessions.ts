import { Shell } from "./executor.ts";
import { InputQueue } from "./input-queue.ts";
import { LineEditor, type EditorEvent } from "./line-editor.ts";
import type { ProgramIo, TerminalSize } from "./program.ts";

const NEWLINE = 0x0a;

/** A shell on a terminal: prompt, echo, line editing, history; Ctrl-C stops what runs, Ctrl-D ends an empty line's shell. */
export async function runInteractive(shell: Shell, io: ProgramIo, terminal: TerminalSize): Promise<number> {
  const session = new InteractiveSession(shell, io, terminal);
  return session.run();
}

/** One command on a terminal (`adb shell -t COMMAND`): typing is echoed and Ctrl-C stops it, but there is no prompt. */
export async function runOnTerminal(
  shell: Shell,
  command: string,
  io: ProgramIo,
  terminal: TerminalSize,
): Promise<number> {
  const session = new InteractiveSession(shell, io, terminal);
  return session.runOne(command);
}

class InteractiveSession {
  readonly #shell: Shell;
  readonly #io: ProgramIo;
  readonly #terminal: TerminalSize;
  readonly #editor = new LineEditor();
  readonly #lines: string[] = [];
  /** What was typed of a command that needs more lines. */
  #begun = "";
  #lastCode = 0;
  #hasPrompt = true;
  /** The command that runs now: where typed lines go, and what Ctrl-C aborts. */
  #running: { input: InputQueue; stop: AbortController } | undefined;

  constructor(shell: Shell, io: ProgramIo, terminal: TerminalSize) {
    this.#shell = shell;
    this.#io = io;
    this.#terminal = terminal;
  }

  async run(): Promise<number> {
    await this.#prompt();
    let work: Promise<void> = Promise.resolve();
    for (let typed = await this.#io.stdin.some(); typed; typed = await this.#nextTyped(work)) {
      const isOver = await this.#take(typed);
      if (!this.#running && this.#lines.length > 0) work = this.#runLines();
      if (isOver) break;
    }
    this.#running?.input.end();
    await work;
    this.#shell.hangUp();
    return this.#shell.exitCode ?? this.#lastCode;
  }

  async runOne(command: string): Promise<number> {
    this.#hasPrompt = false;
    this.#lines.push(command);
    const work = this.#runLines();
    const typing = (async () => {
      for (let typed = await this.#io.stdin.some(); typed; typed = await this.#io.stdin.some()) await this.#take(typed);
      this.#running?.input.end();
    })();
    // What is typed after the command has ended has nobody to go to.
    typing.catch(() => undefined);
    await work;
    return this.#lastCode;
  }

  /** Handles typed bytes. True when they end the shell. */
  async #take(typed: Uint8Array): Promise<boolean> {
    let isOver = false;
    for (const event of this.#editor.type(typed)) {
      if (event.kind === "echo") await this.#io.stdout(event.text);
      else if (this.#running) this.#whileRunning(event);
      else if (event.kind === "end") isOver = true;
      else if (event.kind === "interrupt") {
        this.#begun = "";
        await this.#prompt();
      } else this.#lines.push(event.text);
    }
    if (!this.#running && this.#lines.some((line) => line.trim() === "")) await this.#skipEmptyLines();
    return isOver;
  }

  async #skipEmptyLines(): Promise<void> {
    while (this.#lines[0]?.trim() === "" && !this.#begun) {
      this.#lines.shift();
      await this.#prompt();
    }
  }

  /** The next bytes typed, or undefined at once when `exit` ends the shell while nothing is typed. */
  async #nextTyped(work: Promise<void>): Promise<Uint8Array | undefined> {
    const { promise: exited, resolve } = Promise.withResolvers<undefined>();
    const ended = work.finally(() => {
      if (this.#shell.exitCode !== undefined) resolve(undefined);
    });
    return Promise.race([this.#io.stdin.some(), ended.then(() => exited)]);
  }

  #whileRunning(event: Exclude<EditorEvent, { kind: "echo" }>): void {
    if (event.kind === "interrupt") this.#running?.stop.abort();
    else if (event.kind === "end") this.#running?.input.end();
    else void this.#running?.input.push(Buffer.from(`${event.text}\n`));
  }

  async #runLines(): Promise<void> {
    for (let line = this.#nextLine(); line !== undefined; line = this.#nextLine()) {
      const text = `${this.#begun}${line}\n`;
      if (this.#hasPrompt && (await this.#shell.needsMore(text))) {
        this.#begun = text;
        await this.#io.stdout("> ");
        continue;
      }
      this.#begun = "";
      const stop = new AbortController();
      const input = new InputQueue();
      this.#running = { input, stop };
      const cooked = (output: Uint8Array | string) => this.#io.stdout(withCarriageReturns(output));
      this.#lastCode = await this.#shell.run(text, {
        stdin: input,
        stdout: cooked,
        stderr: cooked,
        signal: AbortSignal.any([this.#io.signal, stop.signal]),
        terminal: this.#terminal,
      });
      this.#running = undefined;
      if (this.#shell.exitCode === undefined) await this.#prompt(this.#lastCode);
    }
  }

  /** The next line to run, while there is one and a shell to run it. */
  #nextLine(): string | undefined {
    return this.#shell.exitCode === undefined && !this.#io.signal.aborted ? this.#lines.shift() : undefined;
  }

  async #prompt(lastCode = 0): Promise<void> {
    if (!this.#hasPrompt) return;
    const status = lastCode === 0 ? "" : `${lastCode}|`;
    await this.#io.stdout(`${status}${this.#shell.env["HOSTNAME"]}:${this.#shell.cwd} $ `);
  }
}

/** What a terminal does with the line ends of its programs' output. */
function withCarriageReturns(output: Uint8Array | string): Uint8Array | string {
  if (typeof output === "string") return output.replace(/\r?\n/g, "\r\n");
  return output.includes(NEWLINE)
    ? Buffer.from(Buffer.from(output).toString("latin1").replace(/\r?\n/g, "\r\n"), "latin1")
    : output;
}
