import { access, constants, realpath, stat } from "node:fs/promises";
import { delimiter, resolve } from "node:path";

/** Where a program really lies, by the agent's PATH; undefined where it is not there. */
export async function pathOf(program: string): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    // What begins nowhere begins at the root, as where a version is asked for.
    const path = await realpath(resolve("/", folder, program)).catch(() => undefined);
    if (path !== undefined && (await isRunnable(path))) return path;
  }
  return undefined;
}

async function isRunnable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
