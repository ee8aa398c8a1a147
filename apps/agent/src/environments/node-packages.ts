import { type Said, say } from "@udt/base";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { EnvironmentFailure } from "./environment-failure.ts";
import { install, type Installing } from "./install.ts";
import { type Npm, originOf } from "./registries.ts";

const wishes = z.record(z.string(), z.string()).default({});
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().default(""),
      resolved: z.string().optional(),
      link: z.boolean().optional(),
      dependencies: wishes,
      optionalDependencies: wishes,
      peerDependencies: wishes,
    }),
  ),
});

/**
 * Whether a lock file has anything to install, and what in it is refused: packages come from the agent's registries alone, not
 * from git, folders or other addresses.
 * @param registries Origins, of the operator's; without them, which ones is not looked at.
 * @see https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json
 */
export function checkLock(
  text: string,
  registries?: ReadonlySet<string>,
  file = "package-lock.json",
): { fault?: Said; isEmpty: boolean } {
  let read;
  try {
    read = lockFile.safeParse(JSON.parse(text));
  } catch {
    return { fault: say("lock_not_json", { file }), isEmpty: false };
  }
  if (!read.success) return { fault: say("lock_damaged"), isEmpty: false };
  const entries = Object.entries(read.data.packages).filter(([path]) => path !== "");
  for (const [name, entry] of entries) {
    const { link, resolved } = entry;
    const origin = resolved === undefined ? undefined : originOf(resolved);
    const isOwn = name.startsWith("node_modules/") && !name.split("/").includes("..");
    // Without `resolved` npm goes by the version, and to compare the files it asks for what an entry names and the file lacks.
    const lists = [entry.dependencies, entry.optionalDependencies, entry.peerDependencies];
    const wanted = [entry.version, ...lists.flatMap(textsOf)];
    if (!isOwn || link === true || (resolved !== undefined && origin === undefined) || !wanted.every(isOfRegistry))
      return { fault: say("lock_foreign_package", { file, name }), isEmpty: false };
    if (origin !== undefined && registries !== undefined && !registries.has(origin))
      return { fault: say("lock_foreign_registry", { file, name, origin }), isEmpty: false };
  }
  return { isEmpty: entries.length === 0 };
}

const manifestFile = z.object({
  dependencies: wishes,
  devDependencies: wishes,
  optionalDependencies: wishes,
  // npm installs these beside the others.
  peerDependencies: wishes,
  overrides: z.unknown().optional(),
});

/** A version, a range, a tag, or another package's of a registry; no address, folder or repository. */
const isOfRegistry = (wish: string): boolean =>
  /^(npm:(@[\w.-]+\/)?[\w.-]+(@|$))?[\w.^~<>=|*+\s-]*$/.test(wish) && !/^\s*\.|\.(tgz|tar|tar\.gz)\s*$/i.test(wish);
/** However deep they lie. */
function textsOf(value: unknown): string[] {
  const texts: string[] = [];
  const left = [value];
  while (left.length > 0) {
    const one = left.pop();
    if (typeof one === "string") texts.push(one);
    else for (const part of Object.values(one ?? {})) left.push(part);
  }
  return texts;
}

/** The same of a library that has no lock file. */
export function checkManifest(text: string): { fault?: Said; isEmpty: boolean } {
  let read;
  try {
    read = manifestFile.safeParse(JSON.parse(text));
  } catch {
    return { fault: say("lock_not_json", { file: "package.json" }), isEmpty: false };
  }
  if (!read.success) return { fault: say("manifest_shape"), isEmpty: false };
  const { overrides, ...lists } = read.data;
  // Not merged: one name may be in two lists, and npm chooses.
  const wanted = Object.values(lists).flatMap((list) => Object.entries(list));
  const bad = [...wanted, ...textsOf(overrides).map((wish) => ["overrides", wish] as const)].find(
    ([, wish]) => !isOfRegistry(wish),
  );
  if (bad) return { fault: say("lock_foreign_package", { file: "package.json", name: bad.join(" ") }), isEmpty: false };
  // Peers alone are others' to install.
  return { isEmpty: wanted.length === Object.keys(lists.peerDependencies).length };
}

const QUIET = [
  "--ignore-scripts",
  // What packages of a registry ask for is not known before npm has asked it. Older npm does not know these, and goes on.
  "--allow-git=none",
  "--allow-remote=none",
  "--allow-file=none",
  "--allow-directory=none",
  "--replace-registry-host=npmjs",
  "--logs-max=0",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
];

/** Workspaces may be any folders of this machine, whose packages npm would empty; none of a library's are beside its manifest here. */
function withoutWorkspaces(manifest: string): string {
  const { workspaces: _, ...rest } = JSON.parse(manifest) as Record<string, unknown>;
  return JSON.stringify(rest);
}

/** The newest packages that a library without a lock file allows, as a lock file that is checked like one of its own. */
export async function installNewest(folder: string, manifest: string, npm: Npm, how: Installing): Promise<void> {
  await writeFile(join(folder, "package.json"), withoutWorkspaces(manifest));
  await install([...npm.argv, "install", "--package-lock-only", ...QUIET], folder, how, npm.folders);
  const lock = await readFile(join(folder, "package-lock.json"), "utf8");
  await installPackages(folder, manifest, lock, npm, how, "package.json");
}

/**
 * The packages of a lock file, without running anything of theirs.
 * @param file what named them
 * @throws EnvironmentFailure
 */
export async function installPackages(
  folder: string,
  manifest: string,
  lock: string,
  npm: Npm,
  how: Installing,
  file = "package-lock.json",
): Promise<void> {
  const { fault } = checkLock(lock, how.registries.origins, file);
  if (fault !== undefined) throw new EnvironmentFailure(fault);
  await writeFile(join(folder, "package.json"), withoutWorkspaces(manifest));
  await writeFile(join(folder, "package-lock.json"), lock);
  await install([...npm.argv, "ci", ...QUIET], folder, how, npm.folders);
}
