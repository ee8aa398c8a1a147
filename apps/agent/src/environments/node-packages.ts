import { type Said, say } from "@udt/base";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { EnvironmentFailure } from "./environment.ts";
import { install } from "./install.ts";

const lockFile = z.object({
  packages: z.record(z.string(), z.looseObject({ resolved: z.string().optional(), link: z.boolean().optional() })),
});

/**
 * Whether a lock file has anything to install, and what in it is refused: packages come from registries by https alone, not from
 * git, folders or other addresses.
 * @see https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json
 */
export function checkLock(text: string, file = "package-lock.json"): { fault?: Said; isEmpty: boolean } {
  let read;
  try {
    read = lockFile.safeParse(JSON.parse(text));
  } catch {
    return { fault: say("lock_not_json", { file }), isEmpty: false };
  }
  if (!read.success) return { fault: say("lock_damaged"), isEmpty: false };
  const entries = Object.entries(read.data.packages).filter(([path]) => path !== "");
  const bad = entries.find(
    ([, entry]) => entry.link === true || !(entry.resolved ?? "https://").startsWith("https://"),
  );
  if (bad) return { fault: say("lock_foreign_package", { file, name: bad[0] }), isEmpty: false };
  return { isEmpty: entries.length === 0 };
}

const wishes = z.record(z.string(), z.string()).default({});
const manifestFile = z.object({
  dependencies: wishes,
  devDependencies: wishes,
  optionalDependencies: wishes,
  overrides: z.unknown().optional(),
});

/** A version, a range, a tag, or another package's of a registry; no address, folder or repository. */
const isOfRegistry = (wish: string): boolean => /^(npm:(@[\w.-]+\/)?[\w.-]+(@|$))?[\w.^~<>=|*+\s-]*$/.test(wish);
const textsOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(textsOf);

/** The same of a library that has no lock file. */
export function checkManifest(text: string): { fault?: Said; isEmpty: boolean } {
  let read;
  try {
    read = manifestFile.safeParse(JSON.parse(text));
  } catch {
    return { fault: say("lock_not_json", { file: "package.json" }), isEmpty: false };
  }
  if (!read.success) return { fault: say("manifest_shape"), isEmpty: false };
  const { dependencies, devDependencies, optionalDependencies, overrides } = read.data;
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const bad = [...wanted, ...textsOf(overrides).map((wish) => ["overrides", wish] as const)].find(
    ([, wish]) => !isOfRegistry(wish),
  );
  if (bad) return { fault: say("lock_foreign_package", { file: "package.json", name: bad.join(" ") }), isEmpty: false };
  return { isEmpty: wanted.length === 0 };
}

const QUIET = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];

/** The newest packages that a library without a lock file allows, as a lock file that is checked like one of its own. */
export async function installNewest(folder: string, manifest: string, signal: AbortSignal): Promise<void> {
  await writeFile(join(folder, "package.json"), manifest);
  await install(["npm", "install", "--package-lock-only", ...QUIET], folder, signal);
  const lock = await readFile(join(folder, "package-lock.json"), "utf8");
  const { fault } = checkLock(lock, "package.json");
  if (fault !== undefined) throw new EnvironmentFailure(fault);
  await installPackages(folder, manifest, lock, signal);
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
  await install(["npm", "ci", ...QUIET], folder, signal);
}
