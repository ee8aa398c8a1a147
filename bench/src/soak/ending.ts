import { rmSync } from "node:fs";
import type { RoleProcess } from "@udt/testkit";

const ENDED = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/**
 * From now on a signal ends this process and all that it has started, at once: nobody waits for rest then. Playwright hears
 * the signals as well, closes its browser, and would have the process go on.
 * @param dataDir the folder that goes with them
 * @returns how to leave signals alone again
 */
export function endOnSignal(roles: readonly RoleProcess[], dataDir: string): () => void {
  const heard = async (signal: keyof typeof ENDED) => {
    await Promise.all(roles.map((role) => role.kill("SIGKILL")));
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(ENDED[signal]);
  };
  const signals = Object.keys(ENDED) as (keyof typeof ENDED)[];
  for (const signal of signals) process.once(signal, heard);
  return () => {
    for (const signal of signals) process.off(signal, heard);
  };
}
