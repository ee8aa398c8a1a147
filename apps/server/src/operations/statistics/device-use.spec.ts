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
      now: { busy_minutes: 31, online_minutes: 40, reported: 1, closed: 1, mean_repair_minutes: 120 },
      before: { busy_minutes: 1, online_minutes: null, reported: 1, closed: 1, mean_repair_minutes: 360 },
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
