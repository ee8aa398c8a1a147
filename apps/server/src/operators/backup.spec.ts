import { randomBytes, randomUUID } from "node:crypto";
import { execFileSync, spawnSync } from "node:child_process";
import { createWriteStream, existsSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { quickFolder } from "../../test/quick-folder.ts";
import { embedded, onEachDatabase, postgresql, type TestDatabase } from "../../test/databases.ts";
import { settingsFor, TestServer, until, type Person, type TestAgent } from "../../test/harness.ts";
import { hasPostgresql } from "../../test/postgresql.ts";
import { deviceReport } from "../../test/scripted-agent.ts";
import { FORMAT, HEAD, readArchive, writeArchive, type BackupHead } from "../platform/backup/archive.ts";
import { copyRows, namedBlobs } from "../platform/backup/rows.ts";
import { presentSecretBox } from "../platform/crypto.ts";
import { openDatabase } from "../platform/database/database.ts";
import { knownMigrations, migrationsUpTo } from "../platform/database/migrations.ts";
import { sql } from "../platform/database/sql.ts";
import { secretKeySource, type ServerSettings } from "../platform/settings.ts";
import { startServer } from "../server.ts";
import { openBackup } from "./open-backup.ts";
import { restoreBackup } from "./restore.ts";

const never = new AbortController().signal;
const query = { project: "alpha" };
/** Each of these ends a line somewhere, or stands for something. */
const ODD = 'two\u2028three\u2029four\r\nfive \\ \\n "six" {a,b} NULL 密码\t';
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Where a backup goes: nothing is there but, on PostgreSQL, empty tables. */
async function elsewhere(kind: "embedded" | "postgresql"): Promise<TestDatabase> {
  if (kind === "postgresql") return postgresql();
  const database = await embedded();
  await rm(join(database.settings.data_dir, "pg"), { recursive: true });
  return database;
}

const pack = (bytes: Readable, file: string) => pipeline(bytes, createGzip({ level: 1 }), createWriteStream(file));
const restore = (settings: ServerSettings, file: string) => restoreBackup(settings, file, never, () => undefined);

async function textOf(file: string, name: string): Promise<string> {
  for await (const entry of readArchive(file, never)) if (entry.name === name) return await text(entry.bytes);
  throw new Error(`no ${name}`);
}

/** Each table's rows, whatever their order. */
/** The lines of a table without rows. */
const COLUMNS_AND_END = 2;
async function rowsIn(file: string): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for await (const { name, bytes } of readArchive(file, never))
    if (name.startsWith("database/")) tables[name] = (await text(bytes)).split("\n").toSorted();
  return tables;
}

onEachDatabase("a backup", (open) => {
  let folder: string;
  let udt: TestServer;
  let owner: Person;
  let agent: TestAgent;
  let part: { test_id: string; device_id: string };
  let lease_token: number;
  let credential_id: string;
  const made: TestDatabase[] = [];

  beforeAll(async () => {
    folder = await quickFolder("udt-backup-");
    udt = await TestServer.start(open);
    owner = await udt.person("olga");
    await udt.project("alpha", [{ person: owner, user_type: 1 }]);
    agent = await udt.agent();
    await agent.connect([deviceReport("s-1")]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    const body = { kind: "debug", device_id: list[0]!.device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: owner, query, body });
    part = { test_id, device_id: list[0]!.device_id };
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.testGet, { as: owner, query, params: part })).state).toBe("running"),
    );
    lease_token = agent.all("session_start")[0]!.lease_token;
    await udt.server.database.db.execute(sql`update projects set description = ${ODD}`);
    const credential = { name: "Git 'quoted' 密码", username: "me\\n\t", password: "a password" };
    ({ credential_id } = await udt.ok(ENDPOINTS.credentialCreate, { as: owner, query, body: credential }));
  });
  afterAll(async () => {
    await udt.dispose();
    for (const database of made) await database.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const begin = async () => {
    const resource_id = randomUUID();
    const what = { resource_id, name: "a log", kind: "log", content_type: "text/plain", lease_token, started_at: 0 };
    await udt.ok(ENDPOINTS.agentResourceBegin, { bearer: agent.token, params: part, body: what });
    return resource_id;
  };
  const send = (resource_id: string, piece: number, body: Buffer) =>
    udt.ok(ENDPOINTS.agentResourcePiece, {
      bearer: agent.token,
      params: { ...part, resource_id, piece },
      query: { lease_token },
      body,
    });
  const backup = async (settings: ServerSettings, with_secret_key = true): Promise<string> => {
    const file = join(folder, `${randomUUID()}.udt`);
    await pack((await openBackup(settings, { with_secret_key }, never)).bytes, file);
    return file;
  };
  const target = async (kind: "embedded" | "postgresql" = "embedded"): Promise<ServerSettings> => {
    const database = await elsewhere(kind);
    made.push(database);
    return settingsFor(database);
  };
  const readOn = async (server: TestServer["server"], resource_id: string): Promise<Buffer> => {
    const { row, size_bytes, read } = await server.services.resources.open(
      { ...part, resource_id },
      { may_watch: true },
    );
    expect(row.name).toBe("a log");
    return buffer(await read({ start: 0, end: size_bytes - 1 }));
  };

  it("has what was pushed to script repositories, with all branches", async () => {
    const query = { project: "alpha" };
    const body = { name: "Scripts 'of' 密码", template: "typescript" };
    const { repo_id } = await udt.ok(ENDPOINTS.scriptCreate, { as: owner, query, body });
    const folder = (settings: ServerSettings) => join(settings.data_dir, "blobs/scripts", `${repo_id}.git`);
    const git = (settings: ServerSettings, ...words: string[]) =>
      execFileSync("git", ["--git-dir", folder(settings), ...words], { encoding: "utf8" });
    git(udt.settings, "branch", "side");
    git(udt.settings, "tag", "v1");
    const settings = await target();
    await restore(settings, await backup(udt.settings));
    expect(git(settings, "show-ref")).toBe(git(udt.settings, "show-ref"));
    expect(git(settings, "show", "HEAD:package.json")).toContain('"scripts"');
    git(settings, "fsck", "--strict");
    // One that was lost before is missed, and nothing else.
    await rm(folder(udt.settings), { recursive: true });
    const file = await backup(udt.settings);
    expect(JSON.parse(await textOf(file, "manifest.json"))).toMatchObject({ lost_blobs: [`scripts/${repo_id}.git`] });
    await udt.ok(ENDPOINTS.scriptDelete, { as: owner, query, params: { repo_id } });
  });

  it.each(["embedded", ...(hasPostgresql ? (["postgresql"] as const) : [])] as const)(
    "is the same server on another machine: into %s",
    async (kind) => {
      const video = [randomBytes(200_000), randomBytes(70_000)];
      const resource_id = await begin();
      for (const [piece, bytes] of video.entries()) await send(resource_id, piece, bytes);
      const file = await backup(udt.settings);
      const settings = await target(kind);
      await restore(settings, file);
      // Who was let in for a while is not let in again.
      const passing = ["sessions", "sign_in_steps", "sign_in_tickets", "password_links"];
      const [before, after] = [await rowsIn(file), await rowsIn(await backup(settings))];
      expect(before["database/sessions.jsonl"]!.length).toBeGreaterThan(COLUMNS_AND_END);
      for (const table of passing) {
        const name = `database/${table}.jsonl`;
        expect(after[name]).toHaveLength(COLUMNS_AND_END);
        after[name] = before[name]!;
      }
      expect(after).toEqual(before);
      const server = await startServer(settings, { clock: udt.clock, logLevel: "silent" });
      try {
        const body = { email: settings.admin_email, password: settings.admin_password };
        const url = ENDPOINTS.userLogin.path;
        const headers = { "x-requested-with": "XMLHttpRequest" };
        const signedIn = await server.app.inject({ method: "POST", url, headers, payload: body });
        expect(signedIn.json()).toMatchObject({ ret: 0 });
        expect(await readOn(server, resource_id)).toEqual(Buffer.concat(video));
        const { rows } = await server.database.db.execute<{ password: string; next: string }>(
          sql`select password, nextval('leases_lease_token_seq') as next from credentials where credential_id = ${credential_id}`,
        );
        const box = (await presentSecretBox(secretKeySource(settings)))!;
        expect(box.open(rows[0]!.password, `credential/${credential_id}/password`)).toBe("a password");
        const { rows: projects } = await server.database.db.execute(sql`select description from projects`);
        expect(projects).toEqual([{ description: ODD }]);
        // Beyond what any agent has heard since.
        expect(Number(rows[0]!.next)).toBeGreaterThan(lease_token + 999_999);
      } finally {
        await server.stop();
      }
    },
  );

  it("has each row that was acknowledged before it, and each file that its rows name, while all goes on", async () => {
    const resource_id = await begin();
    const pieces: Buffer[] = [];
    const over = new AbortController();
    const sending = (async () => {
      while (!over.signal.aborted) {
        const bytes = randomBytes(5_000);
        await send(resource_id, pieces.length, bytes);
        pieces.push(bytes);
      }
    })();
    // Each takes the place of the one before, whose file is deleted at once.
    const params = { project_id: "alpha" };
    let icons = 0;
    const replacing = (async () => {
      for (; !over.signal.aborted; icons++) await udt.ok(ENDPOINTS.projectIconPut, { as: owner, params, body: PNG });
    })();
    await until(() => expect(Math.min(pieces.length - 3, icons)).toBeGreaterThan(0));
    const before = pieces.length;
    const file = await backup(udt.settings).finally(() => over.abort());
    await Promise.all([sending, replacing]);
    expect(pieces.length).toBeGreaterThan(before);
    expect(JSON.parse(await textOf(file, HEAD))).toMatchObject({ lost_blobs: 0 });
    const settings = await target();
    await restore(settings, file);
    const server = await startServer(settings, { clock: udt.clock, logLevel: "silent" });
    try {
      const there = await readOn(server, resource_id);
      expect(there.length).toBeGreaterThanOrEqual(before * 5_000);
      expect(there).toEqual(Buffer.concat(pieces).subarray(0, there.length));
      const named = await namedBlobs(server.database.db);
      expect(named.some((key) => key.startsWith("project-icons/"))).toBe(true);
      for (const key of named) expect(await server.blobs.path(key), key).toBeDefined();
    } finally {
      await server.stop();
    }
    // Nothing stays on the server of what it was made with.
    const left = [...(await readdir(udt.settings.data_dir)), ...(await readdir(join(udt.settings.data_dir, "blobs")))];
    expect(left.filter((name) => /^backup\.|\.held$/.test(name))).toEqual([]);
  });

  it("leaves no rows in the open when it is killed: the next start removes them, and none of one that goes on", async () => {
    const settings = await target();
    const dead = spawnSync(process.execPath, ["--version"]).pid;
    const [left, busy] = [dead, process.pid].map((pid) => join(settings.data_dir, `backup.${pid}.x`));
    for (const spool of [left!, busy!]) {
      await mkdir(spool, { recursive: true });
      await writeFile(join(spool, "sessions.jsonl"), "{}");
    }
    // One whose backup ends between two looks: its name is there, and what it names is not.
    await symlink(join(settings.data_dir, "gone"), join(settings.data_dir, `backup.${process.pid}.y`));
    await (await startServer(settings, { logLevel: "silent" })).stop();
    expect([existsSync(left!), existsSync(busy!)]).toEqual([false, true]);
  });

  it.runIf(hasPostgresql)("keeps all of a restore that was cut off at its last step", async () => {
    const resource_id = await begin();
    await send(resource_id, 0, Buffer.from("kept"));
    const file = await backup(udt.settings);
    const settings = await target("postgresql");
    await restore(settings, file);
    const mark = join(settings.data_dir, "restore.unfinished");
    const blobs = join(settings.data_dir, "blobs");
    await writeFile(mark, JSON.stringify({ blobs, isKeyWritten: true }));
    const before = await readdir(blobs, { recursive: true });
    await expect(startServer(settings, { logLevel: "silent" })).rejects.toThrow("says that all of it had arrived");
    await expect(restore(settings, file)).rejects.toThrow(`all of it had arrived: delete ${mark}`);
    expect(await readdir(blobs, { recursive: true })).toEqual(before);
    expect(existsSync(join(settings.data_dir, "secret.key"))).toBe(true);
    await rm(mark);
    await (await startServer(settings, { logLevel: "silent" })).stop();
  });

  it("goes on without a file that was lost before, and says so", async () => {
    const resource_id = await begin();
    await send(resource_id, 0, Buffer.from("gone"));
    const blobs = join(udt.settings.data_dir, "blobs/tests", part.test_id, resource_id);
    const [name] = await readdir(blobs);
    await rm(join(blobs, name!));
    const file = await backup(udt.settings);
    expect(JSON.parse(await textOf(file, HEAD))).toMatchObject({ lost_blobs: 1 });
    expect(JSON.parse(await textOf(file, "manifest.json"))).toMatchObject({
      lost_blobs: [`tests/${part.test_id}/${resource_id}/${name}`],
    });
  });

  it("leaves the secret key out unless it is asked for: then the server waits for it", async () => {
    const file = await backup(udt.settings, false);
    const settings = await target();
    expect(await restore(settings, file)).toMatchObject({ needs_secret_key: true });
    await expect(startServer(settings, { logLevel: "silent" })).rejects.toThrow("The secret key is missing");
    await copyFile(join(udt.settings.data_dir, "secret.key"), join(settings.data_dir, "secret.key"));
    await (await startServer(settings, { logLevel: "silent" })).stop();
    const other = await target();
    await writeFile(join(other.data_dir, "secret.key"), `${randomBytes(32).toString("base64url")}\n`);
    await expect(restore(other, file)).rejects.toThrow("sealed with another secret key");
  });

  it("is refused where something is already, and when it is damaged or no backup", async () => {
    const file = await backup(udt.settings);
    await expect(restore({ ...udt.settings }, file)).rejects.toThrow(
      // Which of them is there first: what other tests have sent, or on PostgreSQL the rows alone.
      /holds a database already|holds files already|is not empty/,
    );
    // No mark of a restore that never began keeps the server from its next start.
    expect(existsSync(join(udt.settings.data_dir, "restore.unfinished"))).toBe(false);
    const settings = await target();
    const bytes = await readFile(file);
    const damage = async (change: (bytes: Buffer) => Buffer): Promise<string> => {
      const damaged = join(folder, `${randomUUID()}.udt`);
      await writeFile(damaged, change(Buffer.from(bytes)));
      return damaged;
    };
    const flipped = await damage((copy) => {
      copy[Math.floor(copy.length / 2)]! ^= 1;
      return copy;
    });
    await expect(restore(settings, flipped)).rejects.toThrow("is damaged");
    await expect(restore(settings, await damage((copy) => copy.subarray(0, -2_000)))).rejects.toThrow("is damaged");
    await expect(restore(settings, await damage(() => Buffer.from("hello")))).rejects.toThrow("is no backup of UDT");
    expect(await readdir(settings.data_dir)).toEqual([]);
  });

  it("is refused by a version that is older, and brought up to date by one that is newer", async () => {
    const old = knownMigrations().at(-3)!.when;
    const base: BackupHead = {
      format: FORMAT,
      version: "9.9.9",
      created_at: 1,
      migration: old,
      has_secret_key: false,
      sealed_by: [],
      rows: 1,
      blobs: 0,
      size_bytes: 0,
      lost_blobs: 0,
    };
    const write = async (head: BackupHead, spool?: string): Promise<string> => {
      const file = join(folder, `${randomUUID()}.udt`);
      const names = spool === undefined ? [] : await readdir(spool);
      const files = await Promise.all(
        names.map(async (name) => {
          const path = join(spool!, name);
          return { name: `database/${name}`, path, size_bytes: (await stat(path)).size };
        }),
      );
      await pack(Readable.from(writeArchive(head, files, { rows: {}, counters: {}, lost_blobs: [] })), file);
      return file;
    };
    const settings = await target();
    const newer = [{ format: FORMAT + 1 }, { migration: knownMigrations().at(-1)!.when + 1 }];
    for (const change of newer)
      await expect(restore(settings, await write({ ...base, ...change }))).rejects.toThrow(
        "is of a newer version of UDT (9.9.9)",
      );
    const place = await mkdtemp(join(folder, "old-"));
    const spool = await mkdtemp(join(folder, "spool-"));
    const migrations = { folder: await migrationsUpTo(place, old) };
    const database = await openDatabase({ folder: join(place, "pg") }, { migrations });
    await database.db
      .execute(sql`insert into users (user_id, email, user_name, name_key, auth_type, password_hash, created_at)
      values ('u', 'old@example.com', 'Old', 'old', 2, 'none', 7)`);
    await database.longTransaction((tx) => copyRows(tx, spool, never));
    await database.close();
    await restore(settings, await write(base, spool));
    const server = await startServer(settings, { logLevel: "silent" });
    try {
      const { rows } = await server.database.db.execute(sql`select email from users`);
      expect(rows).toEqual([{ email: "old@example.com" }]);
    } finally {
      await server.stop();
    }
  });
});
