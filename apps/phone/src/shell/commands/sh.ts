import { posix } from "node:path";
import { errorText } from "../../system/file-errors.ts";
import { Shell } from "../executor.ts";
import { type Program, failWith } from "../program.ts";
import { runScript } from "../sessions.ts";
import { quoteWord } from "../words.ts";

/** `sh [-c LINE [NAME ARG…] | FILE [ARG…]]`; without either, the script is stdin. */
export const sh: Program = async (context) => {
  const [first, ...rest] = context.args;
  const shell = new Shell(context.phone, context.env, context.cwd);
  if (first === undefined || first === "-s") return runScript(shell, context);
  if (first === "-c") {
    const [line = "", , ...args] = rest;
    return shell.run(withArguments(line, args), context);
  }
  try {
    const script = new TextDecoder().decode(context.phone.system.files.read(posix.resolve(context.cwd, first)));
    return await shell.run(withArguments(script, rest), context);
  } catch (error) {
    return failWith(context, `/system/bin/sh: ${first}: ${errorText(error)}`, 127);
  }
};

function withArguments(script: string, args: readonly string[]): string {
  return args.length === 0 ? script : `set -- ${args.map(quoteWord).join(" ")}\n${script}`;
}
