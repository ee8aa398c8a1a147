/** A whole UDT of two servers on one PostgreSQL, with real agents and phones; one server is killed in the midst of a run. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { socketUrl, type Client } from "@udt/client";
import { ENDPOINTS, SOCKETS, XHR_HEADER, type CaseRun } from "@udt/contract";
import { freePortRun, openBrowser, RoleProcess, startUdt, until, type Udt } from "@udt/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onPostgresql, type TestDatabase } from "../../apps/server/test/databases.ts";
import { DebugPage, enter } from "./console-pages.ts";

const project = "demo";
const query = { project };

/** One name for several servers: who dials it reaches the first that takes the connection. */
async function startFront(ports: readonly number[]) {
  const open = new Set<Socket>();
  const join = (from: Socket, [port, ...rest]: readonly number[]): void => {
    if (port === undefined) return void from.destroy();
    const to = connect(port, "127.0.0.1");
    open.add(to);
    to.once("close", () => open.delete(to));
    to.once("error", () => join(from, rest));
    to.once("connect", () => {
      to.removeAllListeners("error");
      for (const [one, other] of [
        [from, to],
        [to, from],
      ] as const) {
        one.on("error", () => other.destroy());
        one.once("close", () => other.destroy());
        one.pipe(other);
      }
    });
  };
  const server = createServer((from) => {
    open.add(from);
    from.on("error", () => from.destroy());
    from.once("close", () => open.delete(from));
    join(from, ports);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

onPostgresql("two whole servers", (open) => {
  let database: TestDatabase;
  let udt: Udt;
  let other: RoleProcess;
  let phones: RoleProcess;
  let agent: RoleProcess;
  let front: Awaited<ReturnType<typeof startFront>>;
  let folder: string;
  let client: Client;

  beforeAll(async () => {
    database = await open();
    folder = mkdtempSync(join(tmpdir(), "udt-two-servers-"));
    const shared = {
      UDT_DATABASE_URL: database.settings.database_url!,
      UDT_BLOB_URL: pathToFileURL(join(folder, "blobs")).href,
      UDT_SECRET_KEY: "the same for all servers, 32 characters",
      UDT_AGENT_TOKEN: "the-token-of-this-agent-of-some-length",
      UDT_DEMO: "1",
    };
    udt = await startUdt({ phones: 0, env: shared });
    const port = await freePortRun(2);
    other = new RoleProcess("server", [], {
      ...shared,
      UDT_PORT: String(port),
      UDT_OWN_URL: `http://127.0.0.1:${port}`,
      UDT_DATA_DIR: join(folder, "other"),
    });
    phones = new RoleProcess("phone", ["--count", "1", "--port", String(port + 1)], shared);
    front = await startFront([port, udt.port]);
    agent = new RoleProcess("agent", ["--server", front.url], {
      ...shared,
      UDT_DATA_DIR: join(folder, "agent"),
      UDT_ADB_SERVER: "none",
      UDT_PHONE_ADDRESSES: `127.0.0.1:${port + 1}`,
    });
    await Promise.all([other.start("server_ready"), phones.start("phones_ready")]);
    await agent.start("agent_ready");
    client = await udt.signIn();
    await udt.idleDevices(1);
  });
  afterAll(async () => {
    await udt?.rest({ "linked agent": agent, "its phones": phones });
    await agent?.kill("SIGTERM");
    await Promise.all([phones?.kill("SIGTERM"), other?.kill("SIGTERM")]);
    await udt?.stop();
    front?.close();
    await database?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  it("show at one the screen of a phone whose agent is linked to the other", async () => {
    const [device] = await udt.idleDevices(1);
    const { device_id } = device!;
    const body = { kind: "debug" as const, device_id, duration_minutes: 5 };
    const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
    await until("the session", async () => {
      const { state } = await client.call(ENDPOINTS.testGet, { query, params: { test_id } });
      return state === "running" ? true : undefined;
    });
    const signedIn = await fetch(udt.url + ENDPOINTS.userLogin.path, {
      method: "POST",
      headers: { ...XHR_HEADER, "content-type": "application/json" },
      body: JSON.stringify(udt.admin),
    });
    const cookie = signedIn.headers.getSetCookie()[0]!.split(";")[0]!;
    const url = socketUrl(udt.url, SOCKETS.stream, { test_id, device_id, stream: "screen" }, query);
    // Browsers' sockets take no headers, and so the type knows of none; Node's does.
    const screen = new WebSocket(url, { headers: { cookie } } as unknown as string[]);
    await new Promise<void>((resolve, reject) => {
      screen.addEventListener("message", ({ data }) => typeof data !== "string" && resolve());
      screen.addEventListener("close", ({ code, reason }) => reject(new Error(`${code} ${reason}`)));
    });
    screen.close();
    await client.call(ENDPOINTS.testCancel, { query, params: { test_id } });
    await udt.idleDevices(1);
  });

  it("carry files between a browser at one and a phone whose agent is linked to the other", async () => {
    const browser = await openBrowser({ acceptDownloads: true });
    try {
      const page = browser.pages()[0] ?? (await browser.newPage());
      await enter(page, udt);
      const debug = await DebugPage.start(page, udt, "Virtual One");
      await debug.tab("Files").click();
      const panel = page.locator(".dbg-tabpanel:not([hidden])");
      await panel.getByRole("button", { name: "/sdcard/Download" }).click();
      const chooser = page.waitForEvent("filechooser");
      await panel.getByRole("button", { name: "Upload", exact: true }).click();
      const bytes = randomBytes(3_000_000);
      await (await chooser).setFiles([{ name: "across 一.bin", mimeType: "application/octet-stream", buffer: bytes }]);
      await panel.locator(".dbg-file-row").filter({ hasText: "across 一.bin" }).waitFor();
      const coming = page.waitForEvent("download");
      await panel.getByRole("button", { name: "Download across 一.bin" }).click();
      const got = await readFile(await (await coming).path());
      expect(got.equals(bytes)).toBe(true);
      const test_id = new URL(page.url()).searchParams.get("test_id")!;
      await client.call(ENDPOINTS.testCancel, { query, params: { test_id } });
    } finally {
      await browser.close();
    }
    await udt.idleDevices(1);
  });

  it("run a job to its end although the one that its agent was linked to is killed", { timeout: 240_000 }, async () => {
    const library = await until("the library's cases", async () => {
      const { list } = await client.call(ENDPOINTS.libraryList, { query });
      return list.find(({ parse_state }) => parse_state === "parsed");
    });
    const params = { library_id: library.library_id };
    const { list: cases } = await client.call(ENDPOINTS.libraryCases, { params, query: { project, page_size: 100 } });
    // Those of the cart fail on purpose, now and then or always.
    const case_keys = cases.filter(({ file }) => !file.includes("cart")).map(({ case_key }) => case_key);
    const config = {
      app_id: null,
      library_id: library.library_id,
      framework: "node_test" as const,
      cases: { kind: "cases" as const, case_keys },
      devices: { kind: "rule" as const, rules: [], count: 1 },
    };
    const { job_id } = await client.call(ENDPOINTS.jobCreate, { query, body: { name: "Two servers", config } });
    const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
    const rows = async (): Promise<CaseRun[]> =>
      (await client.call(ENDPOINTS.runCases, { params: { test_id }, query })).list;
    await until("the first case's end", async () => (await rows()).find(({ state }) => state === "success"), 90_000);
    await other.kill("SIGKILL");
    const run = await until(
      "the run's end",
      async () => {
        const now = await client.call(ENDPOINTS.runGet, { params: { test_id }, query });
        return now.verdict === null ? undefined : now;
      },
      120_000,
    );
    const total = case_keys.length;
    expect(run).toMatchObject({ verdict: "passed", totals: { success: total, total, executing: 0 } });
    expect((await rows()).map(({ attempt }) => attempt)).toEqual(case_keys.map(() => 1));
    const of = { test_id, device_id: run.test.devices[0]!.device_id };
    await until("a whole recording", async () => {
      const { resource_list } = await client.call(ENDPOINTS.resourceList, { params: of, query });
      return resource_list.find(({ kind, state }) => kind === "video" && state === "complete");
    });
    await udt.idleDevices(1);
  });
});
