import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { fileURLToPath } from "node:url";
import Fastify from "fastify";
import { expect, it } from "vitest";
import { onEachDatabase } from "../../test/databases.ts";
import { openDatabase } from "./database/database.ts";
import { sql } from "./database/sql.ts";
import { logging } from "./log.ts";

onEachDatabase("a query that fails", (open) => {
  it("is logged with its statement and reason, and none of its values", async () => {
    const test = await open();
    const { database_url, data_dir } = test.settings;
    const database = await openDatabase(
      database_url === undefined ? { folder: join(data_dir, "pg") } : { url: database_url },
    );
    const lines = new PassThrough();
    const app = Fastify({ logger: { ...logging("info"), stream: lines } });
    const insert = () =>
      database.db.execute(
        sql`insert into projects (project_id, name, member_privileges, created_at) values (${"hush-1"}, ${"hush-2"}, '[]', 0)`,
      );
    await insert();
    const twice = await insert().catch((error: unknown) => error);
    const empty = await database.db
      .execute(sql`insert into projects (project_id, name) values (${"hush-3"}, ${"hush-4"})`)
      .catch((error: unknown) => error);
    expect(String(twice)).toContain("hush");
    app.log.error({ err: new Error("the call", { cause: twice }) }, "call failed");
    app.log.error(empty as Error);
    await app.close();
    await database.close();
    await test.dispose();
    const said = String(lines.read());
    expect(said).not.toContain("hush");
    expect(said).toContain("projects_pkey");
    expect(said).toContain("violates not-null constraint");
    expect(said.match(/Failed query: insert into projects/g)!.length).toBeGreaterThan(1);
  });
});

it("a server that dies of a failed query says none of its values", async () => {
  const child = fork(fileURLToPath(new URL("../../test/dying-child.ts", import.meta.url)), ["hush"], {
    silent: true,
    execArgv: [],
  });
  let said = "";
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (chunk) => (said += String(chunk)));
  const [code] = (await once(child, "close")) as [number];
  expect(code).not.toBe(0);
  expect(said).toContain("Failed query: select $1");
  expect(said).not.toContain("hush");
});
