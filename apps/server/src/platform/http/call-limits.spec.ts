import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { embedded } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";

const PER_MINUTE = 30;

describe("calls of one caller", () => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const access = { metrics_token: undefined, allowed_hosts: [], calls_per_minute: PER_MINUTE, trusted_proxies: [] };
    udt = await TestServer.start(embedded, { access });
    ada = await udt.person("ada");
    bob = await udt.person("bob");
  });
  afterEach(async () => {
    vi.useRealTimers();
    await udt.dispose();
  });
  const exhaust = async () => {
    for (let call = 0; call < PER_MINUTE; call++) await udt.ok(ENDPOINTS.userInfo, { as: ada });
  };

  it("end for a while, and nobody else's do", async () => {
    const agent = await udt.agent("agent", []);
    await exhaust();
    vi.setSystemTime(Date.now() + 20_000);
    const refused = await udt.refused(ENDPOINTS.userInfo, { as: ada }, "rate_limited");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBe(40);
    await udt.ok(ENDPOINTS.userInfo, { as: bob });
    expect(await udt.call(ENDPOINTS.health)).toMatchObject({ status: 200 });
    await agent.connect([]);
    vi.setSystemTime(Date.now() + 40_000);
    await udt.ok(ENDPOINTS.userInfo, { as: ada });
  });

  it("end for an address that tries one credential after the other", async () => {
    const guess = (number: number) =>
      udt.call(ENDPOINTS.userInfo, { headers: { authorization: `Basic ${btoa(`key-${number}:secret`)}` } });
    for (let call = 0; call < 10 * PER_MINUTE; call++) expect((await guess(call)).status).toBe(401);
    expect(await guess(10 * PER_MINUTE)).toMatchObject({ status: 429, code: "rate_limited" });
  });
});
