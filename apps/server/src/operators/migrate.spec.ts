import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { Client } from "pg";
import { afterEach, expect, it } from "vitest";
import { begin, udt as runUdt } from "@udt/testkit";
import { ENDPOINTS } from "@udt/contract";
import { quickFolder } from "../../test/quick-folder.ts";
import { embedded, onPostgresql, type TestDatabase } from "../../test/databases.ts";
import { settingsFor, TestServer, until } from "../../test/harness.ts";
import { readArchive } from "../platform/backup/archive.ts";
import { sql } from "../platform/database/sql.ts";
import { prepareData } from "../platform/database/pglite-folder.ts";
import type { ServerSettings } from "../platform/settings.ts";
import { startServer } from "../server.ts";
import { migrateToPostgresql, type MigrateProgress } from "./migrate.ts";
import { openBackup } from "./open-backup.ts";
import { restoreBackup } from "./restore.ts";

const never = new AbortController().signal;
const ICON = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const ODD = 'one\u2028two\r\n\\n "three" {a,b} NULL 密码\t';

/** Each table's rows, whatever their order. */
async function rowsOf(settings: ServerSettings, folder: string): Promise<Record<string, string[]>> {
  const file = join(folder, `${randomUUID()}.udt`);
  const { bytes } = await openBackup(settings, { with_secret_key: false }, never);
  await pipeline(bytes, createGzip({ level: 1 }), createWriteStream(file));
  const tables: Record<string, string[]> = {};
  for await (const entry of readArchive(file, never))
    if (entry.name.startsWith("database/")) tables[entry.name] = (await text(entry.bytes)).split("\n").toSorted();
  return tables;
}

onPostgresql("the move to PostgreSQL", (open) => {
  const disposers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const dispose of disposers.splice(0).toReversed()) await dispose();
  });

  /** A folder in which a server worked, and a PostgreSQL to go to. */
  async function lived() {
    const postgresql: TestDatabase = await open();
    disposers.push(() => postgresql.dispose());
    const from = await embedded();
    disposers.push(() => from.dispose());
    const scratch = await quickFolder("udt-move-");
    disposers.push(() => rm(scratch, { recursive: true }));
    const udt = await TestServer.start(() => Promise.resolve({ ...from, dispose: () => Promise.resolve() }));
    const owner = await udt.person("olga");
    await udt.project("alpha", [{ person: owner, user_type: 1 }]);
    await udt.ok(ENDPOINTS.projectIconPut, { as: owner, params: { project_id: "alpha" }, body: ICON });
    await udt.server.database.db.execute(sql`update projects set description = ${ODD}`);
    const body = { name: "Git", username: "me", password: "a password" };
    await udt.ok(ENDPOINTS.credentialCreate, { as: owner, query: { project: "alpha" }, body });
    const icon = async (server: TestServer["server"]) => {
      const path = ENDPOINTS.projectIconGet.path.replace("{project_id}", "alpha");
      return (await server.app.inject({ url: path, headers: { cookie: owner.cookie } })).rawPayload;
    };
    const data_dir = from.settings.data_dir;
    return {
      udt,
      icon,
      scratch,
      data_dir,
      old: settingsFor(from),
      settings: settingsFor(from, { database_url: postgresql.settings.database_url }),
      mark: join(data_dir, "migrate.unfinished"),
      env: {
        UDT_DATA_DIR: data_dir,
        UDT_PORT: "0",
        UDT_DATABASE_URL: postgresql.settings.database_url!,
      },
    };
  }

  it("has every row and file afterwards, and the old folder starts by no mistake", async () => {
    const { udt, icon, scratch, data_dir, old, settings, mark } = await lived();
    await expect(migrateToPostgresql(settings, never, () => undefined)).rejects.toThrow(
      "is in use by another UDT server",
    );
    await udt.server.stop();
    const before = await rowsOf(old, scratch);
    const said: MigrateProgress[] = [];
    const { rows, kept } = await migrateToPostgresql(settings, never, (progress) => said.push(progress));
    expect(said[0]).toEqual({ step: "reading" });
    const end = said.at(-1) as MigrateProgress & { step: "writing" };
    expect(end.done_bytes).toBe(end.total_bytes);
    expect(rows).toBe(Object.values(before).reduce((sum, lines) => sum + lines.filter(Boolean).length - 1, 0));
    expect(await rowsOf(settings, scratch)).toEqual(before);
    expect(existsSync(mark)).toBe(false);
    expect(existsSync(join(kept, "PG_VERSION"))).toBe(true);
    const server = await startServer(settings, { clock: udt.clock, logLevel: "silent" });
    try {
      expect(await icon(server)).toEqual(ICON);
    } finally {
      await server.stop();
    }
    await expect(startServer(old, { logLevel: "silent" })).rejects.toThrow(
      /was moved to PostgreSQL: set UDT_DATABASE_URL .*See "Moving to PostgreSQL" in docs/,
    );
    await expect(openBackup(old, { with_secret_key: false }, never)).rejects.toThrow("was moved to PostgreSQL");
    // What a version that knows nothing of moves does with the folder.
    expect(() => prepareData(join(data_dir, "pg/data"))).toThrow("holds files and no database");
    const note = await readFile(join(data_dir, "pg/data/moved-to-postgresql.txt"), "utf8");
    expect(note).toContain(`It is now at ${settings.database_url}`);
    await expect(migrateToPostgresql(settings, never, () => undefined)).rejects.toThrow("was moved to PostgreSQL");
    // Nor does a restore take it for an empty folder.
    const copy = join(scratch, "copy.udt");
    const { bytes } = await openBackup(settings, { with_secret_key: false }, never);
    await pipeline(bytes, createGzip({ level: 1 }), createWriteStream(copy));
    await rm(join(data_dir, "blobs"), { recursive: true });
    await expect(restoreBackup(old, copy, never, () => undefined)).rejects.toThrow("holds a database already");
    expect(existsSync(join(kept, "PG_VERSION"))).toBe(true);
  });

  it("is refused without PostgreSQL, by one that is used or cannot be reached, and where there is nothing to move", async () => {
    const { udt, data_dir, old, settings } = await lived();
    await udt.server.stop();
    const refused = (change: Partial<ServerSettings>) =>
      migrateToPostgresql({ ...settings, ...change }, never, () => undefined);
    await expect(refused({ database_url: undefined })).rejects.toThrow("UDT_DATABASE_URL names no PostgreSQL");
    const nobody = refused({ database_url: "postgres://udt:secret@127.0.0.1:1/udt" });
    await expect(nobody).rejects.toThrow(
      /^PostgreSQL at postgres:\/\/udt@127\.0\.0\.1:1\/udt, which UDT_DATABASE_URL names, cannot be used: .*ECONNREFUSED.* See "Settings"/,
    );
    const empty = await quickFolder("udt-nothing-");
    disposers.push(() => rm(empty, { recursive: true }));
    await expect(refused({ data_dir: empty })).rejects.toThrow("holds no database of UDT");
    await (await startServer({ ...settings, data_dir: empty }, { logLevel: "silent" })).stop();
    await expect(refused({})).rejects.toThrow("is not empty: it may be another UDT's");
    expect(await readdir(data_dir)).not.toContain("migrate.unfinished");
    await (await startServer(old, { logLevel: "silent" })).stop();
  });

  it("leaves both as they were when it is called off, and begins anew", async () => {
    const { udt, data_dir, old, settings } = await lived();
    await udt.server.stop();
    const before = await readdir(data_dir);
    const called = new AbortController();
    const move = migrateToPostgresql(settings, called.signal, ({ step }) => {
      if (step === "writing") called.abort(new Error("it was called off"));
    });
    await expect(move).rejects.toThrow("it was called off");
    expect(await readdir(data_dir)).toEqual(before);
    await (await startServer(old, { logLevel: "silent" })).stop();
    expect((await migrateToPostgresql(settings, never, () => undefined)).rows).toBeGreaterThan(0);
  });

  it("begins anew where it was killed as it wrote; until then no server starts there", async () => {
    const { udt, data_dir, mark, env } = await lived();
    await udt.server.stop();
    const holding = new Client({ connectionString: env.UDT_DATABASE_URL });
    await holding.connect();
    await holding.query("begin; lock table users in access share mode");
    const command = begin(["migrate"], env);
    await until(async () => {
      const { rows } = await holding.query("select 1 from pg_locks where not granted and relation = 'users'::regclass");
      expect(rows).toHaveLength(1);
    });
    expect(existsSync(mark)).toBe(true);
    command.child.kill("SIGKILL");
    await command.done;
    await holding.end();
    const refused = await runUdt(["server"], { ...env, UDT_DATABASE_URL: "" });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`did not come to its end. Run udt migrate again`);
    expect(refused.stderr).toContain(`To stay with the embedded database, delete ${mark}.`);
    const done = await runUdt(["migrate"], env);
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toMatch(
      /^Reading the embedded database\.\nWriting to PostgreSQL\.\nMoved [1-9]\d* rows to PostgreSQL\.\nStart the server with UDT_DATABASE_URL/,
    );
    const again = await runUdt(["server"], { ...env, UDT_DATABASE_URL: "" });
    expect(again).toMatchObject({ code: 2 });
    expect(again.stderr).toContain("was moved to PostgreSQL");
    // What the killed one had of the rows in the open goes when the server starts.
    await (
      await startServer(settingsFor({ settings: { data_dir, database_url: env.UDT_DATABASE_URL } } as TestDatabase), {
        logLevel: "silent",
      })
    ).stop();
    expect((await readdir(data_dir)).filter((name) => name.startsWith("backup."))).toEqual([]);
  });

  it("finishes where it was killed after the last row had arrived", async () => {
    const { udt, data_dir, settings, mark } = await lived();
    await udt.server.stop();
    await migrateToPostgresql(settings, never, () => undefined);
    const client = new Client({ connectionString: settings.database_url });
    await client.connect();
    const { rows } = await client.query("select obj_description('drizzle'::regnamespace, 'pg_namespace') as said");
    await client.end();
    const move = (rows[0] as { said: string }).said.split(" ").at(-1)!;
    const data = join(data_dir, "pg/data");
    const atEnd: (() => Promise<unknown>)[] = [
      // Before a word was said in the folder; before the rows were set aside; before an older version was told.
      async () => {
        await rm(data, { recursive: true });
        await rename(`${data}.moved`, data);
        await rm(join(data_dir, "pg/moved-to-postgresql.txt"));
      },
      async () => {
        await rm(data, { recursive: true });
        await rename(`${data}.moved`, data);
      },
      () => rm(data, { recursive: true }),
    ];
    for (const cut of atEnd) {
      await cut();
      await writeFile(mark, move);
      await expect(startServer(settings, { logLevel: "silent" })).rejects.toThrow("Run udt migrate again");
      expect(await migrateToPostgresql(settings, never, () => undefined)).toEqual({
        rows: undefined,
        kept: `${data}.moved`,
      });
      expect(await readdir(data)).toEqual(["moved-to-postgresql.txt"]);
      expect(existsSync(mark)).toBe(false);
    }
    await (await startServer(settings, { logLevel: "silent" })).stop();
  });
});
