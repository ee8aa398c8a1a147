import { posix } from "node:path";
import { FileError, errorText } from "../../system/file-errors.ts";
import { type Program, type ProgramContext, failWith } from "../program.ts";

/** `rm [-firRv] FILE…`: as toybox, `-f` is content with what is not there, and with nothing else. */
const rm: Program = async (context) => {
  const ends = context.args.indexOf("--");
  const before = ends < 0 ? context.args : context.args.slice(0, ends);
  const isOption = (arg: string) => /^-[A-Za-z]/.test(arg);
  const letters = before.filter(isOption).join("");
  const operands = [...before.filter((arg) => !isOption(arg)), ...(ends < 0 ? [] : context.args.slice(ends + 1))];
  if (operands.length === 0 && !letters.includes("f")) return failWith(context, "rm: Needs 1 argument");
  let code = 0;
  for (const name of operands) {
    // What ends in a slash or a dot is what it leads to, and that stays.
    const path = posix.resolve(context.cwd, name);
    if (!(await removed(context, path, name, letters))) code = 1;
  }
  return code;
};

/** Takes away what it can, and says of all else why it stays. */
async function removed(context: ProgramContext, path: string, shown: string, letters: string): Promise<boolean> {
  const { files } = context.phone.system;
  try {
    const isFolder = files.stat(path, false).kind === "directory";
    if (isFolder && !/[rR]/.test(letters)) throw new FileError("EISDIR", "rm", path);
    let isEmpty = true;
    if (isFolder)
      for (const name of files.list(path))
        if (!(await removed(context, posix.join(path, name), posix.join(shown, name), letters))) isEmpty = false;
    if (!isEmpty) return false;
    files.assertShellMayRemove(path, "rm");
    files.remove(path);
    return true;
  } catch (error) {
    if (letters.includes("f") && error instanceof FileError && error.code === "ENOENT") return true;
    await failWith(context, `rm: ${shown}: ${errorText(error)}`);
    return false;
  }
}

export const removeCommands = { rm };
