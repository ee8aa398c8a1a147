/** What a library's programs need beside its files: interpreters, and the packages that its lock file names, once for each lock file. */
import { type Said, say } from "@udt/base";
import { lstat, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { LibraryFramework } from "@udt/contract";
import { cacheName, type Environment, isOfSystem, type Isolation } from "../isolation/isolation.ts";
import { EnvironmentFailure } from "./environment-failure.ts";
import { EnvironmentCache } from "./environment-cache.ts";
import { checkLock, checkManifest, installNewest, installPackages } from "./node-packages.ts";
import { dependenciesOf, installRequirements } from "./python-packages.ts";
import { checkRequirements } from "./requirements.ts";
import { findPython, type Python } from "./python.ts";
import { findNpm, npmRegistries, pipRegistries } from "./registries.ts";

export interface EnvironmentWish {
  framework: LibraryFramework;
  /** The library's files: only its lock file is read. */
  library: string;
  environments: EnvironmentStore;
  /** Where installers run. */
  isolation: Isolation;
  signal: AbortSignal;
}

/** An agent's own, for what was installed. */
export interface EnvironmentStore {
  cache_dir: string;
  /** `host:port` of those that installers may reach besides the registries. */
  install_hosts: readonly string[];
}

/** An environment, and what its library's owner should know of it. */
export interface Prepared extends Environment {
  remark?: Said;
}

/** Said of a library without a lock file. It stands for the packages of that day, which its cache keeps. */
const NOT_LOCKED = say("environment_not_locked");
const LOCK_MAX_BYTES = 8 * 1024 ** 2;
/** What collects and runs pytest libraries that ask for none of their own. */
const PYTEST = "pytest>=8,<10";

/** @throws EnvironmentFailure */
export async function prepareEnvironment(wish: EnvironmentWish): Promise<Prepared> {
  const base = await baseEnvironment();
  if (wish.framework === "pytest") return withPackages(base, wish);
  if (wish.framework === "node_test") return withModules(base, wish);
  return base;
}

/** Node, Python if there is one, and a shell; nothing installed. */
export async function baseEnvironment(): Promise<Environment> {
  const python = await findPython();
  const node = process.execPath;
  const folders = [dirname(dirname(node)), ...(python ? [python.prefix] : [])];
  return {
    programs: { node, python: python?.executable ?? "/usr/bin/python3", shell: "/bin/sh" },
    readOnly: folders.filter((path) => !isOfSystem(path)).map((path) => ({ path })),
    path: [dirname(node)],
    env: {},
  };
}

async function withPackages(base: Environment, wish: EnvironmentWish): Promise<Environment> {
  const { library, environments, isolation, signal } = wish;
  const python = await findPython();
  if (!python) throw new EnvironmentFailure(say("environment_no_python"));
  const text = await requirementsOf(library, python);
  const requirements = `${text}\n${/^pytest\b/im.test(text) ? "" : `${PYTEST}\n`}`;
  const folder = await new EnvironmentCache(join(environments.cache_dir, "python")).get(
    cacheName(python.executable, python.version, requirements),
    async (made) => {
      const registries = await pipRegistries(python, environments.install_hosts);
      await installRequirements(python, made, requirements, { isolation, base, registries, signal });
    },
  );
  const bin = join(folder, "bin");
  return {
    ...base,
    programs: { ...base.programs, python: join(bin, "python") },
    readOnly: [...base.readOnly, { path: folder }],
    path: [bin, ...base.path],
    env: { ...base.env, VIRTUAL_ENV: folder },
  };
}

/** `requirements.txt` is exact where a project's own file may not be, so it goes first. */
async function requirementsOf(library: string, python: Python): Promise<string> {
  const text = await readLock(join(library, "requirements.txt"));
  if (text !== undefined) {
    const fault = checkRequirements(text);
    if (fault !== undefined) throw new EnvironmentFailure(fault);
    return text;
  }
  const project = join(library, "pyproject.toml");
  return (await readLock(project)) === undefined ? "" : dependenciesOf(python, project);
}

async function withModules(base: Environment, wish: EnvironmentWish): Promise<Prepared> {
  const { library, environments, isolation, signal } = wish;
  const lock = await readLock(join(library, "package-lock.json"));
  const manifest = await readLock(join(library, "package.json"));
  if (manifest === undefined) return base;
  // Also beside a lock file: to compare the two, npm asks for what the manifest names.
  const wished = checkManifest(manifest);
  const { fault, isEmpty } = lock === undefined || wished.fault !== undefined ? wished : checkLock(lock);
  if (fault !== undefined) throw new EnvironmentFailure(fault);
  if (isEmpty) return base;
  const folder = await new EnvironmentCache(join(environments.cache_dir, "node")).get(
    cacheName(process.version, manifest, lock ?? "none"),
    async (made) => {
      const npm = await findNpm();
      const how = { isolation, base, registries: await npmRegistries(npm, environments.install_hosts), signal };
      if (lock === undefined) await installNewest(made, manifest, npm, how);
      else await installPackages(made, manifest, lock, npm, how);
    },
  );
  return {
    ...base,
    readOnly: [...base.readOnly, { path: join(folder, "node_modules"), inLibrary: "node_modules" }],
    ...(lock === undefined && { remark: NOT_LOCKED }),
  };
}

/** A file that somebody else wrote: not through a link, and not endlessly. */
async function readLock(path: string): Promise<string | undefined> {
  const facts = await lstat(path).catch(() => undefined);
  if (!facts?.isFile()) return undefined;
  if (facts.size > LOCK_MAX_BYTES) throw new EnvironmentFailure(say("lock_too_large"));
  return readFile(path, "utf8");
}
