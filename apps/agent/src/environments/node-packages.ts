import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { install } from "./install.ts";

const lockFile = z.object({
  packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional(), link: z.boolean().optional() })),
});

/**
 * Whether a lock file has anything to install, and what in it is refused: packages come from registries by https alone, not from
 * git, folders or other addresses.
 * @see https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json
 */
export function checkLock(text: string): { fault?: string; isEmpty: boolean } {
  let read;
  try {
    read = lockFile.safeParse(JSON.parse(text));
  } catch {
    return { fault: "package-lock.json is not JSON", isEmpty: false };
  }
  if (!read.success) return { fault: "package-lock.json is older than version 2, or damaged", isEmpty: false };
  const entries = Object.entries(read.data.packages).filter(([path]) => path !== "");
  const bad = entries.find(
    ([, entry]) => entry.link === true || !(entry.resolved ?? "https://").startsWith("https://"),
  );
  if (bad) return { fault: `package-lock.json may only name packages of registries: ${bad[0]}`, isEmpty: false };
  return { isEmpty: entries.length === 0 };
}

/** The packages of a lock file, without running anything of theirs. */
export async function installPackages(
  folder: string,
  manifest: string,
  lock: string,
  signal: AbortSignal,
): Promise<void> {
  await writeFile(join(folder, "package.json"), manifest);
  await writeFile(join(folder, "package-lock.json"), lock);
  await install(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder, signal);
}
