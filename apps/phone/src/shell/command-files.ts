import type { PhoneFiles } from "../system/files.ts";
import { TOYBOX_COMMANDS } from "./bash-runner.ts";
import { programs } from "./commands/index.ts";
import { BUILTINS_WITH_FILES } from "./language/command-names.ts";

/**
 * Shows every command under `/system/bin`, where `which` and scripts look for them. just-bash takes a file below `/bin` for
 * its command of that name and any other for a script, so each file is the script that leads there.
 */
export function layCommands(files: PhoneFiles): void {
  for (const name of new Set([...TOYBOX_COMMANDS, ...programs.keys(), ...BUILTINS_WITH_FILES])) {
    files.provide(`/system/bin/${name}`, () => `exec /bin/${name} "$@"\n`, { mode: 0o755 });
  }
}
