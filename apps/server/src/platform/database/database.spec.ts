import { once } from "node:events";
import { fork, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "./sql.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quickFolder } from "../../../test/quick-folder.ts";
import { embedded, onEachDatabase, onPostgresql, type TestDatabase } from "../../../test/databases.ts";
import { until } from "../../../test/harness.ts";
import { openDatabase, type Database } from "./database.ts";
import { lockFolder } from "./folder-lock.ts";

const targetOf = ({ settings }: TestDatabase) =>
  settings.database_url === undefined ? { folder: join(settings.data_dir, "pg") } : { url: settings.database_url };
const count = async (database: Database) =>
  Number((await database.db.execute<{ n: string }>(sql`select count(*) as n from projects`)).rows[0]!.n);
const insert = (name: string) =>
  sql`insert into projects (project_id, name, member_privileges, created_at) values (${name}, ${name}, '[]', 0)`;

/** Processes that lock the folders they are told. */
async function lockingChildren(count: number) {
  const file = fileURLToPath(new URL("../../../test/locking-child.ts", import.meta.url));
  const children = Array.from({ length: count }, () => fork(file, { execArgv: [] }));
  const said = (child: ChildProcess) => once(child, "message").then(([text]) => String(text));
  await Promise.all(children.map(said));
  return children.map((child) => ({
    lock: (folder: string) => {
      const answer = said(child);
      child.send(folder);
      return answer;
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
    },
  }));
}

onEachDatabase("database", (open) => {
  const opened: (() => Promise<void>)[] = [];
  const start = async (): Promise<Database> => {
    const test = await open();
    const database = await openDatabase(targetOf(test));
    opened.push(
      () => database.close(),
      () => test.dispose(),
    );
    return database;
  };
  afterEach(async () => {
    for (const close of opened.splice(0)) await close();
  });

  it("keeps all of a transaction, or nothing of it", async () => {
    const database = await start();
    await database.transaction(async (tx) => void (await tx.execute(insert("kept"))));
    const lost = database.transaction(async (tx) => {
      await tx.execute(insert("lost"));
      throw new Error("changed my mind");
    });
    await expect(lost).rejects.toThrow("changed my mind");
    expect(await count(database)).toBe(1);
  });

  it("refuses a query beside the transaction that it is in, instead of waiting for itself", async () => {
    const database = await start();
    const deadlock = database.transaction(async () => void (await database.db.execute(sql`select 1`)));
    await expect(deadlock).rejects.toMatchObject({
      cause: { message: "a query inside a transaction must use its tx" },
    });
    expect(await count(database)).toBe(0);
  });

  it("goes on after an error, also one inside a transaction", async () => {
    const database = await start();
    await expect(database.db.execute(sql`select * from nowhere`)).rejects.toMatchObject({ cause: { code: "42P01" } });
    await expect(database.transaction((tx) => tx.execute(sql`select 1 / 0`))).rejects.toMatchObject({
      cause: { code: "22012" },
    });
    expect(await count(database)).toBe(0);
  });

  it("carries text of any script, bytes of any value and a megabyte", async () => {
    const database = await start();
    const text = "日本語 ümlaut 🙂 \\ ' \" %_";
    const long = "x".repeat(1024 * 1024);
    const { rows } = await database.db.execute(sql`select ${text}::text as text, ${long}::text as long`);
    expect(rows).toEqual([{ text, long }]);
  });

  it("keeps prepared what comes again, and answers from it as before", async () => {
    const database = await start();
    await database.transaction(async (tx) => {
      const answers: unknown[] = [];
      for (let round = 0; round < 8; round++) {
        const { rows } = await tx.execute<{ n: number }>(sql`select ${round}::int + 1 as n`);
        answers.push(rows[0]!.n);
      }
      expect(answers).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      const { rows } = await tx.execute(sql`select statement from pg_prepared_statements`);
      expect(rows).toEqual([{ statement: "select $1::int + 1 as n" }]);
    });
  });

  it("plans a prepared statement anew for a table that has grown", async () => {
    const database = await start();
    await database.transaction(async (tx) => {
      await tx.execute(sql`create temporary table grown (n int)`);
      await tx.execute(sql`create index on grown (n)`);
      await tx.execute(sql`insert into grown select generate_series(1, 100)`);
      await tx.execute(sql`analyze grown`);
      const find = () => tx.execute(sql`select n from grown where n = ${7}::int`);
      const plan = async () => {
        await find();
        const text = sql`select name from pg_prepared_statements where statement like 'select n from grown%'`;
        const { name } = (await tx.execute<{ name: string }>(text)).rows[0]!;
        const { rows } = await tx.execute<{ "QUERY PLAN": string }>(sql.raw(`explain execute ${name}(7)`));
        return rows[0]!["QUERY PLAN"];
      };
      for (let round = 0; round < 8; round++) await find();
      expect(await plan()).toMatch(/^Seq Scan/);
      await tx.execute(sql`insert into grown select generate_series(101, 100000)`);
      await until(async () => expect(await plan()).toMatch(/^(Index|Bitmap)/));
    });
  });

  it("goes on with a prepared statement that has failed", async () => {
    const database = await start();
    const divide = (by: number) => database.db.execute<{ n: number }>(sql`select 10 / ${by}::int as n`);
    for (let round = 0; round < 8; round++) {
      await expect(divide(0)).rejects.toMatchObject({ cause: { code: "22012" } });
      expect((await divide(5)).rows).toEqual([{ n: 2 }]);
    }
  });

  it("runs a hundred transactions that wait for one another", async () => {
    const database = await start();
    const names = Array.from({ length: 100 }, (_, index) => `project-${index}`);
    await Promise.all(names.map((name) => database.transaction(async (tx) => void (await tx.execute(insert(name))))));
    expect(await count(database)).toBe(100);
  });
});

describe("the embedded database's folder", () => {
  const folders: TestDatabase[] = [];
  const make = async () => {
    const made = await embedded();
    folders.push(made);
    return made;
  };
  afterEach(async () => {
    for (const folder of folders.splice(0)) await folder.dispose();
  });

  it("is refused to a second server, with one sentence", async () => {
    const made = await make();
    const database = await openDatabase(targetOf(made));
    await expect(openDatabase(targetOf(made))).rejects.toThrow(
      /is in use by another UDT server \(process \d+ on [^ ]+\)\. See "Several servers" in/,
    );
    await database.close();
    const again = await openDatabase(targetOf(made));
    await again.close();
  });

  it("is held by a living process alone, wherever that is seen from", async () => {
    const folder = mkdtempSync(join(tmpdir(), "udt-lock-"));
    const [child] = await lockingChildren(1);
    try {
      expect(await child!.lock(folder)).toBe("locked");
      // What is told of the holder does not hold: in another container it would be nobody's process here.
      writeFileSync(join(folder, "udt.lock.holder"), `process ${2 ** 22 + 1} on elsewhere`);
      expect(() => lockFolder(folder)).toThrow(/process \d+ on elsewhere/);
      await child!.kill();
      const lock = lockFolder(folder);
      expect(() => lockFolder(folder)).toThrow(/is in use/);
      lock.release();
      lockFolder(folder).release();
    } finally {
      await child!.kill();
      await rm(folder, { recursive: true });
    }
  });

  it("is taken over by one alone of several that find it left", async () => {
    const children = await lockingChildren(4);
    const base = mkdtempSync(join(tmpdir(), "udt-locks-"));
    try {
      for (let round = 0; round < 60; round++) {
        const folder = join(base, String(round));
        mkdirSync(folder);
        const answers = await Promise.all(children.map((child) => child.lock(folder)));
        expect(answers.filter((answer) => answer === "locked")).toEqual(["locked"]);
      }
    } finally {
      await Promise.all(children.map((child) => child.kill()));
      await rm(base, { recursive: true });
    }
  });

  it("is not made over files of somebody, nor over a database that is damaged", async () => {
    const folder = await quickFolder("udt-database-");
    const data = join(folder, "data");
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, "thesis.txt"), "ten years of work");
    await expect(openDatabase({ folder: folder })).rejects.toThrow(/holds files and no database.*Restore a backup/);
    expect(readdirSync(data)).toEqual(["thesis.txt"]);
    rmSync(join(data, "thesis.txt"));

    const database = await openDatabase({ folder: folder });
    await database.db.execute(insert("kept"));
    await database.close();
    renameSync(join(data, "global/pg_control"), join(folder, "pg_control"));
    await expect(openDatabase({ folder: folder })).rejects.toThrow(/does not start: .*Restore a backup/);
    renameSync(join(folder, "pg_control"), join(data, "global/pg_control"));
    rmSync(join(data, "postmaster.pid"), { force: true });
    const again = await openDatabase({ folder: folder });
    expect(await count(again)).toBe(1);
    await again.close();
    await rm(folder, { recursive: true });
  });

  it("is made anew when the first start was cut off", async () => {
    const folder = await quickFolder("udt-database-");
    const data = join(folder, "data");
    mkdirSync(join(data, "base"), { recursive: true });
    writeFileSync(`${data}.unfinished`, "");
    await (await openDatabase({ folder: folder })).close();
    expect(readdirSync(folder).toSorted()).toEqual(["data", "udt.lock", "udt.lock.holder"]);
    const again = await openDatabase({ folder: folder });
    expect(await count(again)).toBe(0);
    await again.close();
    await rm(folder, { recursive: true });
  });

  it("keeps what was acknowledged when the process is killed", async () => {
    const made = await make();
    const child = fork(fileURLToPath(new URL("../../../test/committing-child.ts", import.meta.url)), {
      env: { ...process.env, FOLDER: targetOf(made).folder! },
      execArgv: [],
    });
    let acknowledged = 0;
    child.on("message", (message: { acknowledged: number }) => {
      ({ acknowledged } = message);
      // In the midst of its work, with another commit under way.
      if (acknowledged === 50) child.kill("SIGKILL");
    });
    await once(child, "exit");
    expect(acknowledged).toBeGreaterThanOrEqual(50);
    const database = await openDatabase(targetOf(made));
    const kept = await count(database);
    await database.close();
    expect(kept).toBeGreaterThanOrEqual(acknowledged);
  });
});

onPostgresql("servers with one database", (open) => {
  let test: TestDatabase;
  let one: Database;
  let other: Database;
  beforeEach(async () => {
    test = await open();
    [one, other] = await Promise.all([openDatabase(targetOf(test)), openDatabase(targetOf(test))]);
    await one.db.execute(insert("shared"));
  });
  afterEach(async () => {
    await Promise.all([one.close(), other.close()]);
    await test.dispose();
  });
  const lock = sql`select project_id from projects where project_id = 'shared' for update`;
  /** A transaction of the first that holds the lock and asks nothing more until it is let go. */
  const hold = async () => {
    const [held, letGo] = [Promise.withResolvers<number>(), Promise.withResolvers<void>()];
    const done = one.transaction(async (tx) => {
      await tx.execute(lock);
      held.resolve((await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)).rows[0]!.pid);
      await letGo.promise;
      await tx.execute(insert("late"));
    });
    done.catch(() => {});
    return { pid: await held.promise, letGo: () => letGo.resolve(), done };
  };

  it("wait for none that stands still in the midst of a transaction", async () => {
    const { letGo, done } = await hold();
    expect((await other.transaction((tx) => tx.execute(lock))).rows).toEqual([{ project_id: "shared" }]);
    letGo();
    await expect(done).rejects.toThrow();
    expect(await count(one)).toBe(1);
  });

  it("outlive the end of a connection that a transaction has", async () => {
    const { pid, letGo, done } = await hold();
    await other.db.execute(sql`select pg_terminate_backend(${pid})`);
    expect((await other.transaction((tx) => tx.execute(lock))).rows).toHaveLength(1);
    // Its end has been heard by now, while the transaction asked nothing.
    await one.db.execute(sql`select 1`);
    letGo();
    await expect(done).rejects.toThrow();
    expect(await count(one)).toBe(1);
  });
});
