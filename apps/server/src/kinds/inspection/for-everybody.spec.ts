import {
  DEFAULT_INSPECTION,
  ENDPOINTS,
  say,
  SELF_CHECK_STEPS,
  type InspectionConfig,
  type Said,
  type SelfCheckResult,
  type SelfCheckStep,
} from "@udt/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { forEverybody } from "./for-everybody.ts";

const result = (
  step: SelfCheckStep,
  state: SelfCheckResult["state"],
  message: Said | null = null,
): SelfCheckResult => ({
  step,
  state,
  cost_ms: 1,
  message,
  evidence_name: null,
  remedy: null,
});
/** All steps are well but these. */
const found = (...others: SelfCheckResult[]): SelfCheckResult[] =>
  SELF_CHECK_STEPS.map((step) => others.find((one) => one.step === step) ?? result(step, "passed"));
const asked = ({ levels, ...change }: Asked = {}): InspectionConfig => ({
  ...DEFAULT_INSPECTION,
  ...change,
  levels: { ...DEFAULT_INSPECTION.levels, ...levels },
});
type Asked = Partial<Omit<InspectionConfig, "levels">> & { levels?: Partial<InspectionConfig["levels"]> };

describe("what a check by a tag says to others than the tag's project", () => {
  const row = (config: InspectionConfig | null, results: SelfCheckResult[]) => ({
    selfcheck_id: "c-1",
    test_id: "c-1",
    before: null,
    device_id: "d-1",
    work: "check" as const,
    user_id: null,
    occasion: null,
    tag_id: "t-1",
    project_id: "mine",
    tag_name: "strict",
    config,
    wanted: [],
    state: "passed" as const,
    step: null,
    error: null,
    results,
    created_at: 1,
    started_at: 1,
    ended_at: 1,
    restarted_at: null,
  });
  const slow = say("check_slow", { address: "host", ms: 400, most: 1 });

  it.each<[string, Asked, SelfCheckResult[], string | null]>([
    ["well by what is asked everywhere", {}, found(), "passed"],
    ["a picture that is black", {}, found(result("capture_check", "failed")), "failed"],
    ["no answer from the gateway", {}, found(result("network", "failed")), "failed"],
    ["less free than is asked everywhere", {}, found(result("storage", "failed")), "failed"],
    ["less free than this project wants", { free_gb: 5 }, found(result("storage", "failed")), null],
    ["a host of this project does not answer", { network_address: "h" }, found(result("network", "failed")), null],
    ["slower than this project wants", { latency_ms: 1 }, found(result("network", "failed", slow)), null],
    [
      "a language that it does not want",
      { levels: { language: "blocking" } },
      found(result("language", "failed")),
      "passed",
    ],
    ["an app that it wants and cannot be had", {}, found(result("preinstall", "failed")), "passed"],
    [
      "an app that its cleaning leaves",
      { levels: { cleanup: "blocking" } },
      found(result("cleanup", "failed")),
      "passed",
    ],
    ["well by less than is asked everywhere", { levels: { capture_check: "off" } }, found(), null],
    ["room enough for this project alone", { free_gb: 0.1 }, found(), null],
    [
      "a fault that it only mentions",
      { levels: { capture_check: "warning" } },
      found(result("capture_check", "warning")),
      null,
    ],
    [
      "less asked, and a fault all the same",
      { levels: { storage: "off" } },
      found(result("lock_screen", "failed")),
      "failed",
    ],
  ])("%s", (_, config, results, verdict) => {
    expect(forEverybody(row(asked(config), results), null).verdict).toBe(verdict);
  });

  it("is all of it where that project alone sees the device, or no tag asked", () => {
    const results = found(result("language", "failed"), result("cleanup", "skipped"));
    const own = row(asked({ levels: { language: "blocking" }, order_after: "first_failure" }), results);
    expect(forEverybody(own, "mine")).toEqual({ check: own, verdict: "failed" });
    const untagged = row(null, results);
    expect(forEverybody(untagged, null)).toEqual({ check: untagged, verdict: "failed" });
    expect(forEverybody(own, null).check.config?.order_after).toBe("second_failure");
  });
});

describe("a device that several projects see", () => {
  let udt: TestServer;
  let admin: Person;
  let owner: Person;
  let agent: TestAgent;
  let device_id: string;
  let count = 0;
  let mine: { project: string };
  let theirs: { project: string };

  beforeAll(async () => {
    udt = await TestServer.start();
    [admin, owner] = [await udt.person("admin", { udt_admin: true }), await udt.person("owner")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    count++;
    mine = { project: await udt.project(`mine-${count}`, [{ person: owner, user_type: 1 }]) };
    theirs = { project: await udt.project(`theirs-${count}`, [{ person: owner, user_type: 1 }]) };
    agent = await udt.agent(`shared-${count}`, [mine.project, theirs.project]);
    await agent.connect([deviceReport(`shared-${count}`)]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query: mine });
    device_id = list[0]?.device_id ?? expect.fail("no device");
    return () => agent.close();
  });

  const tag = (config: InspectionConfig) => {
    const rules = [{ attribute: "serial" as const, operator: "contains" as const, values: [`shared-${count}`] }];
    const choice = { is_default: false, rules, included_device_ids: [], excluded_device_ids: [] };
    const body = { name: "strict", ...choice, inspection: config };
    return udt.ok(ENDPOINTS.tagCreate, { as: owner, query: mine, body });
  };
  const check = async (query: { project: string }, ...results: SelfCheckResult[]) => {
    udt.clock.turn(1_000);
    const before = agent.all("session_start").length;
    await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query, params: { device_id } });
    const { test_id, lease_token } = await until(() => agent.all("session_start")[before] ?? expect.fail("not begun"));
    const params = { test_id, device_id };
    const body = { lease_token, results: found(...results), step: null };
    await udt.ok(ENDPOINTS.agentSelfCheck, { bearer: agent.token, params, body });
    await until(async () => expect((await device()).state).toBe("idle"));
  };
  const device = (query = mine) => udt.ok(ENDPOINTS.deviceGet, { as: owner, query, params: { device_id } });
  const strategies = () => udt.ok(ENDPOINTS.deviceStrategies, { as: owner, query: mine, params: { device_id } });
  const giveToMine = () => {
    const body = { given_to: "projects" as const, project_ids: [mine.project] };
    return udt.ok(ENDPOINTS.deviceGive, { as: admin, params: { device_id }, body });
  };
  const STRICT = asked({ free_gb: 500, levels: { language: "blocking" }, order_after: "first_failure" });

  it("is neither unwell nor broken by what one project's tag makes a fault, and is where that has it alone", async () => {
    await tag(STRICT);
    const faults = [result("storage", "failed"), result("language", "failed")];
    for (const _ of ["once", "twice"]) await check(mine, ...faults);
    expect((await strategies()).is_shared).toBe(true);
    for (const query of [mine, theirs])
      expect(await device(query)).toMatchObject({ last_check: null, open_work_orders: 0 });
    await giveToMine();
    expect((await strategies()).is_shared).toBe(false);
    await check(mine, ...faults);
    expect(await device(mine)).toMatchObject({ last_check: { state: "failed" }, open_work_orders: 2 });
  });

  it("is broken for all by what is a fault everywhere, found twice, by whichever tag", async () => {
    await tag(STRICT);
    await check(mine, result("capture_check", "failed"));
    expect(await device()).toMatchObject({ last_check: { state: "failed" }, open_work_orders: 0 });
    await check(mine, result("capture_check", "failed"));
    expect(await device(theirs)).toMatchObject({ open_work_orders: 1 });
  });

  it("is not well again for all because one project asks for less", async () => {
    await tag(asked({ levels: { capture_check: "off" } }));
    await check(theirs, result("capture_check", "failed"));
    await check(mine, result("capture_check", "skipped", say("check_off")));
    expect(await device()).toMatchObject({ last_check: { state: "failed" } });
    await check(theirs);
    expect(await device()).toMatchObject({ last_check: { state: "passed" } });
  });
});
