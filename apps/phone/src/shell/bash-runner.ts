import type { Bash, BashExecResult, ByteString, Command, CommandName, ExecOptions } from "just-bash";
import { FileError } from "../system/file-errors.ts";
import { BashFiles } from "./bash-files.ts";
import { loadSyntax } from "./language/syntax.ts";
import { programs } from "./commands/index.ts";
import {
  EMPTY_SOURCE,
  type ByteSource,
  type Program,
  type ProgramContext,
  type ShellPhone,
  readAll,
  readerOf,
} from "./program.ts";
import { readsInput } from "./reading.ts";

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
  "egrep",
  "expand",
  "expr",
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
  "readlink",
  "rev",
  "rm",
  "rmdir",
  "sed",
  "seq",
  "sha1sum",
  "sha256sum",
  "sort",
  "split",
  "strings",
  "tac",
  "tail",
  "tar",
  "tee",
  "touch",
  "tr",
  "uniq",
  "wc",
  "which",
  "zcat",
  "awk",
  "base64",
  "date",
];

/** What this phone's shell has of its own, but `find -exec` runs from here. */
const FOR_FIND: CommandName[] = ["echo", "env", "false", "pwd", "true", "xargs"];

const TOYBOX = new Set<string>(TOYBOX_COMMANDS);

export function isToyboxCommand(name: string): boolean {
  return TOYBOX.has(name);
}

/** Commands that one command may run, as `find -exec` does. */
const MAX_COMMANDS = 20_000;

const runners = new WeakMap<ShellPhone, BashRunner>();

export function bashRunnerOf(phone: ShellPhone): BashRunner {
  const runner = runners.get(phone) ?? new BashRunner(phone);
  runners.set(phone, runner);
  return runner;
}

/**
 * Runs toybox's commands with those of just-bash. One runner serves a whole phone. They take their input and give their
 * output as a whole, so what has to flow is kept away from it by the caller.
 */
export class BashRunner {
  readonly #phone: ShellPhone;
  #bash: Promise<Bash> | undefined;

  constructor(phone: ShellPhone) {
    this.#phone = phone;
  }

  async run(name: string, context: ProgramContext): Promise<number> {
    this.#bash ??= this.#load();
    const bash = await this.#bash;
    const input = await readAll(readsInput([name, ...context.args]) ? context.stdin : EMPTY_SOURCE);
    const result = await this.#exec(bash, name, {
      args: [...context.args],
      rawScript: true,
      replaceEnv: true,
      // What tells the time does so in the phone's zone, unless it is told another.
      env: { TZ: this.#phone.system.props.timeZone, ...context.env },
      cwd: context.cwd,
      stdin: Buffer.from(input).toString("latin1"),
      stdinKind: "bytes",
      signal: context.signal,
    });
    if ("failure" in result) {
      await context.stderr(`${name}: ${result.failure.path}: ${result.failure.text}\n`);
      return 1;
    }
    const isBytes = result.stdoutKind === "bytes" || result.stdoutEncoding === "binary";
    if (result.stdout) await context.stdout(isBytes ? Buffer.from(result.stdout, "latin1") : result.stdout);
    if (result.stderr) await context.stderr(androidWording(result.stderr));
    return result.exitCode;
  }

  /** just-bash lets some errors of the file system escape; they are the command's failure, not ours. */
  async #exec(bash: Bash, line: string, options: ExecOptions): Promise<BashExecResult | { failure: FileError }> {
    try {
      return await bash.exec(line, options);
    } catch (error) {
      if (error instanceof FileError) return { failure: error };
      throw error;
    }
  }

  async #load(): Promise<Bash> {
    const { Bash, latin1FromBytes } = await loadSyntax();
    const { sh } = await import("./commands/sh.ts");
    return new Bash({
      fs: new BashFiles(this.#phone.system.files, readerOf(this.#phone)),
      cwd: "/",
      commands: [...TOYBOX_COMMANDS, ...FOR_FIND],
      customCommands: [...programs, ["sh", sh] as const].map(([name, program]) =>
        this.#command(name, program, latin1FromBytes),
      ),
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
      (_whole, text: string) => text.charAt(0).toUpperCase() + text.slice(1),
    );
}
