import { hostname } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS, webConfig, XHR_HEADER } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";

describe("the name that the server is called by", () => {
  let udt: TestServer;
  let ada: Person;
  beforeAll(async () => {
    udt = await TestServer.start(embedded, {
      public_url: "https://udt.example.com",
      own_url: "http://node-1.internal:8700",
      access: {
        metrics_token: undefined,
        calls_per_minute: 0,
        allowed_hosts: ["udt.intranet"],
        trusted_proxies: ["192.0.2.1"],
      },
      web: webConfig.parse({ host_languages: { "udt.example.jp": "ja" } }),
    });
    ada = await udt.person("ada");
    await udt.project("alpha", [{ person: ada, user_type: 2 }]);
  });
  afterAll(() => udt.dispose());
  const info = (headers: Record<string, string>, remoteAddress?: string) =>
    udt.server.app.inject({
      url: ENDPOINTS.userInfo.path,
      headers: { cookie: ada.cookie, ...headers },
      ...(remoteAddress !== undefined && { remoteAddress }),
    });

  it.each([
    "udt.example.com",
    "UDT.example.com:443",
    "udt.example.com.",
    "node-1.internal:8700",
    "udt.intranet:8700",
    "udt.example.jp",
    "localhost:8700",
    "udt.localhost",
    "127.0.0.1:8700",
    "192.168.1.20:8700",
    "[::1]:8700",
    "[fe80::1]",
    hostname(),
    `${hostname()}.local:8700`,
  ])("may be %s", async (host) => {
    expect((await info({ host })).statusCode).toBe(200);
  });

  it.each([
    "evil.example",
    "udt.example.com.evil.example",
    "evil-udt.example.com",
    "sub.udt.example.com",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "127-0-0-1.evil.example:8700",
    "evil.example:8700",
    "localhost@evil.example",
    "evil.example/localhost",
    "no name",
  ])("may not be %j, whatever is asked for", async (host) => {
    for (const url of [
      "/",
      "/login",
      "/assets/none.js",
      "/v1/openapi.json",
      "/git/shop-ts.git/info/refs",
      "/v1/none",
    ]) {
      expect((await udt.server.app.inject({ url, headers: { host } })).statusCode, url).toBe(421);
    }
    const answer = await info({ host });
    expect(answer.json()).toMatchObject({ ret: 10009, data: { code: "host_unknown" } });
    const login = await udt.server.app.inject({
      method: "POST",
      url: ENDPOINTS.userLogin.path,
      headers: { ...XHR_HEADER, host },
      payload: { email: "ada@example.com", password: "a guess" },
    });
    expect(login.statusCode).toBe(421);
  });

  it("does not matter to who asks whether the server lives, nor to agents", async () => {
    const { statusCode } = await udt.server.app.inject({ url: "/healthz", headers: { host: "10-0-0-1.pod.cluster" } });
    expect(statusCode).toBe(200);
    const agent = await udt.agent("inside");
    const tap = await udt.socket(SOCKETS.agentLink, {
      bearer: agent.token,
      base: `ws://127.0.0.1:${udt.server.port}`,
      headers: { host: "server:8700" },
    });
    expect(tap.socket.readyState).toBe(tap.socket.OPEN);
  });

  it("holds for sockets", async () => {
    const status = async (host: string) => {
      const tap = await dial(host);
      return tap.socket.readyState === tap.socket.OPEN;
    };
    const { port } = udt.server;
    const dial = (host: string) =>
      udt.socket(SOCKETS.events, {
        as: ada,
        query: { project: "alpha" },
        base: `ws://127.0.0.1:${port}`,
        // As a page of that name would say it: the origin is its own, and so is the host.
        origin: `http://${host}`,
        headers: { host },
      });
    expect(await status(`127.0.0.1:${port}`)).toBe(true);
    expect(await status("udt.intranet")).toBe(true);
    expect(await status(`evil.example:${port}`)).toBe(false);
  });

  it("is what a trusted proxy was called, and nobody else", async () => {
    const told = { host: "127.0.0.1:8700", "x-forwarded-host": "evil.example" };
    expect((await info(told, "192.0.2.1")).statusCode).toBe(421);
    expect((await info({ ...told, "x-forwarded-host": "udt.example.com" }, "192.0.2.1")).statusCode).toBe(200);
    expect((await info(told, "192.0.2.2")).statusCode).toBe(200);
    const hidden = { host: "evil.example", "x-forwarded-host": "udt.example.com" };
    for (const from of ["192.0.2.1", "192.0.2.2"]) expect((await info(hidden, from)).statusCode).toBe(421);
  });
});
