import { readdirSync, readFileSync } from "node:fs";
import { expect } from "vitest";
import type { OpenWorkplace } from "../src/isolation/isolation.ts";

/** The command lines of all processes of this machine, their words parted by NUL. */
export const commands = (): string[] =>
  readdirSync("/proc").flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [readFileSync(`/proc/${pid}/cmdline`, "latin1")] : [];
    } catch {
      return [];
    }
  });

/** How many processes sleep for so long. */
export const asleep = (seconds: string): number =>
  commands().filter((line) => line.startsWith(`sleep\0${seconds}`)).length;

/** Kills a place in which this script has two processes sleep for so long, and expects neither to be left. */
export async function expectKilledWhole(place: OpenWorkplace, script: string, seconds: string): Promise<void> {
  const launched = place.launch({ argv: ["/bin/sh", "-c", script], cwd: place.library, env: {} });
  launched.output.resume();
  await expect.poll(() => asleep(seconds), { timeout: 30_000 }).toBe(2);
  launched.kill();
  expect(await launched.exited).toMatchObject({ signal: "SIGKILL", bound: null });
  expect(asleep(seconds)).toBe(0);
}
