import { afterEach, expect, it } from "vitest";
import { embedded } from "../../../test/databases.ts";
import { TestServer } from "../../../test/harness.ts";

const TOKEN = "a-token-of-sixteen";
let udt: TestServer;
afterEach(() => udt.dispose());

const start = async (metrics_token: string | undefined) => {
  udt = await TestServer.start(embedded, {
    access: { metrics_token, allowed_hosts: [], calls_per_minute: 0, trusted_proxies: ["127.0.0.1"] },
  });
};
const read = async (remoteAddress: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await udt.server.app.inject({ url: "/metrics", remoteAddress, headers });
  expect(body.includes("udt_http_request_seconds")).toBe(statusCode === 200);
  return statusCode;
};

it("reads the metrics for who has their token, wherever they are", async () => {
  await start(TOKEN);
  for (const from of ["127.0.0.1", "203.0.113.1"]) {
    expect(await read(from, { authorization: `Bearer ${TOKEN}` })).toBe(200);
    expect(await read(from)).toBe(401);
    for (const authorization of [`Bearer ${TOKEN}x`, "Bearer", `Basic ${TOKEN}`, "Bearer \u00e9"])
      expect(await read(from, { authorization }), authorization).toBe(401);
  }
  const admin = await udt.person("root", { udt_admin: true });
  expect(await read("203.0.113.1", { cookie: admin.cookie })).toBe(401);
});

it("reads them without a token on its own machine alone", async () => {
  await start(undefined);
  for (const from of ["127.0.0.1", "127.0.0.2", "::1", "::ffff:127.0.0.1"]) expect(await read(from), from).toBe(200);
  for (const from of ["203.0.113.1", "192.168.1.2", "::ffff:192.168.1.2", "fe80::1"])
    expect(await read(from), from).toBe(401);
  // What a proxy on this machine hands on came from elsewhere, whoever it says it was.
  for (const name of ["x-forwarded-for", "x-forwarded-host", "forwarded", "via"])
    expect(await read("127.0.0.1", { [name]: "127.0.0.1" }), name).toBe(401);
});
