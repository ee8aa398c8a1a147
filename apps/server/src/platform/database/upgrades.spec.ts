/** A database of the version before, of a newer one, and one whose upgrade was cut off. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { globSync, statSync } from "node:fs";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { afterEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { settingsFor, until } from "../../../test/harness.ts";
import {
  keepLivedInFiles,
  LIVED_IN_FILES,
  LIVED_IN_TOKEN,
  LIVED_IN_UNTIL,
  livedIn,
  livedInAmid,
} from "../../../test/lived-in.ts";
import { TurnableClock } from "../../../test/turnable-clock.ts";
import { startServer } from "../../server.ts";
import { databaseTarget, type ServerSettings } from "../settings.ts";
import { openDatabase } from "./database.ts";
import { knownMigrations, migrationsUpTo } from "./migrations.ts";
import { sql } from "./sql.ts";

const CHILD = fileURLToPath(new URL("../../../test/migrating-child.ts", import.meta.url));

onEachDatabase("an upgrade", (open) => {
  const disposers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const dispose of disposers.splice(0).toReversed()) await dispose();
  });

  /** Settings of a server whose database has nothing in it yet. */
  async function bare(): Promise<ServerSettings> {
    const made = await open();
    disposers.push(() => made.dispose());
    const { data_dir, database_url } = made.settings;
    if (database_url === undefined) {
      await rm(join(data_dir, "pg"), { recursive: true });
      return settingsFor(made);
    }
    const client = new Client({ connectionString: database_url });
    await client.connect();
    await client.query("create database old");
    await client.end();
    return settingsFor(made, { database_url: database_url.replace(/\/postgres$/, "/old") });
  }

  /** The same after `tag` had been its newest migration, with people and a project in it, or what `statements` make. */
  async function lived(tag: string, statements?: readonly string[]): Promise<ServerSettings> {
    const settings = await bare();
    const { when } = knownMigrations().find((one) => one.tag === tag)!;
    const folder = await migrationsUpTo(settings.data_dir, when);
    const database = await openDatabase(databaseTarget(settings), { migrations: { folder } });
    await rm(folder, { recursive: true });
    if (statements) {
      for (const statement of statements) await database.db.execute(sql.raw(statement));
      await database.close();
      return settings;
    }
    const { rows } = await database.db.execute<{ name: string }>(
      sql`select column_name as name from information_schema.columns where table_name = 'users'`,
    );
    const hasKey = rows.some(({ name }) => name === "name_key");
    await database.db.execute(
      sql`insert into users (user_id, email, user_name, auth_type, password_hash, created_at ${sql.raw(hasKey ? ", name_key" : "")})
      values ('u', 'old@example.com', 'Old', 1, 'none', 7 ${sql.raw(hasKey ? ", 'old'" : "")})`,
    );
    await database.db.execute(
      sql`insert into projects (project_id, name, member_privileges, created_at) values ('alpha', 'Alpha', '[]', 7)`,
    );
    await database.db.execute(
      sql`insert into members (project_id, user_id, user_type ${sql.raw(hasKey ? ", joined_at" : "")})
      values ('alpha', 'u', 1 ${sql.raw(hasKey ? ", 7" : "")})`,
    );
    await database.close();
    return settings;
  }

  const expectAlive = async (settings: ServerSettings) => {
    const server = await startServer(settings, { logLevel: "silent" });
    try {
      const { rows } = await server.database.db.execute(
        sql`select email, project_id from members join users using (user_id) where user_id = 'u'`,
      );
      expect(rows).toEqual([{ email: "old@example.com", project_id: "alpha" }]);
      const ready = await server.app.inject({ url: "/healthz" });
      expect(ready.statusCode).toBe(200);
    } finally {
      await server.stop();
    }
  };

  /** This version's migrations, and one more that does `statements`. */
  async function newer(statements: string): Promise<string> {
    const parent = await mkdtemp(join(tmpdir(), "udt-upgrade-"));
    disposers.push(() => rm(parent, { recursive: true }));
    const newest = knownMigrations().at(-1)!.when;
    const folder = await migrationsUpTo(parent, newest);
    const file = join(folder, "meta/_journal.json");
    const journal = JSON.parse(await readFile(file, "utf8")) as { entries: object[] };
    journal.entries.push({ idx: 999, version: "7", when: newest + 1, tag: "9999_more", breakpoints: true });
    await writeFile(file, JSON.stringify(journal));
    await appendFile(join(folder, "9999_more.sql"), statements);
    return folder;
  }

  it.each([knownMigrations()[0]!.tag, knownMigrations().at(-2)!.tag])(
    "starts on what the version with %s left",
    async (tag) => expectAlive(await lived(tag)),
  );

  it("shows all that an installation held before tests were of any kind", async () => {
    const settings = await lived(LIVED_IN_UNTIL, livedIn(Date.now() - 3_600_000));
    const server = await startServer(settings, { logLevel: "silent" });
    const ask = async (path: string) => {
      const headers = { cookie: `udt_session_id=${LIVED_IN_TOKEN}` };
      const answer = await server.app.inject({ url: `${path}?project=alpha`, headers });
      expect(answer.json(), `${path}: ${answer.body}`).toMatchObject({ ret: 0 });
      return answer.json<{ data: unknown }>().data;
    };
    try {
      const [looked, ran] = ["looked", "ran"].map((test_id) => expect.objectContaining({ test_id, user_name: "Ada" }));
      expect(await ask("/v1/api/tests")).toMatchObject({ total: 2, list: expect.arrayContaining([looked, ran]) });
      expect(await ask("/v1/api/tests/looked")).toMatchObject({
        kind: "debug",
        run: null,
        devices: [
          { serial: "SERIAL-1", state: "done", error: { code: "agent_restarted" }, phases: [{ cost: 60_000 }] },
        ],
      });
      expect(await ask("/v1/api/tests/ran/run")).toMatchObject({
        test: { kind: "job", run: { job_id: null, job_name: "Nightly", verdict: "passed" } },
        totals: { total: 1, success: 1 },
        device_totals: { total: 1, passed: 1 },
      });
      expect(await ask("/v1/api/tests/ran/run/devices")).toMatchObject({
        list: [
          {
            device_seq: 0,
            result: "passed",
            outcome: "done",
            serial: "SERIAL-1",
            phases: [{ name: "run", cost: 90_000 }],
          },
        ],
      });
      expect(await ask("/v1/api/tests/ran/cases")).toMatchObject({ list: [{ name: "adds", state: "success" }] });
      expect(await ask("/v1/caseapi/repos/library")).toMatchObject({ parse_state: "parsed", commit_id: "c0ffee" });
      expect(await ask("/v1/caseapi/repos/library/parses")).toMatchObject({
        list: [{ user_name: "Ada", case_count: 1 }],
      });
      expect(await ask("/v1/caseapi/repos/library/cases")).toMatchObject({ list: [{ function: "adds" }] });
      expect(await ask("/v1/api/devices")).toMatchObject({
        list: [{ serial: "SERIAL-1", state: "offline", lease: null }],
      });
    } finally {
      await server.stop();
    }
  });

  it("ends truthfully what went on when it was stopped, and keeps what waits and every file", async () => {
    const hourAgo = Date.now() - 3_600_000;
    const settings = await lived(LIVED_IN_UNTIL, [...livedIn(hourAgo), ...livedInAmid(hourAgo)]);
    keepLivedInFiles(settings.data_dir);
    const clock = new TurnableClock(Date.now());
    const server = await startServer(settings, { logLevel: "silent", clock });
    const call = (path: string, method: "GET" | "POST" = "GET") =>
      server.app.inject({
        method,
        url: `${path}?project=alpha`,
        headers: { cookie: `udt_session_id=${LIVED_IN_TOKEN}`, "x-requested-with": "XMLHttpRequest" },
      });
    const ask = async (path: string, method?: "POST") => (await call(path, method)).json<{ data: unknown }>().data;
    try {
      // It may be on its way yet.
      expect(await ask("/v1/api/tests/looking")).toMatchObject({ state: "running" });
      await until(async () => {
        clock.turn(5_000);
        expect(await ask("/v1/api/tests/looking")).toMatchObject({ state: "ended" });
        expect(await ask("/v1/api/tests/running")).toMatchObject({ state: "ended" });
      });
      expect(await ask("/v1/api/tests/looking")).toMatchObject({
        end_reason: "agent_lost",
        devices: [{ serial: "SERIAL-2", state: "done", phases: [{ name: "run", ended_at: expect.any(Number) }] }],
      });
      expect(await ask("/v1/api/tests/running/run")).toMatchObject({
        test: { state: "ended", run: { verdict: "incomplete" } },
        totals: { total: 1, distribution_failed: 1, executing: 0 },
      });
      expect(await ask("/v1/api/tests/running/cases")).toMatchObject({
        list: [{ state: "distribution_failed", cause: "agent_lost" }],
      });
      const { rows } = await server.database.db.execute(sql`select test_id from leases where released_at is null`);
      expect(rows).toEqual([]);
      expect(await ask("/v1/api/tests/waiting")).toMatchObject({ state: "queued" });
      expect(await ask("/v1/api/tests/waiting/cancelation", "POST")).toMatchObject({
        state: "ended",
        end_reason: "user",
      });
      expect(await ask("/v1/api/tests/taken/run/devices")).toMatchObject({
        list: [{ result: "cancelled", outcome: null, taken_over: { user_name: "Ada", test_id: "looked" } }],
      });
      const bytesAt = async (path: string) => (await call(path)).rawPayload.toString();
      expect(await bytesAt("/v1/api/apps/shop/file")).toBe(LIVED_IN_FILES["apps/shop"].toString());
      expect(await bytesAt("/v1/api/tests/looked/devices/device/resources/video")).toBe("a video that is whole");
      expect(await bytesAt("/v1/api/tests/looking/devices/device-2/resources/growing")).toMatch(
        /^a video that [^]*grew$/,
      );
    } finally {
      await server.stop();
    }
  });

  it("leaves all as it was when a step fails, says so, and goes on with one that is mended", async () => {
    const settings = await lived(knownMigrations().at(-2)!.tag);
    const broken = await newer(
      "create table half (n int);\n--> statement-breakpoint\ninsert into half values ('secret of mine'::int);",
    );
    const target = databaseTarget(settings);
    const before = knownMigrations().at(-2)!.tag;
    const opening = openDatabase(target, { migrations: { folder: broken } });
    const refusal = await opening.then(
      () => expect.fail("it opened"),
      (error: Error) => error,
    );
    expect(refusal.message).toContain(
      `The database's tables could not be brought from ${before} to 9999_more: invalid input`,
    );
    expect(refusal.message).toContain('Nothing was changed: the version that ran before still starts. See "Upgrading"');
    const untouched = await openDatabase(target, { migrations: "as they are" });
    const { rows } = await untouched.db.execute(
      sql`select to_regclass('half') as half, max(created_at)::text as newest from drizzle.__drizzle_migrations`,
    );
    await untouched.close();
    expect(rows).toEqual([{ half: null, newest: String(knownMigrations().at(-2)!.when) }]);
    const mended = await newer("create table half (n int);");
    await (await openDatabase(target, { migrations: { folder: mended } })).close();
    // That was a newer version; this one is the older now.
    const refused = startServer(settings, { logLevel: "silent" });
    await expect(refused).rejects.toThrow(
      /tables are of a newer version of UDT than this program.*restore a backup.*"Upgrading"/,
    );
  });

  it("leaves all as it was when it is killed in the midst", async () => {
    const settings = await lived(knownMigrations().at(-2)!.tag);
    const target = databaseTarget(settings);
    const large = "create table half as select n from generate_series(1, 200000) as n;\n--> statement-breakpoint\n";
    const holding = "url" in target ? new Client({ connectionString: target.url }) : undefined;
    await holding?.connect();
    await holding?.query("begin; lock table users in access share mode");
    const endless = holding
      ? "lock table users in access exclusive mode;"
      : "select count(*) from generate_series(1, 1e15);";
    const sizeBefore = "folder" in target ? sizeOf(join(target.folder, "data/base")) : 0;
    const folder = await newer(large + endless);
    const child = fork(CHILD, { execArgv: [], env: { ...process.env, MIGRATE: JSON.stringify({ target, folder }) } });
    const exited = once(child, "exit");
    await until(async () => {
      if ("folder" in target)
        return expect(sizeOf(join(target.folder, "data/base"))).toBeGreaterThan(sizeBefore + 4_000_000);
      const waiting = "select 1 from pg_locks where not granted and relation = 'users'::regclass";
      expect((await holding!.query(waiting)).rows).toHaveLength(1);
    });
    child.kill("SIGKILL");
    await exited;
    await holding?.end();
    await expectAlive(settings);
    const database = await openDatabase(target, { migrations: "as they are" });
    const { rows } = await database.db.execute(sql`select to_regclass('half') as half`);
    await database.close();
    expect(rows).toEqual([{ half: null }]);
  });
});

const sizeOf = (folder: string): number =>
  globSync("**/*", { cwd: folder }).reduce((sum, file) => {
    const found = statSync(join(folder, file), { throwIfNoEntry: false });
    return sum + (found?.isFile() ? found.size : 0);
  }, 0);
