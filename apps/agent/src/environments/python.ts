import { execFile } from "node:child_process";
import { promisify } from "node:util";

export interface Python {
  executable: string;
  /** Where its own files are; below `/usr` for the system's. */
  prefix: string;
  version: string;
}

const run = promisify(execFile);
const QUESTION = "import sys, json; print(json.dumps([sys.executable, sys.base_prefix, sys.version.split()[0]]))";
let found: Promise<Python | undefined> | undefined;

/** The machine's Python 3; undefined when it has none. */
export function findPython(): Promise<Python | undefined> {
  found ??= run("python3", ["-I", "-c", QUESTION], { timeout: 20_000 }).then(
    ({ stdout }) => {
      const [executable = "", prefix = "", version = ""] = JSON.parse(stdout) as string[];
      return { executable, prefix, version };
    },
    () => undefined,
  );
  return found;
}
