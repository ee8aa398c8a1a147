import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressRange, outboundGuard, OutboundError, type OutboundRequest } from "./outbound.ts";

const options: OutboundRequest = { method: "GET", timeoutMs: 10_000, maxBytes: 1_000 };
const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => "answered",
    (error: unknown) => (error instanceof OutboundError ? error.kind : error),
  );

describe("the outbound guard", () => {
  let server: Server;
  let port: number;
  let calls = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      calls++;
      if (request.url === "/large") response.end("x".repeat(1_001));
      else if (request.url === "/just") response.end("x".repeat(1_000));
      else if (request.url === "/redirect") response.writeHead(302, { location: "/ok" }).end();
      else if (request.url === "/broken")
        response.writeHead(200, { "content-length": 5 }).write("x", () => response.destroy());
      else if (request.url === "/echo") request.pipe(response);
      else if (request.url !== "/silent") response.end(request.headers.host);
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const at = (host: string, path = "/ok") => `http://${host}:${port}${path}`;

  it.each([
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "0.0.0.0",
    "localhost",
    "10.1.2.3",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[fe80::1]",
    "[fc00::1]",
    "[ff02::1]",
    "[2001:db8::1]",
  ])("refuses %s without dialling it", async (host) => {
    const before = calls;
    expect(await kindOf(outboundGuard([]).request(at(host), options))).toBe("refused");
    expect(calls).toBe(before);
  });

  it.each(["8.8.8.8", "172.32.0.1", "100.63.255.255", "[2606:4700::1111]"])("has nothing against %s", async (host) => {
    const { addresses } = await outboundGuard([]).check(at(host), 10_000);
    expect(addresses).toHaveLength(1);
  });

  it.each(["ftp://example.com/", "file:///etc/passwd", "gopher://x", "not a url", ""])("refuses %j", async (url) => {
    expect(await kindOf(outboundGuard(["127.0.0.1"]).request(url, options))).toBe("refused");
  });

  it("calls what the operator allowed, by address, range or name, and nothing beside it", async () => {
    const ok = async (allow: string[], host: string) => kindOf(outboundGuard(allow).request(at(host), options));
    expect(await ok(["127.0.0.1"], "127.0.0.1")).toBe("answered");
    expect(await ok(["127.0.0.0/8"], "127.0.0.9")).toBe("answered");
    expect(await ok(["127.0.0.0/31"], "127.0.0.2")).toBe("refused");
    expect(await ok(["LocalHost"], "localhost")).toBe("answered");
    expect(await ok(["localhost"], "127.0.0.1")).toBe("refused");
    expect(await ok(["::1"], "[::1]")).toBe("answered");
    for (const range of ["::/0", "::ffff:127.0.0.1", "::ffff:0:0/96"])
      expect(await ok([range], "127.0.0.1"), range).toBe("refused");
  });

  it("says which host it called, as the address has it", async () => {
    const answer = await outboundGuard(["localhost"]).request(at("localhost"), options);
    expect(answer.body.toString()).toBe(`localhost:${port}`);
  });

  it("sends the body, follows no redirect, and bounds the answer", async () => {
    const guard = outboundGuard(["127.0.0.1"]);
    const echo = await guard.request(at("127.0.0.1", "/echo"), { ...options, method: "POST", body: "密码" });
    expect(echo.body.toString()).toBe("密码");
    expect(await guard.request(at("127.0.0.1", "/redirect"), options)).toMatchObject({ status: 302 });
    expect((await guard.request(at("127.0.0.1", "/just"), options)).body).toHaveLength(1_000);
    expect(await kindOf(guard.request(at("127.0.0.1", "/large"), options))).toBe("too_large");
    expect(await kindOf(guard.request(at("127.0.0.1", "/broken"), options))).toBe("unreachable");
  });

  it("does not wait for ever, nor for a name that is none", async () => {
    const guard = outboundGuard(["127.0.0.1"]);
    expect(await kindOf(guard.request(at("127.0.0.1", "/silent"), { ...options, timeoutMs: 50 }))).toBe("timeout");
    const stop = new AbortController();
    const call = kindOf(guard.request(at("127.0.0.1", "/silent"), { ...options, signal: stop.signal }));
    stop.abort();
    expect(await call).toBe("unreachable");
    expect(["unresolved", "timeout"]).toContain(await kindOf(guard.request("http://nowhere.invalid/", options)));
  });
});

describe("addressRange", () => {
  it.each(["10.0.0.0/8", "10.0.0.1", "::1/128", "fd00::/8", "0.0.0.0/0"])("takes %s", (text) => {
    expect(addressRange(text)).toBeDefined();
  });
  it.each(["10.0.0.0/33", "::/129", "10.0.0/8", "example.com", "", "10.0.0.0/", "/8"])("does not take %j", (text) => {
    expect(addressRange(text)).toBeUndefined();
  });
});
