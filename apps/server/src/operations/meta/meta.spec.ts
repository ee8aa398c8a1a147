import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { settingsFor, TestServer } from "../../../test/harness.ts";
import { startServer } from "../../server.ts";

describe("the console's files", () => {
  let udt: TestServer;
  let folder: string;
  const get = (url: string, headers: Record<string, string> = {}) => udt.server.app.inject({ url, headers });

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "udt-console-"));
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "index.html"), '<base href="/" /><script src="assets/index-abc.js"></script>');
    writeFileSync(join(folder, "assets", "index-abc.js"), "plain");
    writeFileSync(join(folder, "assets", "index-abc.js.br"), "small");
    writeFileSync(join(folder, "favicon.svg"), "<svg/>");
    udt = await TestServer.start(embedded, { console_dir: folder, base_path: "/udt" });
  });
  afterAll(async () => {
    await udt.dispose();
    await rm(folder, { recursive: true });
  });

  it("come with every path that is a page, knowing where they are served", async () => {
    for (const path of ["/udt/", "/udt/login", "/udt/demo/remote/debug?device_id=x"]) {
      const page = await get(path);
      expect(page, path).toMatchObject({ statusCode: 200, headers: { "cache-control": "no-cache" } });
      expect(page.headers["content-type"]).toMatch(/^text\/html/);
      expect(page.body).toContain('<base href="/udt/" />');
    }
  });

  it("are kept for ever when their name has their hash, and come compressed", async () => {
    const plain = await get("/udt/assets/index-abc.js");
    expect(plain.body).toBe("plain");
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const small = await get("/udt/assets/index-abc.js", { "accept-encoding": "br" });
    expect(small).toMatchObject({ body: "small", headers: { "content-encoding": "br" } });
    expect(small.headers["content-type"]).toMatch(/javascript/);
    expect((await get("/udt/favicon.svg")).headers["cache-control"]).toBe("no-cache");
  });

  it("are not what an unknown call, a missing file or a path outside is answered with", async () => {
    for (const path of [
      "/udt/v1/nothing",
      "/udt/assets/gone.js",
      "/udt/assets/",
      "/elsewhere",
      "/udt/../../etc/passwd",
      "/udt/%2e%2e/%2e%2e/etc/passwd",
    ]) {
      const answer = await get(path);
      expect(answer.statusCode, path).toBe(404);
      expect(answer.json(), path).toMatchObject({ ret: 10004, data: { code: "route_not_found" } });
    }
  });

  it("run nothing that comes from elsewhere, and are framed by nobody else", async () => {
    const { headers } = await get("/udt/", { host: "udt.example:8700" });
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy).toContain("connect-src 'self' ws://udt.example:8700 wss://udt.example:8700;");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
    expect((await get("/udt/watch/secret")).headers).toMatchObject({ "referrer-policy": "no-referrer" });
  });

  it("leave the API below the same path", async () => {
    expect((await get("/udt/healthz")).statusCode).toBe(200);
    expect((await get("/udt/v1/plat/user/info")).json()).toMatchObject({ ret: 2 });
  });
});

describe("a server", () => {
  let udt: TestServer;
  beforeAll(async () => {
    udt = await TestServer.start();
  });
  afterAll(() => udt.dispose());

  it("describes itself: every call, with who may", async () => {
    const document = (await udt.server.app.inject({ url: "/v1/openapi.json" })).json();
    expect(document.openapi).toBe("3.1.0");
    const operations = Object.values(
      document.paths as Record<string, Record<string, { operationId: string; "x-udt-access": string }>>,
    ).flatMap((path) => Object.values(path));
    expect(operations.map((one) => one.operationId).toSorted()).toEqual(Object.keys(ENDPOINTS).toSorted());
    expect(operations.every((one) => one["x-udt-access"] !== "")).toBe(true);
  });

  it("measures itself", async () => {
    await udt.server.app.inject({ url: "/healthz" });
    const { body } = await udt.server.app.inject({ url: "/metrics" });
    expect(body).toMatch(/^udt_http_request_seconds_count\{method="GET",route="\/healthz",status="200"\} 1$/m);
    for (const name of [
      "udt_streams_open 0",
      "udt_agents_online 0",
      'udt_devices{state="idle"} 0',
      "udt_db_connections 1",
    ]) {
      expect(body).toContain(`\n${name}\n`);
    }
    expect(body).toContain("process_cpu_seconds_total");
  });

  it("says why it cannot listen, and leaves nothing behind", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as AddressInfo;
    const database = await embedded();
    const settings = settingsFor(database, { port });
    await expect(startServer(settings, { logLevel: "silent" })).rejects.toThrow(`Port ${port} is in use`);
    await new Promise((resolve) => taken.close(resolve));
    const server = await startServer(settings, { logLevel: "silent" });
    await server.stop();
    await database.dispose();
  });
});
