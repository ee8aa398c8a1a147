import type { Bash, BashExecResult, ByteString, Command, CommandName, ExecOptions } from "just-bash";
import { FileError } from "../system/file-errors.ts";
import { BashFiles } from "./bash-files.ts";
import { EMPTY_SOURCE, type ByteSource, type Program, type ProgramIo, type ShellPhone } from "./program.ts";

/** The commands of just-bash that Android's toybox has too; the rest of its set does not exist on a phone. */
export const TOYBOX_COMMANDS: CommandName[] = [
  "basename",
  "cat",
  "chmod",
  "clear",
  "comm",
  "cp",
  "cut",
  "diff",
  "dirname",
  "du",
  "echo",
  "egrep",
  "env",
  "expand",
  "expr",
  "false",
  "fgrep",
  "file",
  "find",
  "grep",
  "gunzip",
  "gzip",
  "head",
  "hostname",
  "ln",
  "ls",
  "md5sum",
  "mkdir",
  "mv",
  "nl",
  "od",
  "paste",
  "printenv",
  "printf",
  "pwd",
  "readlink",
  "rev",
  "rm",
  "rmdir",
  "sed",
  "seq",
  "sha1sum",
  "sha256sum",
  "sleep",
  "sort",
  "split",
  "strings",
  "tac",
  "tail",
  "tar",
  "tee",
  "time",
  "timeout",
  "touch",
  "tr",
  "true",
  "uniq",
  "wc",
  "which",
  "xargs",
  "zcat",
  "awk",
  "base64",
  "date",
];

/** Commands that one line may run. */
const MAX_COMMANDS = 20_000;

/** What one composed line needs and leaves. */
export interface BashState {
  cwd: string;
  env: Record<string, string>;
}

/**
 * Runs composed shell lines (pipes, redirections, variables, loops) with just-bash. It answers only when the whole line
 * has ended, so streaming commands are kept away from it by the caller. One runner serves a whole phone: each run has its
 * own state.
 */
export class BashRunner {
  readonly #phone: ShellPhone;
  readonly #programs: ReadonlyMap<string, Program>;
  #bash: Promise<Bash> | undefined;

  constructor(phone: ShellPhone, programs: ReadonlyMap<string, Program>) {
    this.#phone = phone;
    this.#programs = programs;
  }

  /** @param input what the line's commands read from stdin. Answers the exit code and changes `state` as the line did. */
  async run(line: string, state: BashState, io: ProgramIo, input: Uint8Array): Promise<number> {
    this.#bash ??= this.#load();
    const bash = await this.#bash;
    const result = await this.#exec(bash, line, {
      rawScript: true,
      replaceEnv: true,
      env: state.env,
      cwd: state.cwd,
      stdin: Buffer.from(input).toString("latin1"),
      stdinKind: "bytes",
      signal: io.signal,
    });
    if ("failure" in result) {
      await io.stderr(`/system/bin/sh: can't create ${result.failure.path}: ${result.failure.text}\n`);
      return 1;
    }
    state.env = result.env;
    state.cwd = result.env["PWD"] ?? state.cwd;
    const isBytes = result.stdoutKind === "bytes" || result.stdoutEncoding === "binary";
    if (result.stdout) await io.stdout(isBytes ? Buffer.from(result.stdout, "latin1") : result.stdout);
    if (result.stderr) await io.stderr(androidWording(result.stderr));
    return result.exitCode;
  }

  /** just-bash lets the error of a redirection that cannot be opened escape; it is the line's failure, not ours. */
  async #exec(bash: Bash, line: string, options: ExecOptions): Promise<BashExecResult | { failure: FileError }> {
    try {
      return await bash.exec(line, options);
    } catch (error) {
      if (error instanceof FileError) return { failure: error };
      throw error;
    }
  }

  async #load(): Promise<Bash> {
    const { Bash, latin1FromBytes } = await import("just-bash");
    return new Bash({
      fs: new BashFiles(this.#phone.system.files),
      cwd: "/",
      commands: TOYBOX_COMMANDS,
      customCommands: [...this.#programs].map(([name, program]) => this.#command(name, program, latin1FromBytes)),
      // A loop of builtins never lets go of the thread that all phones of the process share: half a second at most.
      executionLimits: { maxCommandCount: MAX_COMMANDS, maxLoopIterations: MAX_COMMANDS },
      // The commands run are the phone's own; patching the host's globals would only slow the other phones down.
      defenseInDepth: false,
      processInfo: { pid: 4021, ppid: 730, uid: 2000, gid: 2000 },
    });
  }

  #command(name: string, program: Program, toLatin1: (bytes: ByteString) => string): Command {
    return {
      name,
      execute: async (args, context) => {
        const stdout: Uint8Array[] = [];
        const stderr: string[] = [];
        const exitCode = await program({
          phone: this.#phone,
          args,
          cwd: context.cwd,
          env: Object.fromEntries(context.env),
          stdin: sourceOf(toLatin1(context.stdin)),
          stdout: async (output) => void stdout.push(typeof output === "string" ? Buffer.from(output) : output),
          stderr: async (output) => void stderr.push(output),
          signal: context.signal ?? new AbortController().signal,
        });
        return {
          stdout: Buffer.concat(stdout).toString("latin1"),
          stdoutKind: "bytes",
          stderr: stderr.join(""),
          exitCode,
        };
      },
    };
  }
}

function sourceOf(latin1: string): ByteSource {
  if (!latin1) return EMPTY_SOURCE;
  let rest: Uint8Array = Buffer.from(latin1, "latin1");
  return {
    some: async (limit = Infinity) => {
      if (rest.length === 0) return undefined;
      const taken = rest.subarray(0, limit);
      rest = rest.subarray(taken.length);
      return taken;
    },
  };
}

/** bash's own complaints, as Android's mksh words them. */
function androidWording(stderr: string): string {
  return stderr
    .replace(/^bash: (?:line \d+: )?(.+?): command not found$/gm, "/system/bin/sh: $1: inaccessible or not found")
    .replace(/^bash: (?:line \d+: )?/gm, "/system/bin/sh: ")
    .replace(
      /\bE[A-Z]+: ([a-z][a-z -]+), [a-z]+ '[^'\n]*'/g,
      (_whole, text: string) => text[0]!.toUpperCase() + text.slice(1),
    );
}
