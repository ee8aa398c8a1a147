import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkDependencies, judgeLock } from "./check-dependencies.ts";

const ROOT = join(import.meta.dirname, "..");
const table = {
  licences: ["MIT", "ISC"],
  licences_of_tools: ["LGPL-3.0"],
  unchanged_modules: { linked: "LGPL-3.0" },
  said_elsewhere: { old: "MIT" },
  said_otherwise: { "The MIT": "MIT" },
  install_scripts: ["compiled"],
};
const good = { version: "1.2.3", integrity: "sha512-x", license: "MIT" };
const fine = {
  "node_modules/old": { version: "0.1.0-rc.1", integrity: "sha512-x" },
  "node_modules/linked": { ...good, license: "LGPL-3.0" },
  "node_modules/misspelt": { ...good, license: "The MIT" },
  "node_modules/compiled": { ...good, hasInstallScript: true },
};
const judge = (packages: Parameters<typeof judgeLock>[0]) => judgeLock({ ...fine, ...packages }, table);

it("passes what this project's lock file brings", () => {
  expect(checkDependencies(ROOT)).toEqual([]);
});

it.each([
  [{ resolved: "git+ssh://git@github.com/a/b.git#1" }, "comes from git+ssh://git@github.com/a/b.git#1, not from the"],
  [{ resolved: "https://example.com/a.tgz" }, "comes from https://example.com/a.tgz"],
  [{ version: "^1.2.3" }, "has no exact version: ^1.2.3"],
  [{ integrity: undefined }, "has no checksum"],
  [{ integrity: "sha1-x" }, "has no checksum"],
  [{ license: undefined }, "says no licence"],
  [{ license: "GPL-3.0" }, "is under GPL-3.0"],
  [{ license: "LGPL-3.0" }, "is under LGPL-3.0"],
  [{ license: "MIT AND (GPL-2.0 OR GPL-3.0)" }, "is under MIT AND"],
  [{ hasInstallScript: true }, "has an install script"],
])("finds %o", (change, problem) => {
  const found = judge({ "node_modules/a/node_modules/b": { ...good, ...change } as typeof good });
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(`node_modules/a/node_modules/b: ${problem}`);
});

it("reads licences as they are said, and is milder with tools", () => {
  for (const license of ["(MIT OR GPL-2.0)", "GPL-2.0 or MIT", "(MIT AND ISC)", "GPL-3.0 AND ISC OR (ISC AND MIT)"])
    expect(judge({ "node_modules/b": { ...good, license } }), license).toEqual([]);
  expect(judge({ "node_modules/b": { ...good, license: "LGPL-3.0", dev: true } })).toEqual([]);
});

it("finds what this project asks for without an exact version, and exceptions that nobody needs", () => {
  expect(judge({ "apps/x": { dependencies: { a: "^1.0.0", b: "1.0.0" } } })).toEqual([
    "apps/x/package.json: asks for a ^1.0.0, no exact version",
  ]);
  expect(judgeLock({}, table)).toEqual([
    "tools/dependencies.json: old needs no exception",
    "tools/dependencies.json: linked needs no exception",
    "tools/dependencies.json: The MIT needs no exception",
    "tools/dependencies.json: compiled needs no exception",
  ]);
});

it("makes a list of all that the lock file brings, without asking anybody", () => {
  const env = { ...process.env, npm_config_registry: "http://127.0.0.1:1/" };
  const done = spawnSync("npm", ["run", "--silent", "sbom"], { cwd: ROOT, env, encoding: "utf8", maxBuffer: 1e8 });
  expect(done.status, done.stderr).toBe(0);
  const { bomFormat, metadata, components } = JSON.parse(done.stdout) as {
    bomFormat: string;
    metadata: { component: { name: string; version: string } };
    components: { name: string; version: string; group?: string }[];
  };
  expect(bomFormat).toBe("CycloneDX");
  const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(metadata.component).toMatchObject({ name: "udt", version });
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version?: string; link?: boolean }>;
  };
  const brought = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
  expect(brought.length).toBeGreaterThan(500);
  const missing = brought
    .map(([path, { version }]) => `${path.slice(path.lastIndexOf("node_modules/") + 13)}@${version}`)
    .filter((one) => !listed.has(one));
  expect(missing).toEqual([]);
});
