import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { startGitHost, type GitHost } from "@udt/testkit";
import { embedded } from "../../../test/databases.ts";
import { signingFiles } from "../../../test/ios-signing.ts";
import { TestServer } from "../../../test/harness.ts";
import { presentSecretBox } from "../crypto.ts";
import { secretKeySource } from "../settings.ts";
import { forgetSealed, SEALED_COLUMNS, sealedByKey } from "./sealed.ts";
import { sql } from "./sql.ts";

let host: GitHost;
let udt: TestServer;
beforeAll(async () => {
  host = await startGitHost();
  const outgoing = { smtp_url: undefined, mail_from: undefined, outbound_allow: ["127.0.0.1"], secret_key: undefined };
  udt = await TestServer.start(embedded, { outgoing });
});
afterAll(async () => {
  await udt?.dispose();
  await host?.close();
});

/** Every column of every table in which a sealed text stands. */
async function columnsOfSealed(): Promise<string[]> {
  const { db } = udt.server.database;
  const { rows } = await db.execute<{ table_name: string; column_name: string }>(
    sql`select table_name, column_name from information_schema.columns where table_schema = 'public' and data_type in ('text', 'jsonb')`,
  );
  const found: string[] = [];
  for (const { table_name, column_name } of rows) {
    const column = sql.identifier(column_name);
    const { rows: held } = await db.execute(
      sql`select 1 from ${sql.identifier(table_name)} where ${column}::text ~ '"?v1\\.[0-9a-f]{8}\\.' limit 1`,
    );
    if (held.length > 0) found.push(`${table_name}.${column_name}`);
  }
  return found.toSorted();
}

it("knows each column that holds sealed texts, and forgets those of other keys alone", async () => {
  const owner = await udt.person("Olga");
  const query = { project: await udt.project("sealed", [{ person: owner, user_type: 1 }]) };
  const make = (endpoint: Parameters<typeof udt.ok>[0], body: object) => udt.ok(endpoint, { as: owner, query, body });
  await make(ENDPOINTS.credentialCreate, { name: "Git", username: "me", password: "a password" });
  const template = (await udt.call(ENDPOINTS.accountFileTemplate, { as: owner, query })).text;
  await make(ENDPOINTS.accountFileCreate, { name: "Accounts", content: `${template}ann,secret,\r\n` });
  host.push("shop", { "runTest.sh": "x\n" });
  const library = { name: "shop", framework: "shell", url: `${host.url}/shop.git` };
  await make(ENDPOINTS.libraryCreate, { ...library, auth: { kind: "token", token: "token-of-the-team-91ab" } });
  const channel = { name: "CI", kind: "webhook", language: "en", webhook: `${host.url}/hook`, secret: "x".repeat(20) };
  await make(ENDPOINTS.channelCreate, channel);
  const certificate = new FormData();
  certificate.append("title", "Signing");
  for (const [name, value] of Object.entries(signingFiles())) certificate.append(name, value);
  await make(ENDPOINTS.iosCertificateCreate, certificate);
  const ada = await udt.person("ada", { password_hash: await hash("sunny day 1") });
  await udt.ok(ENDPOINTS.totpBegin, { as: ada, body: { password: "sunny day 1" } });
  expect(await columnsOfSealed()).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted());

  const { db } = udt.server.database;
  const { keyName } = (await presentSecretBox(secretKeySource(udt.settings)))!;
  const all = SEALED_COLUMNS.length;
  expect(await sealedByKey(db)).toEqual(new Map([[keyName, all]]));
  expect(await forgetSealed(db, keyName)).toBe(0);
  expect(await sealedByKey(db)).toEqual(new Map([[keyName, all]]));
  expect(await forgetSealed(db, undefined)).toBe(all);
  expect(await sealedByKey(db)).toEqual(new Map());
  expect(await columnsOfSealed()).toEqual([]);
});
