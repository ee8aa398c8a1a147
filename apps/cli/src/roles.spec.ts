import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createClient } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { begin, udt, type Command } from "@udt/testkit";

let folder: string;
const begun: Command[] = [];
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "udt-roles-"))));
afterEach(async () => {
  for (const { child, done } of begun.splice(0)) {
    child.kill("SIGKILL");
    await done;
  }
  rmSync(folder, { recursive: true });
});
const server = () => {
  const command = begin(["server"], { UDT_PORT: "0", UDT_DATA_DIR: join(folder, "data") });
  begun.push(command);
  return command;
};

it("ends with a code of its own when a setting is wrong: starting it again is of no use", async () => {
  const wrong = await udt(["server"], { UDT_WEB_LANGUAGES: "tlh" });
  expect(wrong).toMatchObject({ code: 2, stdout: "" });
  expect(wrong.stderr).toMatch(
    /^udt server: UDT_WEB_LANGUAGES .* See "The console's settings" in docs\/operations\.md\.\n$/,
  );
});

it("ends with the same code when every start would be refused", async () => {
  const env = { UDT_PORT: "0", UDT_DATA_DIR: join(folder, "data"), UDT_ADMIN_PASSWORD: "password1" };
  const refused = await udt(["server"], env);
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(/^udt server: UDT_ADMIN_PASSWORD is one of the most used .* See "Settings" in docs/);
}, 150_000);

it("says how to sign in when nobody else does, and that once", async () => {
  const first = server();
  const password = await first.until(/Sign in as admin@udt\.local with the password (\S+) \(shown this once/);
  const url = await first.until(/UDT is ready at (\S+)/);
  const client = createClient({ baseUrl: url });
  const body = { email: "admin@udt.local", password };
  expect(await client.call(ENDPOINTS.userLogin, { body })).toMatchObject({ auth_type: 1 });
  first.child.kill("SIGTERM");
  await once(first.child, "exit");
  const second = server();
  await second.until(/Sign in as admin@udt\.local\n/);
  second.child.kill("SIGTERM");
  expect(await second.done).toMatchObject({ code: 0 });
}, 250_000);
