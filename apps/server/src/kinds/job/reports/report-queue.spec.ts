import { serversAtRest } from "@udt/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { makeDevices, makeRun, type MadeDevice, type MadeRun } from "../../../../test/run-factory.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";

const project = "alpha";

onEachDatabase("the queue of a report", (open) => {
  let udt: TestServer;
  let ada: Person;
  let devices: MadeDevice[];
  /** Each waits longer than the next. */
  let made = 0;
  const make = (change: Partial<MadeRun>) => {
    const at = udt.clock.now() + ++made * 60_000;
    return makeRun(udt.server.database.db, { project_id: project, user_id: ada.user_id, at, ...change });
  };
  const slotsOf = (test_id: string) =>
    udt.ok(ENDPOINTS.runDevices, { as: ada, query: { project }, params: { test_id } });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("Ada Lovelace");
    await udt.project(project, [{ person: ada, user_type: 2 }]);
    devices = await makeDevices(udt.server.database.db, 1, udt.clock.now());
  });
  afterAll(() => udt.dispose());

  it("says why one waits, how many go before it, and when it may go on", async () => {
    const agent = await udt.agent();
    const waiting = (rules: { attribute: "serial"; operator: "equals"; values: string[] }[]) => ({
      state: "queued" as const,
      devices: [null],
      config: { devices: { kind: "rule" as const, rules, count: 1 } },
    });
    const only = (serial: string) => waiting([{ attribute: "serial", operator: "equals", values: [serial] }]);
    const reasonOf = async (test_id: string) => (await slotsOf(test_id)).list[0]!.queue;
    const nothing = await make(only("nothing-has-this"));
    expect(await reasonOf(nothing.test_id)).toEqual({ position: 1, reason: "no_device", eta: null });
    const away = await make(only(devices[0]!.serial));
    expect(await reasonOf(away.test_id)).toEqual({ position: 2, reason: "devices_offline", eta: null });
    await agent.connect([deviceReport("queue-1")]);
    // Nobody looks any more for whom the new device is.
    await serversAtRest(udt);
    const { list: found } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project, keyword: "queue-1" } });
    const free = await make(only("queue-1"));
    expect(await reasonOf(free.test_id)).toEqual({ position: 3, reason: "behind_others", eta: null });
    await udt.ok(ENDPOINTS.testCreate, {
      as: ada,
      query: { project },
      body: { kind: "debug", device_id: found[0]!.device_id, duration_minutes: 10 },
    });
    expect(await reasonOf(free.test_id)).toEqual({
      position: 3,
      reason: "devices_busy",
      eta: udt.clock.now() + 600_000,
    });
  });

  it("is told in the order in which projects take turns", async () => {
    for (const id of ["gamma", "delta"]) await udt.project(id, [{ person: ada, user_type: 2 }]);
    await make({ project_id: "delta", state: "running", devices: [devices[0]!] });
    const wait = async (project_id: string) => {
      const { test_id } = await make({ project_id, state: "queued", devices: [null] });
      return { as: ada, query: { project: project_id }, params: { test_id } };
    };
    const gamma = [await wait("gamma"), await wait("gamma"), await wait("gamma")];
    const delta = await wait("delta");
    const places = await Promise.all(
      [...gamma, delta].map(async (run) => (await udt.ok(ENDPOINTS.runDevices, run)).list[0]!.queue!.position),
    );
    const [first, second, third, other] = places as [number, number, number, number];
    // Delta has a device already: its turn comes with gamma's second, which waits longer, and before gamma's third.
    expect(places.toSorted((a, b) => a - b)).toEqual([first, second, other, third]);
  });
});
