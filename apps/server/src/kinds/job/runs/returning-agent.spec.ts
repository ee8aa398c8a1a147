/** An agent that dials again, or began anew, in the midst of what its devices are wanted for. */
import { disposeAtRest } from "@udt/testkit";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { monkeyConfig, runProjectWithAgent } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

onEachDatabase("an agent that returns", (open) => {
  let udt: TestServer;
  let starter: Person;
  let agent: TestAgent;
  let query: { project: string };
  let count = 0;
  let devices: ReturnType<typeof deviceReport>[];

  const run = async () => {
    const body = { name: "Monkey", config: monkeyConfig() };
    const { job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: starter, query, body });
    return (await udt.ok(ENDPOINTS.jobRun, { as: starter, query, params: { job_id }, body: {} })).test_id;
  };
  const debug = async () => {
    const [device] = (await udt.ok(ENDPOINTS.deviceList, { as: starter, query })).list;
    const body = { kind: "debug", device_id: device!.device_id, duration_minutes: 30 };
    return (await udt.ok(ENDPOINTS.testCreate, { as: starter, query, body })).test_id;
  };
  const test = (test_id: string) => udt.ok(ENDPOINTS.testGet, { as: starter, query, params: { test_id } });
  const running = (test_id: string) => until(async () => expect((await test(test_id)).state).toBe("running"));
  const startsOf = (test_id: string) => agent.all("session_start").filter((start) => start.test_id === test_id);
  const given = (test_id: string, many: number) =>
    expect.poll(() => startsOf(test_id), { timeout: 5_000, interval: 10 }).toHaveLength(many);

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    ({ starter, query, agent } = await runProjectWithAgent(udt, `project-${++count}`));
    devices = [0, 1].map((index) => deviceReport(`serial-${count}-${index}`));
  });

  it("gets its device to the run that waits for it at once", async () => {
    await agent.connect(devices.slice(0, 1));
    agent.break();
    await until(() => expect(udt.server.services.links.isReachable(agent.agent_id)).toBe(false));
    const test_id = await run();
    expect(await test(test_id)).toMatchObject({ state: "queued", devices: [] });
    await agent.connect(devices.slice(0, 1));
    await given(test_id, 1);
  });

  it("is named when it began anew and has yet to find its devices", async () => {
    await agent.connect(devices.slice(0, 1));
    const test_id = await debug();
    await running(test_id);
    agent.break();
    await agent.connect([]);
    expect(await test(test_id)).toMatchObject({
      state: "ended",
      end_reason: "agent_lost",
      devices: [{ state: "done", phases: [{}, { error: { code: "agent_restarted" } }] }],
    });
  });

  it("is named in the report when it is not heard of", async () => {
    await agent.connect(devices.slice(0, 1));
    const test_id = await run();
    await running(test_id);
    agent.break();
    await until(async () => {
      udt.clock.turn(10_000);
      expect(await test(test_id)).toMatchObject({ state: "ended" });
    });
    const { list } = await udt.ok(ENDPOINTS.runDevices, { as: starter, query, params: { test_id } });
    expect(list).toMatchObject([{ state: "done", result: "not_tested", error: { code: "agent_not_connected" } }]);
  });

  it("gives what it forgot of a run to the other device that it will find", async () => {
    await agent.connect(devices);
    const test_id = await run();
    await running(test_id);
    const [first] = startsOf(test_id);
    agent.break();
    await agent.connect([]);
    const { list } = await udt.ok(ENDPOINTS.runDevices, { as: starter, query, params: { test_id } });
    expect(list).toMatchObject([{ state: "queued", error: { code: "agent_restarted" } }]);
    for (const device of devices) agent.send({ type: "device", device });
    await given(test_id, 2);
    expect(startsOf(test_id)[1]!.serial).not.toBe(first!.serial);
  });
});
