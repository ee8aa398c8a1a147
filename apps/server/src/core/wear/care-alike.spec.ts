/** Whether a device needs care is said for one device and asked of the database for many: both mean the same. */
import { ENDPOINTS, WEAR } from "@udt/contract";
import { array, assert, asyncProperty, boolean, constantFrom, option, record } from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TestServer, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { agents, devices } from "../../platform/database/core.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { device_trends } from "../../platform/database/wear.schema.ts";
import { careOf, needsCare } from "./care.ts";

const COUNT = 48;
/** A value, and those just beside it. */
const about = (value: number, step = 1) => [value - step, value, value + step];
const nothingOr = (...values: number[]) => constantFrom(null, ...values);
const { warm_celsius, worn_cycles, low_percent, fall_percent, low_free_bytes, low_free_share, full_days, disconnects } =
  WEAR;
const levels = nothingOr(0, 5, ...about(low_percent - fall_percent), ...about(low_percent), 100);
/** Of disks of which a share is less than what is always too little, as much, and more. */
const SIZES = [low_free_bytes * 2, low_free_bytes / low_free_share, low_free_bytes * 40];
const PACE = 1024 ** 3;
const facts = record({
  is_present: boolean(),
  battery_level: levels,
  battery_celsius: nothingOr(...about(warm_celsius, 0.1), 20),
  battery_cycles: nothingOr(0, ...about(worn_cycles)),
  free_bytes: nothingOr(
    0,
    ...SIZES.flatMap((size) => about(Math.floor(size * low_free_share))),
    ...about(low_free_bytes),
    ...about(PACE * full_days),
    low_free_bytes * 39,
  ),
  total_bytes: nothingOr(...SIZES),
});
const trends = record({
  disconnects: constantFrom(0, ...about(disconnects)),
  level_from: levels,
  level_low: levels,
  filling_bytes: nothingOr(-PACE, 0, 0.5, PACE, PACE * 3),
});
const some = array(record({ fact: facts, trend: option(trends) }), { minLength: COUNT, maxLength: COUNT });

let udt: TestServer;
let admin: Person;
let ids: string[];

beforeAll(async () => {
  udt = await TestServer.start();
  admin = await udt.person("admin", { udt_admin: true });
  const agent = await udt.agent();
  await agent.connect(Array.from({ length: COUNT }, (_, at) => deviceReport(`S${at}`)));
  const { list } = await udt.ok(ENDPOINTS.adminDeviceList, { as: admin, query: { page_size: COUNT } });
  ids = list.map(({ device_id }) => device_id).toSorted();
  expect(ids).toHaveLength(COUNT);
});
afterAll(() => udt.dispose());

it("needs care for one as in the database for many, whatever is known of it", async () => {
  const { db } = udt.server.database;
  const found = async () => {
    const rows = await db
      .select({ device_id: devices.device_id, needs: needsCare() })
      .from(devices)
      .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
      .leftJoin(device_trends, eq(device_trends.device_id, devices.device_id));
    return new Set(rows.flatMap(({ device_id, needs }) => (needs ? [device_id] : [])));
  };
  let [caredFor, well] = [0, 0];
  const alike = asyncProperty(some, async (cases) => {
    await db.delete(device_trends);
    for (const [at, { fact, trend }] of cases.entries()) {
      const { is_present: attached, ...facts } = fact;
      const device_id = ids[at]!;
      await db
        .update(devices)
        .set({ ...facts, attached })
        .where(eq(devices.device_id, device_id));
      if (trend) await db.insert(device_trends).values({ device_id, ...trend, told_care: false });
    }
    const by_database = await found();
    for (const [at, { fact, trend }] of cases.entries()) {
      const needs = careOf(fact, trend).length > 0;
      expect({ fact, trend, needs: by_database.has(ids[at]!) }).toEqual({ fact, trend, needs });
      if (needs) caredFor++;
      else well++;
    }
  });
  await assert(alike, { numRuns: 12 });
  // Both come often enough for that to mean anything.
  expect(Math.min(caredFor, well)).toBeGreaterThan(COUNT / 4);
});
