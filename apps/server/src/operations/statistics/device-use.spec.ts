import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { device_projects, devices, leases } from "../../platform/database/core.schema.ts";
import { eq, sql } from "../../platform/database/sql.ts";
import { work_orders } from "../../platform/database/work-orders.schema.ts";
import { notePresence } from "./statistics.repository.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SLOT_MS = 300_000;

onEachDatabase("the quality board's devices", (open) => {
  let udt: TestServer;
  let ada: Person;
  let stranger: Person;
  let today: number;
  let ids: string[];

  const devicesBy = (as: Person, query: Record<string, string> = {}) =>
    udt.ok(ENDPOINTS.qualityDeviceList, { as, query });
  const use = (as: Person, query: Record<string, string> = {}) => udt.ok(ENDPOINTS.qualityDevices, { as, query });

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    stranger = await udt.person("stranger");
    await udt.project("one", [{ person: ada, user_type: 1 }]);
    await udt.project("other", []);
    const agent = await udt.agent("agent", ["one"]);
    await agent.connect([deviceReport("use-1"), deviceReport("use-2", { brand: "Elsewhere" })]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project: "one" } });
    ids = list.map(({ device_id }) => device_id);
    today = Math.floor(udt.clock.now() / DAY_MS) * DAY_MS;
    const { db } = udt.server.database;
    const { test_id } = await makeRun(db, { project_id: "one", user_id: ada.user_id, at: today - 3 * DAY_MS });
    const lease = (device_id: string, from: number, to: number) => ({
      device_id,
      test_id,
      created_at: from,
      released_at: to,
    });
    await db
      .insert(leases)
      .values([
        lease(ids[0]!, today - 3 * DAY_MS, today - 3 * DAY_MS + 30 * 60_000),
        lease(ids[1]!, today - 6 * DAY_MS - 60_000, today - 6 * DAY_MS + 60_000),
      ]);
    await db.execute(sql`delete from device_hours`);
    await db.execute(sql`delete from looked_hours`);
    await db.update(devices).set({ first_seen_at: today - 40 * DAY_MS });
    // Within the hour in which the week begins, in zones that are half an hour off.
    for (const slot of [0, 5, 6, 11]) await notePresence(db, today - 6 * DAY_MS + slot * SLOT_MS);
    const order = (device_id: string, step: "network" | "storage", from: number, to?: number) => ({
      device_id,
      step,
      source: "self_check" as const,
      text: "",
      reported_at: today + from * HOUR_MS,
      ...(to === undefined
        ? { state: "processing" as const }
        : { state: "processed" as const, closed_at: today + to * HOUR_MS, closed_by: "self_check" as const }),
    });
    await db
      .insert(work_orders)
      .values([
        order(ids[0]!, "network", -48, -46),
        order(ids[1]!, "network", -24 * 9, -24 * 9 + 6),
        order(ids[1]!, "storage", -24 * 20),
      ]);
  });
  afterAll(() => udt.dispose());

  it("were held and there so long, and were mended, against as many days before", async () => {
    expect(await use(ada)).toEqual({
      devices: 2,
      open_orders: 1,
      noted_since: today - 6 * DAY_MS,
      now: {
        busy_minutes: 31,
        online_minutes: 40,
        looked_minutes: 40,
        reported: 1,
        closed: 1,
        mean_repair_minutes: 120,
      },
      before: {
        busy_minutes: 1,
        online_minutes: null,
        looked_minutes: null,
        reported: 1,
        closed: 1,
        mean_repair_minutes: 360,
      },
    });
    expect(await use(ada, { brand: "Elsewhere" })).toMatchObject({ devices: 1, open_orders: 1, now: { reported: 0 } });
    expect(await use(ada, { os: "ios" })).toMatchObject({ devices: 0, open_orders: 0, now: { busy_minutes: 0 } });
  });

  it("were there on a day that begins within an hour of the clock", async () => {
    // In Kolkata the week began half an hour before an hour of Greenwich was over, and twelve hours off in the Marquesas.
    expect((await use(ada, { time_zone: "Asia/Kolkata" })).now.online_minutes).toBe(40);
    const { db } = udt.server.database;
    const start = today - 6 * DAY_MS - 5.5 * HOUR_MS;
    for (const slot of [-1, 0]) await notePresence(db, start + slot * SLOT_MS);
    const kolkata = await use(ada, { time_zone: "Asia/Kolkata" });
    expect(kolkata.now.online_minutes).toBe(50);
    expect(kolkata.before.online_minutes).toBe(10);
  });

  it("were there for so much of the time for which a server looked, since each was seen first", async () => {
    const { db } = udt.server.database;
    await db.execute(sql`delete from device_hours`);
    await db.execute(sql`delete from looked_hours`);
    const from = today - 3 * DAY_MS;
    for (let slot = 0; slot < 24; slot++) await notePresence(db, from + slot * SLOT_MS);
    // One is away for half of the next hour, in which it is noted all the same that servers looked.
    await db.update(devices).set({ attached: false }).where(eq(devices.device_id, ids[0]!));
    for (let slot = 24; slot < 30; slot++) await notePresence(db, from + slot * SLOT_MS);
    await db.update(devices).set({ attached: true }).where(eq(devices.device_id, ids[0]!));
    // Nothing is said of the time in which no server ran.
    for (let slot = 60; slot < 66; slot++) await notePresence(db, from + slot * SLOT_MS);
    const plain = async (device_ids: string[], since: number) => {
      const { rows } = await db.execute<{ online: number; looked: number }>(sql`
        with slots as (select hour * ${HOUR_MS}::bigint + n * ${SLOT_MS}::bigint as at, hour, n from looked_hours,
          generate_series(0, 11) n where looked_slots >> n & 1 = 1)
        select (5 * count(*) filter (where online_slots >> n & 1 = 1))::int as online, (5 * count(*))::int as looked
        from slots cross join unnest(${sql.param(device_ids)}::text[]) as d(device_id) left join device_hours using (device_id, hour)
        where at >= ${since}`);
      return { online_minutes: rows[0]!.online, looked_minutes: rows[0]!.looked };
    };
    const both = await plain(ids, today - 6 * DAY_MS);
    expect(both).toEqual({ online_minutes: 330, looked_minutes: 360 });
    expect((await use(ada)).now).toMatchObject(both);
    const list = async (query: Record<string, string>) => (await devicesBy(ada, query)).list;
    const byId = await Promise.all(ids.map((each) => plain([each], today - 6 * DAY_MS)));
    const offline = await list({ sort: "offline" });
    expect(offline.map(({ device_id }) => device_id)).toEqual(ids);
    for (const [place, told] of offline.entries()) expect(told).toMatchObject({ ...byId[place], project_id: "one" });
    // In use, in these days: 30 minutes, and one.
    expect((await list({ sort: "busy" })).map(({ busy_minutes }) => busy_minutes)).toEqual([30, 1]);
    expect(await list({ brand: "Elsewhere" })).toMatchObject([{ device_id: ids[1]!, busy_minutes: 1 }]);
    expect((await devicesBy(ada, { page_size: "1", page_num: "2" })).list).toMatchObject([{ busy_minutes: 1 }]);
    // A device is not looked for before it was there: seen first in the third hour's fourth five minutes.
    const first = from + 27 * SLOT_MS;
    await db
      .update(devices)
      .set({ first_seen_at: first + 1 })
      .where(eq(devices.device_id, ids[1]!));
    await db.execute(
      sql`delete from device_hours where device_id = ${ids[1]!} and hour < ${Math.floor(first / HOUR_MS)}`,
    );
    await db.execute(sql`update device_hours set online_slots = online_slots & ~7
      where device_id = ${ids[1]!} and hour = ${Math.floor(first / HOUR_MS)}`);
    const late = await plain([ids[1]!], first);
    expect(late.looked_minutes).toBe(45);
    expect((await list({ brand: "Elsewhere" }))[0]!.looked_minutes).toBe(45);
    await db.update(devices).set({ first_seen_at: today - 40 * DAY_MS });
  });

  it("have work orders behind each number of them", async () => {
    const orders = async (as: Person, which: "open" | "reported" | "closed", more: Record<string, string> = {}) => {
      const { list, total } = await udt.ok(ENDPOINTS.qualityOrders, { as, query: { which, ...more } });
      expect(list).toHaveLength(total);
      return list.map(({ device_id, state, project_id }) => [device_id, state, project_id]);
    };
    expect(await orders(ada, "open")).toEqual([[ids[1], "processing", "one"]]);
    expect(await orders(ada, "reported")).toEqual([[ids[0], "processed", "one"]]);
    expect(await orders(ada, "closed", { days: "14" })).toHaveLength(2);
    expect(await orders(ada, "open", { brand: "Nobody" })).toEqual([]);
    expect(await orders(stranger, "open")).toEqual([]);
    expect((await devicesBy(stranger)).total).toBe(0);
  });

  it("are those that the caller's projects see, and no others", async () => {
    const nothing = { devices: 0, open_orders: 0, now: { busy_minutes: 0, online_minutes: null, reported: 0 } };
    expect(await use(stranger)).toMatchObject(nothing);
    expect(await use(ada, { project_ids: "other" })).toMatchObject(nothing);
    const { db } = udt.server.database;
    await db.update(devices).set({ given_to: "projects" }).where(eq(devices.device_id, ids[1]!));
    await db.insert(device_projects).values({ device_id: ids[1]!, project_id: "other" });
    expect(await use(ada)).toMatchObject({ devices: 1, open_orders: 0, now: { busy_minutes: 30 } });
    await db.update(devices).set({ given_to: "all" }).where(eq(devices.device_id, ids[1]!));
    expect(await use(ada)).toMatchObject({ devices: 2 });
    // Who belongs to no project has no devices, however many all may see.
    expect(await use(stranger)).toMatchObject(nothing);
  });
});
