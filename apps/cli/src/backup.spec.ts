import { execFileSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createClient } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { begin, startUdt, udt, until, type Udt } from "@udt/testkit";

let server: Udt;
let file: string;
let folder: string;
beforeAll(async () => {
  server = await startUdt({ phones: 0 });
  folder = join(server.dataDir, "server");
  file = join(server.dataDir, "all.udt");
  // The demo's package is kept once it has been read.
  const client = await server.signIn();
  await until("the demo's app", async () => {
    const { total } = await client.call(ENDPOINTS.appList, { query: { project: "demo" } });
    return total > 0 || undefined;
  });
});
afterAll(() => server.stop());

/** Names of what commands leave while they work. */
const working = (names: string[]) =>
  names.filter((name) => /\.part$|\.held$|^backup\.|^restore\.|^migrations\./.test(name));
const another = (name: string) => ({ UDT_DATA_DIR: join(server.dataDir, name), UDT_PORT: "0" });

it("backs a running server up and restores it elsewhere, where people sign in", async () => {
  const done = await udt(["backup", file, "--with-secret-key"], { UDT_DATA_DIR: folder });
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toMatch(/all\.udt holds [1-9]\d* rows and [1-9]\d* files .*\nThe secret key is in it/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const env = another("restored");
  const restored = await udt(["restore", file], env);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toMatch(/^Restored [1-9]\d* rows/);
  expect(statSync(env.UDT_DATA_DIR).mode & 0o777).toBe(0o700);
  const other = begin(["server"], env);
  try {
    const url = await other.until(/listening at (http:[^"]*)/);
    await createClient({ baseUrl: url }).call(ENDPOINTS.userLogin, { body: server.admin });
  } finally {
    other.child.kill("SIGTERM");
    await other.done;
  }
  const again = await udt(["restore", file], env);
  expect(again).toMatchObject({ code: 1, stdout: "" });
  expect(again.stderr).toMatch(
    /^udt restore: .* holds a database already; UDT_DATA_DIR chooses an empty folder\. See "Restoring on another machine" in docs\/operations\.md\.\n$/,
  );
});

it("backs up without a server, and says that the key is not in it", async () => {
  const env = another("restored");
  const copy = join(server.dataDir, "copy.udt");
  const done = await udt(["backup", copy], env);
  expect(done).toMatchObject({ code: 0, stderr: "" });
  expect(done.stdout).toContain("The secret key is not in it: keep it apart");
  expect(working(readdirSync(env.UDT_DATA_DIR))).toEqual([]);
});

it("leaves nothing when it is called off", async () => {
  const env = another("restored");
  const client = await server.signIn();
  const large = join(server.dataDir, "large.udt");
  writeFileSync(large, "the one before");
  for (const args of [
    ["backup", large],
    ["restore", file],
  ]) {
    const target = args[0] === "backup" ? env : another("called-off");
    const command = begin(args, target);
    await until("its work", () => {
      const seen = existsSync(target.UDT_DATA_DIR) ? working(readdirSync(target.UDT_DATA_DIR)) : [];
      return seen.length > 0 || undefined;
    });
    command.child.kill("SIGINT");
    expect(await command.done).toEqual({
      code: 1,
      stdout: "",
      stderr: `udt ${args[0]}: it was called off\n`,
    });
    expect(readdirSync(server.dataDir).filter((name) => name.endsWith(".part"))).toEqual([]);
    expect(working(readdirSync(target.UDT_DATA_DIR))).toEqual([]);
  }
  expect(readFileSync(large, "utf8")).toBe("the one before");
  expect(readdirSync(another("called-off").UDT_DATA_DIR)).toEqual([]);
  expect(await client.call(ENDPOINTS.userInfo, {})).toBeDefined();
});

it("begins anew where a restore was killed; until then no server starts there", async () => {
  const env = another("killed");
  // A pipe in the place of a table's rows holds the restore in its midst: nobody writes what it would load.
  const rows = join(env.UDT_DATA_DIR, "restore.users.jsonl");
  mkdirSync(env.UDT_DATA_DIR);
  execFileSync("mkfifo", [rows]);
  const reader = openSync(rows, constants.O_RDONLY | constants.O_NONBLOCK);
  const command = begin(["restore", file], env);
  await until("the rows of its users", () => {
    try {
      return readSync(reader, Buffer.alloc(1)) > 0 || undefined;
    } catch {
      return undefined;
    }
  });
  command.child.kill("SIGKILL");
  expect(await command.done).toMatchObject({ code: null });
  closeSync(reader);
  const refused = await udt(["server"], env);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(
    /did not come to its end\. Run udt restore again: it begins anew, or says that all of it had arrived\./,
  );
  expect(await udt(["restore", file], env)).toMatchObject({ code: 0, stderr: "" });
  expect(working(readdirSync(env.UDT_DATA_DIR))).toEqual([]);
  expect(await udt(["backup", join(server.dataDir, "after.udt")], env)).toMatchObject({ code: 0, stderr: "" });
});

it("says what it was asked wrongly", async () => {
  for (const args of [["backup"], ["backup", "a", "b"], ["restore", "a", "--force"]]) {
    const wrong = await udt(args, another("wrong"));
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain(`udt ${args[0]} FILE`);
  }
});
