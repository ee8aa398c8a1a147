import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, say, SOCKETS, WEAR, type DeviceReport } from "@udt/contract";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { sql } from "../../platform/database/sql.ts";
import { device_wear } from "../../platform/database/wear.schema.ts";
import { DAY_MS, HOUR_MS, startOf } from "./wear.repository.ts";

const GIB = 1024 ** 3;
const query = { project: "demo" };
let udt: TestServer;
let owner: Person;
let agent: TestAgent;
let device_id: string;

beforeAll(async () => {
  udt = await TestServer.start();
  owner = await udt.person("owner");
  await udt.project(query.project, [{ person: owner, user_type: 1 }]);
  // Well within an hour and a day, so that what is told one after the other is of one.
  udt.clock.turn(startOf(udt.clock.now(), DAY_MS) + DAY_MS + 10 * HOUR_MS - udt.clock.now());
  agent = await udt.agent();
  await agent.connect([deviceReport("S1")]);
  ({ device_id } = await seen("S1"));
});
afterAll(() => udt.dispose());

const listed = (of: object = {}) => udt.ok(ENDPOINTS.deviceList, { as: owner, query: { ...query, ...of } });
const seen = async (serial: string) => (await listed({ serial })).list[0] ?? expect.fail("not there");
async function tells(serial: string, change: Partial<DeviceReport>) {
  agent.send({ type: "device", device: deviceReport(serial, change) });
  return until(async () => {
    const device = await seen(serial);
    expect(device).toMatchObject(change);
    return device;
  });
}
const wearOf = (id: string, days: number) =>
  udt.ok(ENDPOINTS.deviceWear, { as: owner, query: { ...query, days }, params: { device_id: id } });
const look = () => udt.server.services.wear.look();
const orders = async (id = device_id) =>
  (await udt.ok(ENDPOINTS.workOrderList, { as: owner, query: { ...query, device_id: id } })).list;
const codes = async (serial: string) => (await seen(serial)).care.map(({ code }) => code);

it("keeps of each hour the least, the most and the last that was told", async () => {
  for (const battery_celsius of [30, 38, 34])
    await tells("S1", { battery_celsius, battery_level: 60, battery_cycles: 9 });
  const hour = await wearOf(device_id, 7);
  expect(hour.step_ms).toBe(HOUR_MS);
  expect(hour.rows).toEqual([
    {
      at: startOf(udt.clock.now(), HOUR_MS),
      celsius: { min: 30, max: 38, last: 34 },
      level: { min: 60, max: 80, last: 60 },
      free_bytes: { min: 64 * GIB, max: 64 * GIB, last: 64 * GIB },
      cycles: 9,
      disconnects: 0,
    },
  ]);
  // One that has no news is as it was.
  udt.clock.turn(HOUR_MS);
  await look();
  await look();
  const { rows } = await wearOf(device_id, 7);
  expect(rows.map(({ celsius }) => celsius)).toEqual([
    { min: 30, max: 38, last: 34 },
    { min: 34, max: 34, last: 34 },
  ]);
});

it("is for who sees the device alone", async () => {
  const [guest, other] = [await udt.person("guest"), await udt.person("other")];
  await udt.project("far", [{ person: other, user_type: 1 }]);
  const far = await udt.agent("far", ["far"]);
  await far.connect([deviceReport("S9")]);
  const params = { device_id };
  await udt.refused(ENDPOINTS.deviceWear, { as: guest, query, params }, "user_not_in_project");
  const { list } = await udt.ok(ENDPOINTS.deviceList, { as: other, query: { project: "far", serial: "S9" } });
  const theirs = { as: owner, query, params: { device_id: list[0]!.device_id } };
  await udt.refused(ENDPOINTS.deviceWear, theirs, "device_not_in_project");
  const ofServer = { params: theirs.params };
  await udt.refused(ENDPOINTS.adminDeviceWear, { ...ofServer, as: owner }, "admin_only");
  const admin = await udt.person("admin", { udt_admin: true });
  expect((await udt.ok(ENDPOINTS.adminDeviceWear, { ...ofServer, as: admin })).rows).toHaveLength(1);
  await udt.refused(ENDPOINTS.deviceWear, { as: owner, query, params: { device_id: "none" } }, "device_not_found");
  await udt.refused(
    ENDPOINTS.deviceWear,
    { as: owner, query: { ...query, days: 8 }, params } as never,
    "invalid_param",
  );
});

it("warns from 45 degrees on, opens one order at 50, and closes it once it is at 45", async () => {
  const to = { webhook: "http://127.0.0.1:1/", secret: "a secret of some length", kind: "webhook" } as const;
  const { id } = await udt.ok(ENDPOINTS.channelCreate, {
    as: owner,
    query,
    body: { ...to, name: "Hot", language: "en" },
  });
  const hear = (event: "open-order" | "close-order") =>
    udt.ok(ENDPOINTS.triggerCreate, { as: owner, query, body: { buss_type: "device", event, channels: [id] } });
  await Promise.all([hear("open-order"), hear("close-order")]);
  const events = await udt.socket(SOCKETS.events, { as: owner, query });
  expect(await tells("S1", { battery_celsius: 44.9 })).toMatchObject({ care: [], open_work_orders: 0 });
  const warm = await tells("S1", { battery_celsius: 49.9 });
  expect(warm).toMatchObject({ care: [say("care_hot", { celsius: 49.9 })], open_work_orders: 0 });
  const hot = await tells("S1", { battery_celsius: 50 });
  expect(hot).toMatchObject({ state: "idle", open_work_orders: 1 });
  await tells("S1", { battery_celsius: 52 });
  // Between the two nothing changes.
  expect(await tells("S1", { battery_celsius: 45.1 })).toMatchObject({ open_work_orders: 1 });
  await tells("S1", { battery_celsius: 53 });
  const [order, ...others] = await orders();
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    state: "unprocessed",
    source: "battery",
    step: "battery_temperature",
    error: say("battery_hot", { celsius: 50, most: 50 }),
    reporter_name: null,
  });
  const cool = await tells("S1", { battery_celsius: 45 });
  expect(cool).toMatchObject({ open_work_orders: 0, care: [{ code: "care_hot" }] });
  await tells("S1", { battery_celsius: 30 });
  expect(await orders()).toMatchObject([{ state: "processed", closed_by: "battery" }]);
  const whole = await udt.ok(ENDPOINTS.workOrderGet, { as: owner, query, params: { number: order!.number } });
  expect(whole.entries).toHaveLength(1);
  const { list } = await udt.ok(ENDPOINTS.deliveryList, { as: owner, query });
  // Both may be of one moment, within which a list has no order.
  expect(list.map(({ event }) => event).toSorted()).toEqual(["close-order", "open-order"]);
  await until(() =>
    expect(events.json.filter((one) => (one as { type?: string }).type === "work_order.changed")).toHaveLength(2),
  );
  await tells("S1", { battery_celsius: 50 });
  expect((await orders()).map(({ state }) => state)).toEqual(["unprocessed", "processed"]);
  await tells("S1", { battery_celsius: 30 });
});

it("is not said to be hot by what was read before it went, and its order stays until somebody knows better", async () => {
  const { device_id: gone } = await tells("S2", { battery_celsius: 51 });
  agent.send({ type: "device_gone", serial: "S2", reason: say("device_connection_lost") });
  await until(async () => expect(await seen("S2")).toMatchObject({ state: "offline", care: [], open_work_orders: 1 }));
  await look();
  const { rows } = await wearOf(gone, 7);
  expect(rows).toMatchObject([{ disconnects: 1, celsius: { last: 51 } }]);
  udt.clock.turn(HOUR_MS);
  await look();
  expect((await wearOf(gone, 7)).rows).toHaveLength(1);
  await tells("S2", { battery_celsius: 40 });
  expect(await orders(gone)).toMatchObject([{ state: "processed" }]);
});

it.each<[string, Partial<DeviceReport>, string[]]>([
  ["S3", { battery_cycles: WEAR.worn_cycles - 1, free_bytes: 2 * GIB, battery_level: 19 }, []],
  ["S4", { battery_cycles: WEAR.worn_cycles }, ["care_cycles"]],
  ["S5", { free_bytes: 2 * GIB - 1 }, ["care_disk_low"]],
  ["S7", { free_bytes: GIB - 1, total_bytes: 8 * GIB }, []],
  ["S8", { free_bytes: GIB - 1, total_bytes: 10 * GIB }, ["care_disk_low"]],
  ["S6", { battery_celsius: null, battery_cycles: null, battery_level: null, free_bytes: null, total_bytes: null }, []],
])("says why %s needs care, in the list as in its filter", async (serial, change, care) => {
  await tells(serial, change);
  expect(await codes(serial)).toEqual(care);
  const { list, care_count } = await listed({ care: "1" });
  expect(list.some((device) => device.serial === serial)).toBe(care.length > 0);
  expect(care_count).toBe(list.length);
  expect((await listed()).care_count).toBe(list.length);
});

it("says that a charge falls once it did for hours, and no more once it rises", async () => {
  const falling = async (serial: string, from: number) => {
    await tells(serial, { battery_level: from });
    const one = await tells(serial, { battery_level: 19 });
    return async (hours_ago: number) => {
      const at = startOf(udt.clock.now(), HOUR_MS) - hours_ago * HOUR_MS;
      const level = { level_min: from, level_max: from, level_last: from };
      const row = { device_id: one.device_id, span: "hour" as const, at, disconnects: 0, ...level };
      await udt.server.database.db.insert(device_wear).values(row);
    };
  };
  const [known, wavers] = [await falling("L1", 22), await falling("L2", 21)];
  for (let hour = 1; hour <= WEAR.fall_hours + 1; hour++) {
    await look();
    expect(await codes("L1")).toEqual([]);
    await known(hour);
    await wavers(hour);
  }
  await look();
  expect(await codes("L2")).toEqual([]);
  expect((await seen("L1")).care).toEqual([say("care_level", { from: 22, percent: 19 })]);
  expect((await listed({ care: "1" })).list.map(({ serial }) => serial)).toContain("L1");
  await tells("L1", { battery_level: 20 });
  expect(await codes("L1")).toEqual([]);
  // It rises after that.
  await tells("L1", { battery_level: 12 });
  await look();
  await tells("L1", { battery_level: 14 });
  expect(await codes("L1")).toEqual([]);
});

it("tells who looks that a device loses its connection time and again, which passes with the day", async () => {
  await tells("D1", {});
  const events = await udt.socket(SOCKETS.events, { as: owner, query });
  for (let time = 0; time < WEAR.disconnects; time++) {
    agent.send({ type: "device_gone", serial: "D1", reason: say("device_connection_lost") });
    await until(async () => expect(await seen("D1")).toMatchObject({ state: "offline" }));
    // What is gone is not gone again.
    agent.send({ type: "device_gone", serial: "D1", reason: say("device_connection_lost") });
    agent.send({ type: "device", device: deviceReport("D1", { boot_id: `boot-${time}` }) });
    await until(async () => expect(await seen("D1")).toMatchObject({ state: "idle" }));
  }
  const told = () => events.json.filter((one) => (one as { type?: string }).type === "device.changed").length;
  const before = told();
  await look();
  expect((await seen("D1")).care).toEqual([say("care_disconnects", { count: 5, hours: 24 })]);
  await until(() => expect(told()).toBeGreaterThan(before));
  udt.clock.turn(DAY_MS + HOUR_MS);
  await look();
  expect(await codes("D1")).toEqual([]);
});

it("says in how many days the disk is full, by the pace of the last ones", async () => {
  const { device_id: id } = await tells("F1", { free_bytes: 10 * GIB });
  const today = startOf(udt.clock.now(), DAY_MS);
  const days = [3, 2, 1].map((ago) => ({
    device_id: id,
    span: "day" as const,
    at: today - ago * DAY_MS,
    free_last: (10 + 2 * ago) * GIB,
    disconnects: 0,
  }));
  await udt.server.database.db.insert(device_wear).values(days.slice(1));
  udt.clock.turn(HOUR_MS);
  await look();
  expect((await seen("F1")).care).toEqual([say("care_disk_filling", { days: 5 })]);
  await udt.server.database.db.execute(
    sql`delete from device_wear where device_id = ${id} and span = 'day' and at < ${today}`,
  );
  await look();
  // Two days or one tell no pace.
  expect(await codes("F1")).toEqual([]);
});

it("makes days of hours, each once however often it is done, and forgets what is too old", async () => {
  const { device_id: id } = await tells("R1", { battery_celsius: 20 });
  const today = startOf(udt.clock.now(), DAY_MS);
  const hour = (at: number, celsius: number, disconnects: number) => ({
    device_id: id,
    span: "hour" as const,
    at,
    celsius_min: celsius - 1,
    celsius_max: celsius + 1,
    celsius_last: celsius,
    disconnects,
  });
  const { db } = udt.server.database;
  await db
    .insert(device_wear)
    .values([
      hour(today - DAY_MS, 31, 2),
      hour(today - DAY_MS + HOUR_MS, 35, 1),
      hour(today - (WEAR.hour_days + 1) * DAY_MS, 25, 0),
      { ...hour(today - WEAR.day_days * DAY_MS, 25, 0), span: "day" as const },
      { ...hour(today - (WEAR.day_days + 1) * DAY_MS, 25, 0), span: "day" as const },
    ]);
  for (let time = 0; time < 2; time++) {
    udt.clock.turn(HOUR_MS);
    await look();
  }
  const { step_ms, rows } = await wearOf(id, 90);
  expect(step_ms).toBe(DAY_MS);
  const told = rows.map(({ at, celsius, disconnects }) => ({ ago: (today - at) / DAY_MS, celsius, disconnects }));
  expect(told).toEqual([
    { ago: 1, celsius: { min: 30, max: 36, last: 35 }, disconnects: 3 },
    { ago: 0, celsius: { min: 20, max: 20, last: 20 }, disconnects: 0 },
  ]);
  const kept = await db.execute<{ span: string; ago: number }>(
    sql`select span, ((${today} - at) / ${DAY_MS})::int as ago from device_wear where device_id = ${id} and at < ${today - DAY_MS} order by 2`,
  );
  expect(kept.rows).toEqual([{ span: "day", ago: WEAR.day_days }]);
});
