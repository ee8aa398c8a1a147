import { posix } from "node:path";
import { BashRunner, type BashState } from "./bash-runner.ts";
import { programs } from "./commands/index.ts";
import { sh } from "./commands/sh.ts";
import { EMPTY_SOURCE, type Program, type ProgramIo, type ShellPhone, readAll } from "./program.ts";
import { type LineStep, readsInput, stepsOf } from "./line-shape.ts";
import { liveStages, runLive } from "./live-pipeline.ts";
import { type SimpleCommand, quoteWord, splitSimpleCommand } from "./words.ts";

/** The exit code of a command that a signal ended, by Ctrl-C. */
export const EXIT_INTERRUPTED = 130;

const runners = new WeakMap<ShellPhone, BashRunner>();

/** One shell: a working directory, variables, and the way lines are run. */
export class Shell {
  /** Set when `exit` was run: the shell is over. */
  exitCode: number | undefined;
  readonly #phone: ShellPhone;
  readonly #state: BashState;
  #lastCode = 0;

  constructor(phone: ShellPhone, env: Record<string, string> = {}, cwd = "/") {
    this.#phone = phone;
    this.#state = { cwd, env: { ...baseEnv(phone), ...env, PWD: cwd } };
  }

  get cwd(): string {
    return this.#state.cwd;
  }

  get env(): Readonly<Record<string, string>> {
    return this.#state.env;
  }

  /** Runs one line and answers its exit code. Output streams as it is made wherever a command of the phone makes it. */
  async run(line: string, io: ProgramIo): Promise<number> {
    const trimmed = line.trim();
    if (!trimmed) return this.#lastCode;
    this.#lastCode = await this.#runLine(trimmed, io);
    return this.#lastCode;
  }

  async #runLine(line: string, io: ProgramIo): Promise<number> {
    const simple = splitSimpleCommand(line);
    if (simple) return (await this.#runSimple(simple, io)) ?? this.#runComposed(line, io, readsInput(simple.words));
    const steps = await stepsOf(line);
    return this.#runSteps(steps, io);
  }

  async #runSteps(steps: readonly LineStep[], io: ProgramIo): Promise<number> {
    let code = this.#lastCode;
    for (const { text, after, reads, stages } of steps) {
      if (io.signal.aborted || this.exitCode !== undefined) break;
      if ((after === "&&" && code !== 0) || (after === "||" && code === 0)) continue;
      const live = liveStages(stages);
      if (live) {
        code = await runLive(live, { ...io, phone: this.#phone, ...this.#state });
        continue;
      }
      const simple = splitSimpleCommand(text);
      this.#lastCode = code;
      const known = simple && (await this.#runSimple(simple, io));
      code = known ?? (await this.#runComposed(text.includes("$?") ? `(exit ${code}); ${text}` : text, io, reads));
      if (/^(?:exit|exec)\b/.test(text)) this.exitCode = code;
    }
    return code;
  }

  /** Undefined when the command is not one that runs here. */
  async #runSimple({ assignments, words: given }: SimpleCommand, io: ProgramIo): Promise<number | undefined> {
    const isWrapped = given.length > 1 && (given[0] === "exec" || given[0] === "toybox");
    const words = isWrapped ? given.slice(1) : given;
    const [name, ...args] = words;
    if (name === undefined) {
      Object.assign(this.#state.env, assignments);
      return 0;
    }
    if (name === "exit") return this.#exit(args[0]);
    const program = findProgram(name);
    if (!program)
      return given[0] === "toybox" && isWrapped
        ? this.#runComposed(words.map(quoteWord).join(" "), io, readsInput(words))
        : undefined;
    const env = { ...this.#state.env, ...assignments };
    const code = await program({ ...io, phone: this.#phone, args, cwd: this.#state.cwd, env });
    return io.signal.aborted ? EXIT_INTERRUPTED : code;
  }

  async #runComposed(line: string, io: ProgramIo, needsInput: boolean): Promise<number> {
    const runner = runners.get(this.#phone) ?? new BashRunner(this.#phone, programs);
    runners.set(this.#phone, runner);
    const input = await readAll(needsInput ? io.stdin : EMPTY_SOURCE);
    if (io.signal.aborted) return EXIT_INTERRUPTED;
    return runner.run(line, this.#state, io, input);
  }

  #exit(code: string | undefined): number {
    this.exitCode = code === undefined ? this.#lastCode : Number(code) & 0xff;
    return this.exitCode;
  }
}

/** A command by name, or by its path in the phone. */
function findProgram(name: string): Program | undefined {
  const base = /^(?:\/system)?\/bin\/[^/]+$/.test(name) ? posix.basename(name) : name;
  return base === "sh" ? sh : programs.get(base);
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
    PWD: "/",
    SHELL: "/system/bin/sh",
    TMPDIR: "/data/local/tmp",
    USER: "shell",
  };
}
