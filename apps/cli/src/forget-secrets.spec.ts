import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { udt, startUdt, type Udt } from "@udt/testkit";
import { ENDPOINTS } from "@udt/contract";

let server: Udt;
// With the demo's libraries, whose hooks' addresses are sealed.
beforeAll(async () => (server = await startUdt({ phones: 0 })));
afterAll(() => server.stop());

it("stops the start of a server whose secret key is lost, with what to do, and starts once that is done", async () => {
  const folder = join(server.dataDir, "server");
  const key = join(folder, "secret.key");
  const client = await server.signIn();
  const query = { project: "demo" };
  const { credential_id } = await client.call(ENDPOINTS.credentialCreate, {
    query,
    body: { name: "Git", username: "me", password: "a password" },
  });
  await server.server.kill("SIGTERM");
  rmSync(key);
  const refused = await udt(["server"], { UDT_DATA_DIR: folder, UDT_PORT: "0" });
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(
    /The secret key is missing: .*secret\.key is not there, .* sealed with it \([1-9]\d* in all\)\..*`udt forget-secrets`/,
  );
  expect(existsSync(key)).toBe(false);
  expect(await udt(["forget-secrets", "all"], { UDT_DATA_DIR: folder })).toMatchObject({ code: 2, stdout: "" });
  const done = await udt(["forget-secrets"], { UDT_DATA_DIR: folder });
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toMatch(
    /^Secrets that nobody could read any more, and that are gone: [1-9]\d*\.[^]*authenticator app/,
  );
  await server.restart("server");
  const again = await server.signIn();
  const { list } = await again.call(ENDPOINTS.credentialList, { query });
  expect(list.map((one) => one.credential_id)).toEqual([credential_id]);
  const running = await udt(["forget-secrets"], { UDT_DATA_DIR: folder });
  expect(running).toMatchObject({ code: 1, stdout: "" });
  expect(running.stderr).toMatch(/is in use by another UDT server \(process \d+ on /);
});

it("makes no database where there is none", async () => {
  const folder = join(server.dataDir, "elsewhere");
  const done = await udt(["forget-secrets"], { UDT_DATA_DIR: folder });
  expect(done).toMatchObject({ code: 1, stdout: "" });
  expect(done.stderr).toBe(
    `udt forget-secrets: ${folder} holds no database of UDT; UDT_DATA_DIR says where it is. See "Settings" in docs/operations.md.\n`,
  );
  expect(existsSync(folder)).toBe(false);
});
