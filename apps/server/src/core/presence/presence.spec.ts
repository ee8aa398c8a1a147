import { expect, test } from "vitest";
import { TestServer, until } from "../../../test/harness.ts";

test("who is online is read now and then while all are heard, and each second once one is silent", async () => {
  const udt = await TestServer.start();
  await udt.project("alpha", []);
  const agent = await udt.agent("bench");
  await agent.connect([]);
  let reads = 0;
  // Heartbeats are written down at times, but by an update.
  udt.server.database.stated.on((name) => (reads += name === "select agents" ? 1 : 0));
  const seconds = async (count: number, each: () => Promise<unknown>) => {
    reads = 0;
    for (let second = 0; second < count; second++) {
      udt.clock.turn(1_000);
      await each();
      await udt.server.database.db.execute("select 1");
    }
    return reads;
  };
  // Beyond the time in which nobody is lost because the server has just come up.
  await seconds(40, () => agent.heartbeat());
  expect(await seconds(20, () => agent.heartbeat())).toBeLessThanOrEqual(8);
  await seconds(12, async () => {});
  expect(await seconds(15, async () => {})).toBeGreaterThanOrEqual(12);
  await until(() => {
    udt.clock.turn(1_000);
    expect(agent.closed).toBeDefined();
  });
  await udt.dispose();
});
