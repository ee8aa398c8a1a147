import { isNonEmpty } from "@udt/base";
import type { Invoked } from "./language/command-runner.ts";
import { BrokenPipe, Exit, exitCodeOf } from "./language/control.ts";
import { Descriptor, type Sink } from "./language/descriptors.ts";
import { Interpreter } from "./language/interpreter.ts";
import { newState, runSource, runText, shellTask } from "./language/shells.ts";
import type { Scope, ShellState } from "./language/state.ts";
import { readScript } from "./language/syntax.ts";
import { type ProgramIo, type ShellPhone, aborted } from "./program.ts";
import { splitSimpleCommand } from "./words.ts";

/** Words that begin what is more than one command, so that the parser has to see them. */
const RESERVED = new Set(
  "! [[ case do done elif else esac fi for function if select then time until while { }".split(" "),
);

/** One shell: a working directory, variables, functions and jobs, and the way lines are run. */
export class Shell {
  /** Set when `exit` was run: the shell is over. */
  exitCode: number | undefined;
  readonly #phone: ShellPhone;
  readonly #state: ShellState;
  readonly #interpreter = new Interpreter();
  /** What `exec` without a command made of the descriptors, and what they were made of. */
  #descriptors = new Map<number, Descriptor>();
  #given = new Map<number, Descriptor>();
  /** What jobs may still have open. */
  readonly #outputs = new Set<Descriptor>();

  constructor(phone: ShellPhone, env: Record<string, string> = {}, cwd = "/") {
    this.#phone = phone;
    this.#state = newState(phone, { ...baseEnv(phone), ...env }, cwd);
  }

  get cwd(): string {
    return this.#state.cwd;
  }

  get env(): Readonly<Record<string, string>> {
    return this.#state.environment();
  }

  /** Whether more lines are needed before these can be run. */
  async needsMore(lines: string): Promise<boolean> {
    return !plainCommand(lines) && (await readScript(lines)) === "incomplete";
  }

  /** Runs a text of any number of lines and answers its exit code. Output comes as it is made. */
  run(text: string, io: ProgramIo): Promise<number> {
    const trimmed = text.trim();
    if (!trimmed) return Promise.resolve(this.#state.lastCode);
    return this.#guard(io, async (scope) => {
      const plain = plainCommand(trimmed);
      // The parser, which takes its time to load, would say no more of a plain line.
      return plain ? this.#interpreter.run(plain, scope) : runText(this.#interpreter, text, scope);
    });
  }

  /** Runs what stdin says, to its end. */
  async runStdin(io: ProgramIo): Promise<number> {
    const code = await this.#guard(io, (scope) => runSource(this.#interpreter, io.stdin, scope));
    return this.exitCode ?? code;
  }

  /** What a shell does last; then waits for the jobs that still have its output open, as a reader of it does. */
  async finish(io: ProgramIo): Promise<void> {
    const scope = this.#scopeOf(io);
    const code = this.exitCode ?? this.#state.lastCode;
    const changed = await this.#interpreter.atExit(scope, code);
    if (changed !== code) this.exitCode = changed;
    const released = Promise.all([...this.#outputs].map((output) => output.released()));
    await Promise.race([released, aborted(io.signal)]);
  }

  /** Its terminal is gone: its jobs get SIGHUP. */
  hangUp(): void {
    for (const { task } of this.#state.jobs) task.signal(1);
  }

  async #guard(io: ProgramIo, run: (scope: Scope) => Promise<number>): Promise<number> {
    const { task, signal } = shellTask(this.#state.pid, ["sh"], this.#phone, io.signal);
    const scope = this.#scopeOf({ ...io, signal });
    let code: number;
    try {
      code = await run(scope);
      if (signal.aborted) code = exitCodeOf(signal);
    } catch (error) {
      code = await this.#interpreter.codeOfEnd(error, scope);
      // Ctrl-C ends what a shell on a terminal runs, and not the shell.
      const isOver = error instanceof Exit ? !io.signal.aborted : io.terminal === undefined;
      if (isOver && !(error instanceof BrokenPipe)) this.exitCode = code;
    } finally {
      this.#phone.system.tasks.remove(task);
    }
    this.#state.lastCode = code;
    return code;
  }

  #scopeOf(io: ProgramIo): Scope {
    const terminal = io.terminal ? { terminal: io.terminal } : {};
    const outputTo = (write: Sink): Descriptor => {
      const sink: Sink = async (output) => {
        try {
          await write(output);
        } catch (error) {
          // Whoever read it has gone.
          if (io.signal.aborted) throw new BrokenPipe();
          throw error;
        }
      };
      const output = new Descriptor({ sink, ...terminal });
      // On a terminal there is a prompt for each line, and nobody waits for the jobs.
      if (!io.terminal) this.#outputs.add(output);
      return output;
    };
    const given = new Map([
      [0, new Descriptor({ source: io.stdin, ...terminal })],
      [1, outputTo((output) => io.stdout(output))],
      [2, outputTo((output) => io.stderr(typeof output === "string" ? output : new TextDecoder().decode(output)))],
    ]);
    const descriptors = new Map([...given, ...this.#changedDescriptors()]);
    this.#given = given;
    this.#descriptors = descriptors;
    const { signal } = io;
    return { phone: this.#phone, state: this.#state, descriptors, signal, isTested: false, depth: 0 };
  }

  #changedDescriptors(): [number, Descriptor][] {
    return [...this.#descriptors].filter(([number, descriptor]) => this.#given.get(number) !== descriptor);
  }
}

/** The text as one command, when it is that and needs no expansion. */
function plainCommand(text: string): Invoked | undefined {
  const { words = [], assignments = {} } = splitSimpleCommand(text.trim()) ?? {};
  return isNonEmpty(words) && !RESERVED.has(words[0]) ? { words, environment: assignments } : undefined;
}

function baseEnv(phone: ShellPhone): Record<string, string> {
  return {
    ANDROID_DATA: "/data",
    ANDROID_ROOT: "/system",
    ANDROID_STORAGE: "/storage",
    EXTERNAL_STORAGE: "/sdcard",
    HOME: "/",
    HOSTNAME: phone.system.profile.device,
    LOGNAME: "shell",
    PATH: "/bin:/product/bin:/system/bin:/vendor/bin",
    SHELL: "/system/bin/sh",
    TMPDIR: "/data/local/tmp",
    USER: "shell",
  };
}
