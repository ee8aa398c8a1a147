import { posix } from "node:path";
import { type Program, type ProgramContext, failWith } from "./program.ts";
import { type Expression, expressionOf } from "./expressions.ts";
import { parseOptions } from "./options.ts";

/*
 * Filters that hand on each line as it comes, for pipes that go on and on (`logcat | grep X`). What they do not know is
 * left to just-bash's own, which give nothing before their input ends.
 */

/** Calls `onLine` with each line, without its end, until it answers false. */
async function eachLine(context: ProgramContext, onLine: (line: string) => Promise<boolean>): Promise<void> {
  const decoder = new TextDecoder();
  let rest = "";
  for (let part = await context.stdin.some(); part; part = await context.stdin.some()) {
    const lines = (rest + decoder.decode(part, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (!(await onLine(line))) return;
  }
  if (rest) await onLine(rest);
}

/** `grep [-EFivw] [-m COUNT] [-e] PATTERN`. */
function grep(kind: "basic" | "extended" | "fixed"): Program {
  return async (context) => {
    const { flags, values, operands } = parseOptions(spreadFlags(context.args), ["-e", "-m"]);
    const pattern = values.get("-e") ?? operands[0];
    if (pattern === undefined) return failWith(context, "grep: no REGEX", 2);
    const regex = compile(pattern, flags.has("-F") ? "fixed" : flags.has("-E") ? "extended" : kind, flags);
    if (!regex) return failWith(context, `grep: bad REGEX '${pattern}'`, 2);
    let left = Number(values.get("-m") ?? Infinity);
    let found = 0;
    await eachLine(context, async (line) => {
      if (regex.test(line) === flags.has("-v")) return true;
      found++;
      await context.stdout(`${line}\n`);
      return --left > 0;
    });
    return found > 0 ? 0 : 1;
  };
}

/** `-iE` as `-i -E`, and `-m5` as `-m 5`. */
function spreadFlags(args: readonly string[]): string[] {
  return args.flatMap((arg) => {
    if (/^-m\d+$/.test(arg)) return ["-m", arg.slice(2)];
    return /^-[A-Za-z]{2,}$/.test(arg) ? Array.from(arg.slice(1), (letter) => `-${letter}`) : [arg];
  });
}

function compile(
  pattern: string,
  kind: "basic" | "extended" | "fixed",
  flags: ReadonlySet<string>,
): Expression | undefined {
  let source = pattern;
  if (kind === "fixed") source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  // In a basic expression these are plain, and special behind a backslash: the other way round than here.
  else if (kind === "basic")
    source = pattern.replace(/\\?[|+?(){}]/g, (token) => (token.length === 2 ? token.slice(1) : `\\${token}`));
  if (flags.has("-w")) source = `\\b(?:${source})\\b`;
  try {
    return expressionOf(source, flags.has("-i"));
  } catch {
    return undefined;
  }
}

/** `head [-n COUNT | -COUNT]`. */
const head: Program = async (context) => {
  const text = context.args.join(" ");
  let left = Number(/^-(?:n\s*)?(\d+)$/.exec(text)?.[1] ?? 10);
  await eachLine(context, async (line) => {
    if (left <= 0) return false;
    await context.stdout(`${line}\n`);
    return --left > 0;
  });
  return 0;
};

/** `tee [-a] [FILE…]`. */
const tee: Program = async (context) => {
  const { files } = context.phone.system;
  const paths = context.args.filter((arg) => !arg.startsWith("-")).map((name) => posix.resolve(context.cwd, name));
  for (const path of paths) {
    files.assertShellMayWrite(path, "open");
    if (context.args.includes("-a")) files.append(path, new Uint8Array(0));
    else files.write(path, "");
  }
  for (let part = await context.stdin.some(); part; part = await context.stdin.some()) {
    for (const path of paths) files.append(path, part);
    await context.stdout(part);
  }
  return 0;
};

const cat: Program = async (context) => {
  for (let part = await context.stdin.some(); part; part = await context.stdin.some()) await context.stdout(part);
  return 0;
};

const GREP_OPTION = /^-(?:[EFeivmw]+|m?\d+|-line-buffered|-color(?:=.*)?)$/;

/** Whether the filters here know every option in use. */
export function canRunLive(name: string, args: readonly string[]): boolean {
  if (name === "cat") return args.length === 0;
  if (name === "head") return /^(?:-(?:n\s*)?\d+)?$/.test(args.join(" "));
  if (!name.endsWith("grep")) return liveFilters.has(name);
  return args.every((arg) => !arg.startsWith("-") || GREP_OPTION.test(arg));
}

export const liveFilters: ReadonlyMap<string, Program> = new Map(
  Object.entries({ cat, tee, egrep: grep("extended"), fgrep: grep("fixed"), grep: grep("basic"), head }),
);
