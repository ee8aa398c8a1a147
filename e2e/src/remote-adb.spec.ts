import { createHash, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { buildApk } from "@udt/appfile/testing";
import type { Client } from "@udt/client";
import { ENDPOINTS, type RemoteAdb } from "@udt/contract";
import { openBrowser, startUdt, type Udt } from "@udt/testkit";
import { DebugPage, enter } from "./console-pages.ts";
import { load, look, narrowLooks } from "./look.ts";
import { usersAdb, type UsersAdb } from "./users-adb.ts";

const query = { project: "demo" };
const until = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000, interval: 50 });

interface Session {
  params: { test_id: string; device_id: string };
  serial: string;
}

describe("adb on a user's own computer", () => {
  let udt: Udt;
  let client: Client;
  const sessions: Session[] = [];

  const begin = async (): Promise<Session> => {
    const [device] = await udt.idleDevices(1);
    const { device_id, serial } = device!;
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
    const params = { test_id, device_id };
    await until(async () =>
      expect((await client.call(ENDPOINTS.testGet, { query, params })).devices[0]!.state).toBe("running"),
    );
    sessions.push({ params, serial });
    return { params, serial };
  };
  const end = (session: Session) => client.call(ENDPOINTS.testCancel, { query, params: session.params });
  const call = ({ params }: Session) => ({ query, params });
  const now = (session: Session): Promise<RemoteAdb> => client.call(ENDPOINTS.remoteAdbGet, call(session));
  const answer = (session: Session, key_id: string, allow: boolean) =>
    client.call(ENDPOINTS.remoteAdbAnswer, { ...call(session), body: { key_id, allow } });
  const open = async (session: Session): Promise<string> => {
    const { state, address, is_local } = await client.call(ENDPOINTS.remoteAdbOpen, call(session));
    expect({ state, is_local, hostname: address?.hostname }).toEqual({
      state: "waiting",
      is_local: true,
      hostname: "",
    });
    return `127.0.0.1:${address!.port}`;
  };
  const asked = (session: Session) => until(async () => (await now(session)).asked ?? expect.fail("nobody asks"));
  /** Connects with a key that nobody knows yet, and lets it in. */
  const letIn = async (session: Session, adb: UsersAdb, address: string) => {
    await adb.run("connect", address);
    await answer(session, (await asked(session)).key_id, true);
    await until(async () => expect(await adb.stateOf(address)).toBe("device"));
  };

  beforeAll(async () => {
    udt = await startUdt({ phones: 2 });
    client = await udt.signIn();
  });
  afterAll(() => udt?.stop());

  it("reaches the device once its key is let in, and from then on without a word", async () => {
    const session = await begin();
    const address = await open(session);
    const adb = await usersAdb();
    expect((await adb.run("connect", address)).out).toContain("failed to authenticate");
    const key = await asked(session);
    expect(key).toMatchObject({ ip: "127.0.0.1", name: expect.stringContaining("@") });
    expect(await adb.stateOf(address)).toBe("unauthorized");
    // As a phone's dialog shows it, and as openssl tells it.
    const text = (await readFile(join(adb.folder, ".android/adbkey.pub"), "utf8")).split(" ")[0]!;
    const digest = createHash("md5").update(Buffer.from(text, "base64")).digest("hex").toUpperCase();
    expect(key.fingerprint).toBe(digest.match(/../g)!.join(":"));
    await answer(session, key.key_id, true);
    await until(async () => expect(await adb.stateOf(address)).toBe("device"));
    expect((await adb.run("-s", address, "shell", "getprop ro.serialno")).out.trim()).toBe(session.serial);
    expect(await now(session)).toMatchObject({ state: "connected", connections: 1, asked: null });
    await end(session);
    // The session is over for adb, too: what it is told is what a phone without its cable is.
    await until(async () => expect(await adb.stateOf(address)).not.toBe("device"));
    expect((await adb.run("-s", address, "shell", "true")).code).not.toBe(0);
    await adb.run("disconnect", address);
    expect((await adb.run("connect", address)).out).toMatch(/cannot connect|failed to connect|refused/i);

    const next = await begin();
    const again = await open(next);
    expect((await adb.run("connect", again)).out).toContain("connected to");
    await until(async () => expect(await adb.stateOf(again)).toBe("device"));
    await end(next);
  });

  it("works as with a phone on a cable", async () => {
    const session = await begin();
    const address = await open(session);
    const adb = await usersAdb();
    await letIn(session, adb, address);
    const on = (...words: string[]) => adb.run("-s", address, ...words);
    expect(await on("shell", "echo out; echo err >&2; exit 7")).toEqual({ code: 7, out: "out\n", err: "err\n" });
    const file = randomBytes(5_000_000);
    await writeFile(join(adb.folder, "up"), file);
    expect((await on("push", join(adb.folder, "up"), "/sdcard/Download/up")).code).toBe(0);
    expect((await on("pull", "/sdcard/Download/up", join(adb.folder, "down"))).code).toBe(0);
    expect((await readFile(join(adb.folder, "down"))).equals(file)).toBe(true);
    const apk = join(adb.folder, "app.apk");
    await writeFile(apk, buildApk({ packageName: "org.example.remote" }));
    expect((await on("install", apk)).out).toContain("Success");
    expect((await on("shell", "pm list packages")).out).toContain("package:org.example.remote");
    await on("shell", "log", "-t", "spec", "remote-line");
    const lines = await adb.follow(["-s", address, "logcat"], (out) => out.includes("remote-line"));
    expect(lines).toContain("remote-line");
    await end(session);
  });

  it("is let into its own session alone, by its own key alone", async () => {
    const [mine, other] = [await begin(), await begin()];
    const [to, toOther] = [await open(mine), await open(other)];
    const adb = await usersAdb();
    await letIn(mine, adb, to);
    // A key is the user's, a port the session's: the same key reaches another device by another port alone.
    await adb.run("connect", toOther);
    await until(async () => expect(await adb.stateOf(toOther)).toBe("device"));
    for (const [address, { serial }] of [[to, mine] as const, [toOther, other] as const])
      expect((await adb.run("-s", address, "shell", "getprop ro.serialno")).out.trim()).toBe(serial);

    const stranger = await usersAdb();
    await stranger.run("connect", to);
    await answer(mine, (await asked(mine)).key_id, false);
    expect((await now(mine)).asked).toBeNull();
    await until(async () => expect(await stranger.stateOf(to)).not.toBe("unauthorized"));
    await stranger.run("disconnect", to);
    // It is not asked about again.
    expect((await stranger.run("connect", to)).out).not.toContain("connected to");
    expect((await stranger.run("-s", to, "shell", "true")).code).not.toBe(0);
    expect((await now(mine)).asked).toBeNull();

    // A key that is taken back is cut off, and asks anew.
    const { list } = await client.call(ENDPOINTS.adbKeyList, {});
    for (const { key_id } of list) await client.call(ENDPOINTS.adbKeyRemove, { params: { key_id } });
    await until(async () => expect(await now(mine)).toMatchObject({ connections: 0 }));
    await adb.run("disconnect", to);
    expect((await adb.run("connect", to)).out).toContain("failed to authenticate");
    await client.call(ENDPOINTS.remoteAdbClose, call(mine));
    expect(await now(mine)).toMatchObject({ state: "off", address: null });
    await until(async () => expect(await adb.stateOf(to)).not.toBe("device"));
    await Promise.all([end(mine), end(other)]);
  });

  it("does nothing that reaches beyond the device or outlasts the session", async () => {
    const session = await begin();
    const address = await open(session);
    const adb = await usersAdb();
    await letIn(session, adb, address);
    const on = (...words: string[]) => adb.run("-s", address, ...words);
    const said = async (...words: string[]) => {
      const { out, err } = await on(...words);
      return out + err;
    };
    expect(await said("reverse", "tcp:9000", "tcp:9000")).toContain("adb reverse is not possible through UDT");
    expect(await said("tcpip", "5555")).toContain("adb tcpip is not possible through UDT");
    expect(await said("usb")).toContain("adb usb is not possible through UDT");
    expect(await said("root")).toContain("adb root is not possible through UDT");
    expect(await said("reboot")).toContain("adb reboot is not possible through UDT");
    expect((await on("shell", "echo", "still here")).out).toBe("still here\n");
    // The device's own ports are reached, and no other computer's.
    const forwarded = await on("forward", "tcp:0", "localabstract:nobody-listens");
    expect(forwarded.code).toBe(0);
    const entries = await client.call(ENDPOINTS.auditList, { query: { page_size: 100 } });
    const actions = entries.list.filter(({ target }) => target === session.serial).map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["remote_adb.open", "remote_adb.key_allow"]));
    await end(session);
    await until(async () => {
      const { list } = await client.call(ENDPOINTS.auditList, { query: { page_size: 100 } });
      expect(list.some(({ action, target }) => action === "remote_adb.close" && target === session.serial)).toBe(true);
    });
  });

  it("comes to rest when the agent dies", async () => {
    const session = await begin();
    const address = await open(session);
    const adb = await usersAdb();
    await letIn(session, adb, address);
    await udt.agent.kill();
    await until(async () => expect(await adb.stateOf(address)).not.toBe("device"));
    expect((await adb.run("-s", address, "shell", "true")).code).not.toBe(0);
    await end(session);
    await udt.restart("agent");
    await udt.idleDevices(1);
    expect(await now(session)).toMatchObject({ state: "off" });
  });

  it("is turned on, answered and turned off in the page", async () => {
    const browser = await openBrowser();
    try {
      const page = browser.pages()[0] ?? (await browser.newPage());
      await enter(page, udt);
      const debug = await DebugPage.start(page, udt, "Virtual One");
      await debug.tab("Device").click();
      const panel = page.getByRole("region", { name: "Remote ADB" });
      await panel.getByRole("button", { name: "Turn on" }).click();
      const command = await panel.locator("code").innerText();
      expect(command).toMatch(/^adb connect 127\.0\.0\.1:\d+$/);
      const address = command.split(" ").at(-1)!;
      const adb = await usersAdb();
      // Whoever is at something else is asked there.
      await debug.tab("Log").click();
      await adb.run("connect", address);
      const dialog = page.locator(".dbg-adb-asked[role=alert]");
      await dialog.waitFor();
      const key = (await readFile(join(adb.folder, ".android/adbkey.pub"), "utf8")).trim().split(" ");
      const md5 = createHash("md5").update(Buffer.from(key[0]!, "base64")).digest("hex").toUpperCase();
      expect(await dialog.innerText()).toContain(md5.match(/../g)!.join(":"));
      expect(await dialog.innerText()).toContain(key[1]!);
      await look("remote-adb-asking", narrowLooks[0]!, page);
      await dialog.getByRole("button", { name: "Allow", exact: true }).click();
      await until(async () => expect(await adb.stateOf(address)).toBe("device"));
      await dialog.waitFor({ state: "detached" });
      await debug.tab("Device").click();
      await panel.getByText("Connected since").waitFor();
      expect((await adb.run("-s", address, "shell", "echo through")).out).toBe("through\n");
      await panel.getByText(/^Your adb keys: \d/).click();
      for (const at of narrowLooks.slice(1)) {
        await load(page, at, page.url());
        await debug.live();
        await page.locator("[data-tab=device]").click();
        await page.locator(".dbg-adb[data-state=connected]").waitFor();
        await page.locator(".dbg-adb-keys summary").click();
        await look("remote-adb-connected", at, page);
      }
      await load(page, narrowLooks[0]!, page.url());
      await debug.tab("Device").click();
      await panel.getByRole("button", { name: "Turn off" }).click();
      await panel.getByRole("button", { name: "Turn on" }).waitFor();
      await until(async () => expect(await adb.stateOf(address)).not.toBe("device"));
    } finally {
      await browser.close();
    }
  });
});
