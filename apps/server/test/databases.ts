/** The databases that the suites run on: the embedded one, and a real PostgreSQL where one can be started. */
import { cpSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";
import { hasPostgresql, postgresql, type TestDatabase } from "./postgresql.ts";
import { quickFolder } from "./quick-folder.ts";
import { embeddedTemplate } from "./templates.ts";

export { postgresql, type TestDatabase };

const PROGRAM = fileURLToPath(new URL("./pglite.wasm", import.meta.resolve("@electric-sql/pglite")));
/** Held so that V8 has the database's program ready, each time with what it has compiled of it before. */
let program: Promise<WebAssembly.Module> | undefined;

export async function embedded(): Promise<TestDatabase> {
  await (program ??= readFile(PROGRAM).then((bytes) => WebAssembly.compile(bytes)));
  const data_dir = await quickFolder("udt-server-");
  cpSync(await embeddedTemplate(), join(data_dir, "pg"), { recursive: true });
  return {
    settings: { data_dir, database_url: undefined },
    dispose: () => rm(data_dir, { recursive: true, force: true }),
  };
}

/** Runs a suite on the embedded database and on PostgreSQL. */
export function onEachDatabase(name: string, suite: (open: () => Promise<TestDatabase>) => void): void {
  describe(`${name} (PGlite)`, () => suite(embedded));
  onPostgresql(name, suite);
}

/** Runs a suite on PostgreSQL, which several servers may share; says loudly when there is none. */
export function onPostgresql(name: string, suite: (open: () => Promise<TestDatabase>) => void): void {
  if (!hasPostgresql) {
    console.warn(
      `SKIPPED: "${name}" on PostgreSQL, because neither PATH nor /usr/lib/postgresql has postgres and initdb`,
    );
  }
  describe.skipIf(!hasPostgresql)(`${name} (PostgreSQL)`, () => suite(postgresql));
}
