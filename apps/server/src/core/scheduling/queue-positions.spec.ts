import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import type { TestOwner } from "../sessions/sessions.service.ts";
import { queuePositions } from "./queue.repository.ts";
import { poolDevices, slotsOf, waitForDevices } from "./scheduling.service.ts";

onEachDatabase("places in the queue", (open) => {
  let udt: TestServer;
  let device_id: string;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    const agent = await udt.agent();
    await agent.connect([deviceReport("s-1")]);
    device_id = (await poolDevices(udt.server.database.db))[0]!.device_id;
  });
  afterAll(() => udt.dispose());

  /** A test that wants the only device so many times. */
  const wait = async (owner: TestOwner, many: number) => {
    udt.clock.turn(1000);
    const { sessions } = udt.server.services.tests;
    const wanted = { kind: "devices" as const, device_ids: [device_id] };
    const slot = { os: "android" as const, wanted, needs_engine: false };
    return sessions.change(async (change) => {
      const wish = { kind: "job", duration_minutes: 5, deadline: change.now + 3_600_000, app_id: null } as const;
      const test = await sessions.enter(change, owner, wish);
      await waitForDevices(
        change,
        test,
        Array.from({ length: many }, () => slot),
        1,
      );
      return test.test_id;
    });
  };
  const placesOf = async (test_id: string) => [...(await queuePositions(udt.server.database.db, test_id)).values()];

  it("count what the platform has as they count what a project has", async () => {
    const { database, services } = udt.server;
    const person = await udt.person("ada");
    await udt.project("alpha", [{ person, user_type: 1 }]);
    const user = (await services.users.active(person.user_id))!;

    const platform = await wait("platform", 2);
    await until(async () => {
      const states = (await slotsOf(database.db, platform)).map(({ state }) => state);
      expect(states.toSorted()).toEqual(["dispatched", "queued"]);
    });
    expect(await placesOf(platform)).toEqual([1]);
    const project = await wait({ user, project_id: "alpha" }, 1);
    // It came later, and has no device yet, as the platform has.
    expect(await placesOf(project)).toEqual([1]);
    expect(await placesOf(platform)).toEqual([2]);
  });
});
