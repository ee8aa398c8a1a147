import { Shell } from "../executor.ts";
import { type Program } from "../program.ts";
import { quoteWord } from "../words.ts";

/** `sh …` where `find -exec` runs it; the shell itself has it built in. */
export const sh: Program = async (context) => {
  const shell = new Shell(context.phone, context.env, context.cwd);
  const code = await shell.run(`exec sh ${context.args.map(quoteWord).join(" ")}`, context);
  await shell.finish(context);
  return shell.exitCode ?? code;
};
