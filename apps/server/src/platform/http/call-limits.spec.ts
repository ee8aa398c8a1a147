import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";

const PER_MINUTE = 30;
const OF_ADDRESS = 10 * PER_MINUTE;

describe("calls of one caller", () => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;
  beforeEach(async () => {
    udt = await TestServer.start(embedded, {
      access: {
        metrics_token: undefined,
        allowed_hosts: [],
        calls_per_minute: PER_MINUTE,
        trusted_proxies: ["127.0.0.1"],
      },
    });
    ada = await udt.person("ada");
    bob = await udt.person("bob");
  });
  afterEach(() => udt.dispose());
  const exhaust = async () => {
    for (let call = 0; call < PER_MINUTE; call++) await udt.ok(ENDPOINTS.userInfo, { as: ada });
  };
  const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
  const guess = (number: number, from: string) =>
    udt.call(ENDPOINTS.userInfo, { headers: { ...basic(`key-${number}`, "secret"), "x-forwarded-for": from } });

  it("end for a while, and nobody else's do", async () => {
    const agent = await udt.agent("agent", []);
    await exhaust();
    udt.clock.turn(20_000);
    const refused = await udt.refused(ENDPOINTS.userInfo, { as: ada }, "rate_limited");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBe(40);
    await udt.ok(ENDPOINTS.userInfo, { as: bob });
    expect(await udt.call(ENDPOINTS.health)).toMatchObject({ status: 200 });
    await agent.connect([]);
    udt.clock.turn(40_000);
    await udt.ok(ENDPOINTS.userInfo, { as: ada });
  });

  it("end for an address that tries one credential after the other, also from all of its network", async () => {
    for (let call = 0; call < OF_ADDRESS; call++)
      expect((await guess(call, `2001:db8::${(call + 1).toString(16)}`)).status).toBe(401);
    expect(await guess(OF_ADDRESS, "2001:db8::ffff")).toMatchObject({ status: 429, code: "rate_limited" });
    expect((await guess(0, "2001:db9::1")).status).toBe(401);
  });

  it("end for what is no address, or one with a port, as for one address", async () => {
    for (let call = 0; call < OF_ADDRESS; call++) await guess(call, `192.0.2.1:${1000 + call}`);
    expect((await guess(0, "192.0.2.1")).code).toBe("rate_limited");
    for (let call = 0; call < OF_ADDRESS; call++) await guess(call, `nobody-${call}`);
    expect((await guess(0, "nobody")).code).toBe("rate_limited");
  });

  it("are not used up by who knows the id of a key and not its secret", async () => {
    const key = await udt.ok(ENDPOINTS.keyReset, { as: ada, body: {} });
    for (let call = 0; call <= PER_MINUTE; call++)
      await udt.call(ENDPOINTS.userInfo, {
        headers: { ...basic(key.secret_id, "guess"), "x-forwarded-for": "192.0.2.9" },
      });
    await udt.ok(ENDPOINTS.userInfo, { headers: basic(key.secret_id, key.secret_key) });
  });

  it("count sockets, and an agent's where its token is refused", async () => {
    await udt.project("alpha", [{ person: ada, user_type: 1 }]);
    await exhaust();
    const tap = await udt.socket(SOCKETS.events, { as: ada, query: { project: "alpha" } });
    expect((await tap.closed).reason).toBe("rate_limited");
    for (let call = 0; call < PER_MINUTE; call++)
      await udt.refused(
        ENDPOINTS.agentAppFile,
        { bearer: "no-such-token", params: { install_id: "any" } },
        "agent_token",
      );
    await udt.refused(
      ENDPOINTS.agentAppFile,
      { bearer: "no-such-token", params: { install_id: "any" } },
      "rate_limited",
    );
  });
});
