import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, type Test } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

onEachDatabase("a session of 30 minutes", (open) => {
  let udt: TestServer;
  let holder: Person;
  let agent: TestAgent;
  let query: { project: string };
  let test_id: string;
  let count = 0;

  const read = (): Promise<Test> => udt.ok(ENDPOINTS.testGet, { as: holder, params: { test_id }, query });
  /** Time passes with the agent alive. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= LIMITS.agent_heartbeat_ms) {
      udt.clock.turn(Math.min(left, LIMITS.agent_heartbeat_ms));
      await agent.heartbeat();
    }
  };
  /** Time passes with nothing heard of the agent, and all that comes of each second is done. */
  const passInSilence = async (ms: number) => {
    for (let left = ms; left > 0; left -= SECOND_MS) {
      udt.clock.turn(SECOND_MS);
      await read();
      await read();
    }
  };

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    holder = await udt.person(`holder ${count}`);
    await udt.project(query.project, [{ person: holder, user_type: 1 }]);
    agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport(`serial-${count}`)]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: holder, query });
    const body = { kind: "debug" as const, device_id: list[0]!.device_id, duration_minutes: 30 };
    ({ test_id } = await udt.ok(ENDPOINTS.testCreate, { as: holder, query, body }));
    await until(async () => expect(await read()).toMatchObject({ state: "running" }));
  });

  it("keeps its 30 minutes when somebody sets the clock, and gets no more", async ({ skip }) => {
    if (udt.server.database.kind !== "pglite") skip("of several servers none can tell whose clock is right");
    for (const hours of [5, -9]) {
      await pass(5 * MINUTE_MS);
      udt.clock.set(hours * 60 * MINUTE_MS);
      await pass(MINUTE_MS);
      expect(await read()).toMatchObject({ state: "running" });
    }
    // Nor does its user go away by it.
    udt.server.services.tests.touch(test_id);
    await pass(14 * MINUTE_MS);
    udt.server.services.tests.touch(test_id);
    expect(await read()).toMatchObject({ state: "running" });
    await pass(5 * MINUTE_MS);
    await until(async () => expect(await read()).toMatchObject({ state: "ended", end_reason: "test_timeout" }));
  });

  it("does not lose its agent when somebody sets the clock on, or back", async () => {
    for (const minutes of [5, -10]) {
      udt.clock.set(minutes * MINUTE_MS);
      await passInSilence(5 * SECOND_MS);
      await pass(MINUTE_MS);
      expect(await read()).toMatchObject({ state: "running" });
    }
  });

  it("loses an agent that falls silent in time, when the clock was set back too", async () => {
    await pass(MINUTE_MS);
    udt.clock.set(-10 * MINUTE_MS);
    agent.break();
    await passInSilence(LIMITS.agent_lost_ms - 2 * SECOND_MS);
    expect(await read()).toMatchObject({ state: "running" });
    await passInSilence(5 * SECOND_MS);
    await until(async () => expect(await read()).toMatchObject({ state: "ended", end_reason: "agent_lost" }));
  });
});
