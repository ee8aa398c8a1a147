import { DEFAULT_INSPECTION, ENDPOINTS, say, type SelfCheckResult } from "@udt/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { waitForDevice } from "../../../test/in-order.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { insertOrder } from "../../core/work-orders/work-orders.repository.ts";
import { tests } from "../../platform/database/core.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { TOLD_OF } from "../told.ts";
import { insertCheck } from "./self-checks.repository.ts";

const TAG = { is_default: false, rules: [], excluded_device_ids: [], name: "tagged" };
const PROXY = "proxy.example.com:8080";
const done = { cost_ms: 1, state: "warning", remedy: null } as const;
const RESULTS: SelfCheckResult[] = [
  { ...done, step: "network", message: say("check_no_answer", { address: "10.0.0.9" }), evidence_name: "ping.txt" },
  {
    ...done,
    step: "profile",
    message: say("check_profile_refused", { count: 1, total: 1 }),
    evidence_name: "profile.txt",
    settings: [{ setting: "proxy", state: "refused", reason: say("profile_not_kept") }],
  },
];

describe("a check of a device that several projects see", () => {
  let udt: TestServer;
  let owner: Person;
  let guest: Person;
  let elsewhere: Person;
  let agent: TestAgent;
  let device_id: string;
  let selfcheck_id: string;
  const query = { project: "alpha" };
  const other = { project: "beta" };
  const params = () => ({ device_id });
  const begun = (test_id: string) =>
    until(() => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("not begun"));
  const newest = async (as: Person, where: { project: string }) =>
    (await udt.ok(ENDPOINTS.selfCheckList, { as, query: where, params: params() })).list[0]!;
  const file = (as: Person, where: { project: string }, evidence: string) => ({
    as,
    query: where,
    params: { ...params(), selfcheck_id, evidence },
  });

  beforeAll(async () => {
    udt = await TestServer.start();
    [owner, guest, elsewhere] = [await udt.person("owner"), await udt.person("guest"), await udt.person("elsewhere")];
    await udt.project("alpha", [{ person: owner, user_type: 1 }], { visibility: 2 });
    await udt.project("beta", [{ person: elsewhere, user_type: 1 }], { visibility: 2 });
    agent = await udt.agent();
    await agent.connect([deviceReport("S1")]);
    device_id = (await udt.ok(ENDPOINTS.deviceList, { as: owner, query })).list[0]!.device_id;
    const inspection = { ...DEFAULT_INSPECTION, network_address: "10.0.0.9" };
    const tag = { ...TAG, included_device_ids: [device_id], profile: { proxy: PROXY }, inspection };
    await udt.ok(ENDPOINTS.tagCreate, { as: owner, query, body: tag });
    ({ selfcheck_id } = await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query, params: params() }));
    const { lease_token } = await begun(selfcheck_id);
    const part = { bearer: agent.token, params: { test_id: selfcheck_id, device_id } };
    for (const { evidence_name } of RESULTS) {
      const of = { name: evidence_name!, kind: "file" as const, content_type: "text/plain", lease_token };
      await until(() => udt.ok(ENDPOINTS.agentResourcePut, { ...part, query: of, body: Buffer.from(PROXY) }));
    }
    const body = { lease_token, results: RESULTS, step: null };
    await udt.ok(ENDPOINTS.agentSelfCheck, { ...part, body });
  });
  afterAll(() => udt.dispose());

  it("tells in its own project what a tag wants, and to whoever may see tags how that went", async () => {
    const { results } = await newest(owner, query);
    expect(results.map(({ evidence_name }) => evidence_name)).toEqual(["ping.txt", "profile.txt"]);
    expect(results[0]!.message).toEqual(RESULTS[0]!.message);
    for (const evidence of ["ping.txt", "profile.txt"])
      expect((await udt.call(ENDPOINTS.selfCheckEvidence, file(owner, query, evidence))).status).toBe(200);
    const seen = await newest(guest, query);
    expect(results[1]!.settings).toEqual(RESULTS[1]!.settings);
    for (const what of ["10.0.0.9", "proxy"]) expect(JSON.stringify(seen)).not.toContain(what);
    expect(seen.results.map(({ evidence_name }) => evidence_name)).toEqual([null, null]);
    expect(seen.results[0]!.message).toEqual(say("check_withheld"));
    for (const evidence of ["ping.txt", "profile.txt"])
      await udt.refused(ENDPOINTS.selfCheckEvidence, file(guest, query, evidence), "resource_not_found");
  });

  it("tells elsewhere no more than how each step went", async () => {
    const seen = await newest(guest, other);
    for (const what of ["10.0.0.9", "proxy"]) expect(JSON.stringify(seen)).not.toContain(what);
    expect(seen.results[0]!.message).toEqual(say("check_withheld"));
    expect(seen.results.map(({ step, state, evidence_name }) => [step, state, evidence_name])).toEqual([
      ["network", "warning", null],
      ["profile", "warning", null],
    ]);
    for (const evidence of ["ping.txt", "profile.txt"])
      await udt.refused(ENDPOINTS.selfCheckEvidence, file(guest, other, evidence), "resource_not_found");
  });

  it("tells guests that its device was taken out of use, and members why", async () => {
    const sees = async () => (await udt.ok(ENDPOINTS.deviceGet, { as: owner, query, params: params() })).state;
    await until(async () => expect(await sees()).toBe("idle"));
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: owner, query, body });
    await begun(test_id);
    const check = await waitForDevice(udt.server.services.tests.sessions, device_id, "inspection");
    udt.clock.turn(1_000);
    const row = { selfcheck_id: check, device_id, user_id: null, state: "waiting" as const, results: [] };
    await insertCheck(udt.server.database.db, { ...row, created_at: udt.clock.now() });
    const why = "The battery swells";
    const admin = await udt.person("admin", { udt_admin: true });
    await udt.ok(ENDPOINTS.adminDeviceTakeOut, { as: admin, params: params(), body: { reason: why } });
    expect((await newest(owner, query)).error).toEqual(say("check_out_of_use", { user: admin.user_name, why }));
    const untold = say("check_out_of_use_untold", { user: admin.user_name });
    for (const where of [query, other]) expect((await newest(guest, where)).error).toEqual(untold);
  });

  describe("whose step failed", () => {
    let number: number;
    let admin: Person;
    const WANTED = "org.secret.helper";
    const message = say("check_app_wanted", { packages: WANTED }, WANTED);
    const seen = async (as: Person, where: { project: string }) => {
      const of = { as, query: where };
      const { list } = await udt.ok(ENDPOINTS.workOrderList, { ...of });
      return [list[0], await udt.ok(ENDPOINTS.workOrderGet, { ...of, params: { number } })];
    };

    beforeAll(async () => {
      admin = await udt.person("root", { udt_admin: true });
      const change = {
        test_id: selfcheck_id,
        device_id,
        state: "unprocessed",
        source: "self_check",
        text: "",
      } as const;
      const now = udt.clock.now();
      const made = await insertOrder(udt.server.database.db, {
        ...change,
        step: "preinstall",
        error: message,
        reported_at: now,
      });
      number = made ?? expect.fail("no order");
    });

    it("tells the words of its work order in its own project alone", async () => {
      for (const order of await seen(owner, query))
        expect(order).toMatchObject({ number, error: message, selfcheck_id });
      for (const order of [
        ...(await seen(elsewhere, other)),
        await udt.ok(ENDPOINTS.adminOrderGet, { as: admin, params: { number } }),
        ...(await udt.ok(ENDPOINTS.adminOrderList, { as: admin })).list,
      ]) {
        expect(order).toMatchObject({ number, step: "preinstall", error: null, selfcheck_id });
        expect(JSON.stringify(order)).not.toContain(WANTED);
      }
    });

    it("tells them so in messages, too", async () => {
      const { db } = udt.server.database;
      expect((await TOLD_OF.order(db, number, "alpha")).error).toEqual(message);
      expect(JSON.stringify(await TOLD_OF.order(db, number, "beta"))).not.toContain(WANTED);
    });

    it("tells nobody once the check is gone, whose it was", async () => {
      await udt.server.database.db.delete(tests).where(eq(tests.test_id, selfcheck_id));
      for (const order of await seen(owner, query)) expect(order).toMatchObject({ error: null, selfcheck_id: null });
    });
  });
});
