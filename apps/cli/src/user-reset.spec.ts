import { mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ApiError, createClient } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { authenticatorCode, begin, udt, startUdt, type Udt } from "@udt/testkit";

let server: Udt;
beforeAll(async () => (server = await startUdt({ phones: 0 })));
afterAll(() => server.stop());

const signIn = (password: string) =>
  createClient({ baseUrl: server.url }).call(ENDPOINTS.userLogin, { body: { email: server.admin.email, password } });
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => "none",
    (error: unknown) => (error as ApiError).code,
  );
const reset = (email = server.admin.email) => udt(["user", "reset", email], { UDT_DATA_DIR: folder() });
const folder = () => join(server.dataDir, "server");
const passwordIn = (text: string) => /with the password (\S{20}) \(shown this once/.exec(text)![1]!;

it("gives a new password while the server runs: the old one and all sessions end, and the audit log has it", async () => {
  expect(statSync(join(folder(), "operator.sock")).mode & 0o777).toBe(0o600);
  const client = await server.signIn();
  const key = await client.call(ENDPOINTS.keyReset, { body: { password: server.admin.password } });
  const done = await reset(server.admin.email.toUpperCase());
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toMatch(/^Sessions ended: [1-9]\d*\. API keys ended: 1\.$/m);
  const authorization = `Basic ${btoa(`${key.secret_id}:${key.secret_key}`)}`;
  const byKey = createClient({ baseUrl: server.url, headers: () => ({ authorization }) });
  expect(await refusalOf(byKey.call(ENDPOINTS.userInfo, {}))).toBe("invalid_session");
  expect(await refusalOf(client.call(ENDPOINTS.userInfo, {}))).toBe("invalid_session");
  expect(await refusalOf(signIn(server.admin.password))).toBe("user_name_or_password");
  server.admin.password = passwordIn(done.stdout);
  const { list } = await (
    await server.signIn()
  ).call(ENDPOINTS.auditList, { query: { action: "user.password_reset" } });
  expect(list).toMatchObject([{ target: server.admin.email, user_name: "" }]);
  expect(JSON.stringify(list)).not.toContain(server.admin.password);
});

it("removes second factors, and says so", async () => {
  const client = await server.signIn();
  const { password } = server.admin;
  const { secret_key } = await client.call(ENDPOINTS.totpBegin, { body: { password } });
  const code = authenticatorCode(secret_key, Date.now());
  await client.call(ENDPOINTS.totpConfirm, { body: { code } });
  expect(await refusalOf(signIn(password))).toBe("second_step_needed");
  const done = await reset();
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toContain("The second factors are removed");
  server.admin.password = passwordIn(done.stdout);
  await signIn(server.admin.password);
  expect((await reset()).stdout).not.toContain("second factors");
});

it("does so without a server, also where one was killed", async () => {
  await server.server.kill("SIGKILL");
  const done = await reset();
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toMatch(/^Sessions ended: \d+\. API keys ended: 0\.$/m);
  server.admin.password = passwordIn(done.stdout);
  await server.restart("server");
  await signIn(server.admin.password);
  // The socket that the killed one left is in nobody's way.
  const again = await reset();
  expect(again).toMatchObject({ code: 0, stderr: "" });
  server.admin.password = passwordIn(again.stdout);
});

it("says on stderr what it cannot do", async () => {
  const nobody = await reset("nobody@example.com");
  expect(nobody).toEqual({
    code: 1,
    stdout: "",
    stderr:
      'udt user: There is no user with the address nobody@example.com. See "A lost password" in docs/operations.md.\n',
  });
  const wrong = await udt(["user", "reset"], { UDT_DATA_DIR: folder() });
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toContain("udt user reset EMAIL");
});

it("is reached in a folder whose path is too long for a socket", async () => {
  const deep = join(server.dataDir, "a".repeat(60), "b".repeat(60), "c".repeat(60));
  mkdirSync(deep, { recursive: true });
  const env = { UDT_DATA_DIR: deep, UDT_PORT: "0", UDT_ADMIN_EMAIL: "first@example.com" };
  const other = begin(["server"], env);
  try {
    await other.until(/Server listening/);
    const done = await udt(["user", "reset", "first@example.com"], env);
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(statSync(join(deep, "operator.sock")).mode & 0o777).toBe(0o600);
  } finally {
    other.child.kill("SIGTERM");
    await other.done;
  }
});
