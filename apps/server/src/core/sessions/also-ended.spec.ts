import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { debugKind } from "../../kinds/debug/debug-kind.ts";
import { poolDevices } from "../scheduling/scheduling.service.ts";

onEachDatabase("a test that another's end ends", (open) => {
  let udt: TestServer;
  let agent: TestAgent;
  let device: Awaited<ReturnType<typeof poolDevices>>[number];
  const told: [test_id: string, reason: string][] = [];

  beforeAll(async () => {
    udt = await TestServer.start(open);
    agent = await udt.agent();
    await agent.connect([deviceReport("s-1")]);
    device = (await poolDevices(udt.server.database.db))[0]!;
    debugKind.testEnded = async (_change, { test_id }, reason) => void told.push([test_id, reason]);
  });
  afterAll(async () => {
    delete debugKind.testEnded;
    await udt.dispose();
  });

  it("is news to its kind, once, in the transaction that ends it", async () => {
    const { tests } = udt.server.services;
    const { sessions } = tests;
    const wish = { kind: "debug", duration_minutes: 30, deadline: udt.clock.now() + 3_600_000, app_id: null } as const;
    const [held] = await sessions.change(async (change) =>
      sessions.join(change, await sessions.enter(change, "platform", wish), [device]),
    );
    sessions.start(held!);
    const holder = held!.test.test_id;
    const start = await until(() => agent.all("session_start")[0] ?? expect.fail("not begun"));
    const waiting = await sessions.change(async (change) => {
      await sessions.lock(change, holder);
      const test = await sessions.enter(change, "platform", wish);
      await sessions.waitFor(change, test, { test_id: holder, device_id: device.device_id });
      return test.test_id;
    });

    // The device goes, so that whoever waits for it never gets it.
    agent.report(start, { state: "lost" });
    await until(async () => expect(await tests.isOpen(waiting)).toBe(false));
    await until(() => expect(told.toSorted()).toEqual([holder, waiting].map((id) => [id, "device_lost"]).toSorted()));
  });
});
