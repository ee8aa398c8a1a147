import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pictureFacts } from "@udt/base";
import { ENDPOINTS } from "@udt/contract";
import { startUdt, udt as command, until, type Udt } from "@udt/testkit";

const SHOP = "dev.udt.shop";

interface Listed {
  ref: string;
  id?: string;
}

describe("udt device", { timeout: 180_000 }, () => {
  let udt: Udt;
  let env: Record<string, string>;
  let folder: string;

  const run = (...args: string[]) => command(["device", ...args], env);
  const json = async <T = Record<string, unknown>>(...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await run(...args, "--json");
    expect(code, stdout + stderr).toBe(0);
    return JSON.parse(stdout) as T;
  };
  const find = (id: string): Promise<string> =>
    until(`element ${id}`, async () => {
      const { elements } = await json<{ elements: Listed[] }>("tree");
      return elements.find((one) => one.id === id)?.ref;
    });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "udt-device-"));
    udt = await startUdt({ phones: 1 });
    const client = await udt.signIn();
    const body = { name: "script", access: "write", password: udt.admin.password } as const;
    const { secret_id, secret_key } = await client.call(ENDPOINTS.keyCreate, { body });
    env = { UDT_SERVER_URL: udt.url, UDT_SECRET_ID: secret_id, UDT_SECRET_KEY: secret_key, UDT_PROJECT: "demo" };
  }, 120_000);
  afterAll(async () => {
    await udt?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("takes a device, looks, touches, types and ends", async () => {
    const { devices } = await json<{ devices: { state: string }[] }>("list");
    expect(devices.map(({ state }) => state)).toEqual(["idle"]);
    const { test_id } = await json<{ test_id: string }>("take", "--minutes", "10");
    env["UDT_TEST_ID"] = test_id;
    await json("start", SHOP);
    await json("tap", await find("account_button"));
    await json("type", "ada@example.com", "--ref", await find("email_input"));
    expect((await run("tree")).stdout).toContain('"ada@example.com"');
    const file = join(folder, "screen.png");
    await json("screenshot", "--out", file);
    expect(readFileSync(file).subarray(1, 4).toString()).toBe("PNG");
    expect(await json("screenshot", "--height", "400", "--quality", "60", "--out", file)).toMatchObject({
      content_type: "image/jpeg",
      scale: 4,
    });
    expect(pictureFacts(readFileSync(file))).toEqual({ content_type: "image/jpeg", width: 180, height: 400 });
    await json("key", "GoBack");
    await json("swipe", "300", "900", "300", "400");
    expect(await json("log", "--lines", "5")).toMatchObject({ next_since: expect.any(Number) });
    await json("file-write", "/sdcard/a note.txt", "read by scripts");
    expect(await json("file-read", "/sdcard/a note.txt")).toMatchObject({ content: "read by scripts" });
    expect(await json("files", "/sdcard")).toMatchObject({
      files: expect.arrayContaining([expect.objectContaining({ name: "a note.txt" })]),
    });
    expect(await json("performance", SHOP, "--seconds", "1")).toMatchObject({ samples: [{ package_name: SHOP }] });
    expect(await json("record", "start")).toMatchObject({ name: "recorded-1.mp4" });
    expect(await json("record", "stop")).toMatchObject({ name: "recorded-1.mp4" });
    expect(await json("end")).toMatchObject({ state: "ended", end_reason: "user" });
    const late = await run("tree");
    expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining("session_ended") });
    delete env["UDT_TEST_ID"];
  });

  it("ends with 2 when it is asked wrongly, and with 1 when it is refused", async () => {
    expect(await run("dance")).toMatchObject({ code: 2, stderr: expect.stringContaining("no command dance") });
    expect(await run("key", "Nothing", "--test", "t")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--key"),
    });
    expect(await run("tree")).toMatchObject({ code: 2, stderr: expect.stringContaining("--test") });
    expect(await run("swipe", "1", "2", "3", "4", "5", "--test", "t")).toMatchObject({ code: 2 });
    expect(await command(["device", "list"], { UDT_PROJECT: "demo" })).toMatchObject({ code: 2 });
    expect(await run("session", "unknown")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("test_not_found"),
    });
    const { code, stdout } = await run("list", "--project", "nowhere", "--json");
    expect({ code, error: JSON.parse(stdout) as object }).toMatchObject({
      code: 1,
      error: { error: { code: "project_not_exists" } },
    });
    expect(await run("tap", "--help")).toMatchObject({ code: 0, stdout: expect.stringContaining("--hold-ms") });
  });
});
