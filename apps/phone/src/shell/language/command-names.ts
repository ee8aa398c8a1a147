import { posix } from "node:path";
import { isToyboxCommand } from "../bash-runner.ts";
import { programs } from "../commands/index.ts";

/** The builtins of which the phone has a file too, so that `exec` and `env` find them. */
export const BUILTINS_WITH_FILES: ReadonlySet<string> = new Set(
  "[ echo env false ionice kill mksh nice nohup pwd run-as setsid sh test timeout toybox true ulimit xargs".split(" "),
);

/** The command of the phone that a name or a path below `/system/bin` means. */
export function commandOf(name: string): string | undefined {
  const base = /^(?:\/system)?\/bin\/[^/]+$/.test(name) ? posix.basename(name) : name;
  return programs.has(base) || isToyboxCommand(base) || BUILTINS_WITH_FILES.has(base) ? base : undefined;
}
