/** Servers and reports that meet at one hour's row, and at one hot battery. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, say } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { findTrends, noteHour, rollUp, takeNews } from "./wear.repository.ts";

const query = { project: "demo" };
const AT_ONCE = 8;
const SERIALS = Array.from({ length: 12 }, (_, index) => `S${index}`);

onEachDatabase("how devices wear, at one moment", (open) => {
  let udt: TestServer;
  let owner: Person;
  let agent_id: string;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    owner = await udt.person("owner");
    await udt.project(query.project, [{ person: owner, user_type: 1 }]);
    const agent = await udt.agent();
    await agent.connect(SERIALS.map((serial) => deviceReport(serial)));
    ({ agent_id } = await seen("S0"));
  });
  afterAll(() => udt.dispose());

  const seen = async (serial: string) =>
    (await udt.ok(ENDPOINTS.deviceList, { as: owner, query: { ...query, serial } })).list[0] ??
    expect.fail("not there");
  const wearOf = async (serial: string, days = 7) => {
    const { device_id } = await seen(serial);
    return (await udt.ok(ENDPOINTS.deviceWear, { as: owner, query: { ...query, days }, params: { device_id } })).rows;
  };
  const many = <T>(act: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, index) => act(index)));

  it("is one row an hour, counted once, however many take it in and roll it up together", async () => {
    const { database, services } = udt.server;
    const now = udt.clock.now();
    await many(async (index) => {
      await services.devices.report(agent_id, deviceReport("S1", { battery_celsius: 30 + index }));
      await noteHour(database.db, now);
    });
    await services.devices.gone(agent_id, "S1", say("device_connection_lost"));
    // What is gone is gone once.
    await many(() => services.devices.gone(agent_id, "S1", say("device_connection_lost")));
    await many(async () => {
      await database.transaction((tx) => rollUp(tx, now));
      await findTrends(database.db, now);
    });
    const [hour, ...more] = await wearOf("S1");
    expect(more).toEqual([]);
    expect(hour).toMatchObject({ celsius: { min: 30, max: 37 }, disconnects: 1 });
    expect(await wearOf("S1", 90)).toMatchObject([{ celsius: { min: 30, max: 37 }, disconnects: 1 }]);
  });

  it("opens one order and closes it once, whoever says it together", async () => {
    const { services } = udt.server;
    const { device_id } = await seen("S2");
    const orders = async () =>
      (await udt.ok(ENDPOINTS.workOrderList, { as: owner, query: { ...query, device_id } })).list;
    await many((index) => services.devices.report(agent_id, deviceReport("S2", { battery_celsius: 50 + index })));
    expect(await orders()).toMatchObject([{ state: "unprocessed", step: "battery_temperature" }]);
    await many((index) => services.devices.report(agent_id, deviceReport("S2", { battery_celsius: 40 - index })));
    const [order, ...more] = await orders();
    expect(more).toEqual([]);
    expect(order).toMatchObject({ state: "processed", closed_by: "battery" });
    const params = { number: order!.number };
    expect((await udt.ok(ENDPOINTS.workOrderGet, { as: owner, query, params })).entries).toHaveLength(1);
  });

  it("tells that a device needs care by one server alone", async () => {
    const { database, services } = udt.server;
    await services.devices.report(agent_id, deviceReport("S3", { battery_cycles: 900 }));
    await findTrends(database.db, udt.clock.now());
    const { device_id } = await seen("S3");
    const told = (await many(() => database.transaction((tx) => takeNews(tx)))).flat();
    expect(told.filter((id) => id === device_id)).toEqual([device_id]);
  });
});
