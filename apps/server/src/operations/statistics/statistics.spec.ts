import { afterAll, beforeAll, expect, it } from "vitest";
import { sql } from "../../platform/database/sql.ts";
import { ENDPOINTS, type BodyInputOf, type SelfCheckStep } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../test/harness.ts";
import { makeRun } from "../../../test/run-factory.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { leases, test_devices, tests } from "../../platform/database/core.schema.ts";
import { work_orders } from "../../platform/database/work-orders.schema.ts";
import { newId } from "../../platform/ids.ts";
import { forgetPresence, notePresence } from "./statistics.repository.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

onEachDatabase("statistics", (open) => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;
  let stranger: Person;
  let device_id: string;
  let today: number;

  /** A debug session of a user, or a self-check of nobody's, that ran from `at` for so long, under a lease of that length. */
  async function ran(project_id: string | null, person: Person | null, at: number, minutes: number): Promise<string> {
    const test_id = newId();
    const { db } = udt.server.database;
    const ended_at = at + minutes * MINUTE_MS;
    await db.insert(tests).values({
      test_id,
      kind: person ? "debug" : "inspection",
      project_id,
      user_id: person?.user_id ?? null,
      state: "ended",
      end_reason: "user",
      duration_minutes: 60,
      created_at: at,
      started_at: at,
      ended_at,
      deadline: at + HOUR_MS,
    });
    await db.insert(test_devices).values({
      test_id,
      device_id,
      serial: "s",
      brand: "b",
      model: "m",
      os: "android",
      os_version: "15",
      state: "done",
    });
    await db.insert(leases).values({ device_id, test_id, created_at: at, released_at: ended_at });
    return test_id;
  }
  const stats = (as: Person, body: BodyInputOf<typeof ENDPOINTS.biStats>) => udt.ok(ENDPOINTS.biStats, { as, body });
  const recent = async (as: Person, body: BodyInputOf<typeof ENDPOINTS.biRecentTests> = {}) =>
    (await udt.ok(ENDPOINTS.biRecentTests, { as, body })).list.map((test) => test.test_id);
  let newest: string[];

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ada = await udt.person("ada");
    bob = await udt.person("bob");
    stranger = await udt.person("stranger");
    await udt.project("one", [
      { person: ada, user_type: 1 },
      { person: bob, user_type: 2 },
    ]);
    await udt.project("two", [{ person: ada, user_type: 1 }]);
    const agent = await udt.agent("agent", ["one", "two"]);
    await agent.connect([deviceReport("counted-1")]);
    device_id = (await udt.ok(ENDPOINTS.deviceList, { as: ada, query: { project: "one" } })).list[0]!.device_id;
    const now = udt.clock.now();
    today = Math.floor(now / DAY_MS) * DAY_MS;
    newest = [
      await ran("one", ada, today - DAY_MS + 10 * HOUR_MS, 30),
      await ran("one", bob, today - DAY_MS + 12 * HOUR_MS, 15),
      await ran("two", ada, today - 2 * DAY_MS + 23.5 * HOUR_MS, 60),
      await ran("one", ada, today - 8 * DAY_MS, 20.25),
    ];
    // Care for a device is not its use.
    await ran(null, null, today - DAY_MS + 14 * HOUR_MS, 7);
  });
  afterAll(() => udt.dispose());

  it("are narrowed by the project of the query as by the one of the body, and by both when they agree", async () => {
    const query = { project: "two" };
    const of = async (call: { query?: typeof query; body: { project_id?: string } }) => [
      await udt.ok(ENDPOINTS.biStats, { as: ada, ...call }),
      await udt.ok(ENDPOINTS.biRecentTests, { as: ada, ...call }),
    ];
    const named = await of({ body: { project_id: "two" } });
    expect(await of({ query, body: {} })).toEqual(named);
    expect(await of({ query, body: { project_id: "two" } })).toEqual(named);
    expect(await of({ body: {} })).not.toEqual(named);
    for (const endpoint of [ENDPOINTS.biStats, ENDPOINTS.biRecentTests]) {
      await udt.refused(endpoint, { as: ada, query, body: { project_id: "one" } }, "project_mismatch");
      await udt.refused(endpoint, { as: stranger, query, body: {} }, "user_not_in_project");
    }
  });

  it("count tests and minutes by day in one project, and in all that one belongs to", async () => {
    const one = await stats(ada, { project_id: "one", days: 7 });
    expect(one.by_day).toHaveLength(7);
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
    expect(one.by_day.at(-1)!.day).toBe(dayOf(today));
    expect(one.by_day.at(-2)).toMatchObject({ day: dayOf(today - DAY_MS), tests: 2, minutes: 45 });
    expect(one.by_day.at(-3)).toMatchObject({ tests: 0, minutes: 0 });
    expect(one.totals).toMatchObject({ tests: 2, minutes: 45, users: 2 });
    expect(one.before).toMatchObject({ tests: 1, minutes: 20.25, users: 1 });
    expect(one.kinds).toEqual([{ kind: "debug", tests: 2, minutes: 45 }]);
    expect((await stats(ada, { days: 7 })).totals).toMatchObject({ tests: 3, minutes: 105 });
    expect((await stats(bob, { days: 7 })).totals).toMatchObject({ tests: 2, minutes: 45 });
    expect((await stats(ada, { days: 30 })).totals).toMatchObject({ tests: 4 });
    expect((await stats(ada, { days: 90 })).by_day).toHaveLength(90);
    expect(await stats(stranger, { days: 7 })).toMatchObject({ totals: { tests: 0, minutes: 0 }, devices: [] });
  });

  it("split the time that devices were held at midnight, of the caller's own day", async () => {
    const utc = await stats(ada, { days: 7 });
    expect(utc.by_day.at(-3)!.busy_minutes).toBe(30);
    expect(utc.by_day.at(-2)!.busy_minutes).toBe(75);
    expect(utc.totals.busy_minutes).toBe(105);
    const busy = async (time_zone: string) =>
      (await stats(ada, { days: 7, time_zone })).by_day
        .map((day) => day.busy_minutes)
        .filter((minutes) => minutes > 0)
        .toSorted((a, b) => a - b);
    // An hour makes it lie on one day or the other.
    expect(await busy("Africa/Lagos")).toEqual([105]);
    expect(await busy("Atlantic/Cape_Verde")).toEqual([45, 60]);
    expect(utc.devices).toMatchObject([{ device_id, busy_minutes: 105 }]);
  });

  it("tell what was reported as broken, how long mending took, and which devices were broken longest", async () => {
    const { db } = udt.server.database;
    /** An order from one hour after the range's first midnight to another; open where there is none. */
    const order = (step: SelfCheckStep, from: number, to?: number) => ({
      device_id,
      step,
      source: "self_check" as const,
      text: "",
      reported_at: today - DAY_MS + from * HOUR_MS,
      ...(to === undefined
        ? { state: "processing" as const }
        : { state: "processed" as const, closed_at: today - DAY_MS + to * HOUR_MS, closed_by: "self_check" as const }),
    });
    const made = [
      order("storage", 1, 3),
      order("network", 2, 6),
      order("language", -30 * 24, 1),
      order("lock_screen", 23),
    ];
    await db.insert(work_orders).values(made);
    const { repairs, broken } = await stats(ada, { project_id: "one" });
    const open = (udt.clock.now() - (today - HOUR_MS)) / MINUTE_MS;
    expect(repairs).toEqual({ reported: 3, processed: 3, open: 1, mean_minutes: ((2 + 4 + 30 * 24 + 1) * 60) / 3 });
    // What two orders tell of the same hours counts once, and of one that is older what lies in these days.
    expect(broken).toMatchObject([{ device_id, serial: "counted-1", orders: 4 }]);
    expect(broken[0]!.broken_minutes).toBeCloseTo((5 * 24 + 6) * 60 + open, 3);
    expect(await stats(ada, { days: 30 })).toMatchObject({ repairs: { reported: 3 }, broken: [{ orders: 4 }] });
    const none = { repairs: { reported: 0, processed: 0, open: 0, mean_minutes: null }, broken: [] };
    expect(await stats(stranger, {})).toMatchObject(none);
    await db.delete(work_orders);
  });

  it("are of a project for those who may look at it alone", async () => {
    const of = (as: Person, project_id: string) => udt.call(ENDPOINTS.biStats, { as, body: { project_id } });
    expect((await of(stranger, "one")).code).toBe("user_not_in_project");
    expect((await of(bob, "two")).code).toBe("user_not_in_project");
    expect((await of(ada, "none")).code).toBe("project_not_exists");
    const tests = await udt.call(ENDPOINTS.biRecentTests, { as: bob, body: { project_id: "two" } });
    expect(tests.code).toBe("user_not_in_project");
  });

  it("take the ranges and time zones that there are, and no others", async () => {
    const refused = async (body: object) => (await udt.call(ENDPOINTS.biStats, { as: ada, body })).code;
    for (const time_zone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
      expect(await refused({ time_zone })).toBeUndefined();
    for (const body of [{ days: 8 }, { days: "7" }, { time_zone: "Mars/Olympus" }, { time_zone: "+08:00" }])
      expect(await refused(body)).toBe("invalid_param");
    const limit = (value: number) => udt.call(ENDPOINTS.biRecentTests, { as: ada, body: { limit: value } });
    expect([(await limit(0)).code, (await limit(21)).code]).toEqual(["invalid_param", "invalid_param"]);
    expect([(await limit(1)).ret, (await limit(20)).ret]).toEqual([0, 0]);
  });

  it("list one's own newest tests with the names of their projects", async () => {
    const [first, , third, fourth] = newest as [string, string, string, string];
    expect(await recent(ada)).toEqual([first, third, fourth]);
    expect(await recent(ada, { project_id: "two" })).toEqual([third]);
    expect(await recent(ada, { limit: 1 })).toEqual([first]);
    expect(await recent(ada, { state: "open" })).toEqual([]);
    expect(await recent(ada, { state: "ended", limit: 2 })).toEqual([first, third]);
    expect(await recent(stranger)).toEqual([]);
    const { list } = await udt.ok(ENDPOINTS.biRecentTests, { as: ada, body: { limit: 1 } });
    expect(list).toMatchObject([{ project_id: "one", project_name: "one", devices: [{ device_id }] }]);
    const query = { project: "one" };
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: bob, query, body });
    expect(await recent(bob, { state: "open" })).toEqual([test_id]);
    // Who left a project has nothing there any more.
    await udt.ok(ENDPOINTS.memberRemove, {
      as: bob,
      params: { project_id: "one", user_id: bob.user_id },
      query,
    });
    expect(await recent(bob)).toEqual([]);
    // Administrators work in any project, and find there what they began.
    const admin = await udt.person("root", { udt_admin: true });
    expect(await recent(admin)).toEqual([]);
    expect([await ran("two", admin, today - DAY_MS, 5)]).toEqual(await recent(admin));
  });

  it("tell runs from debug sessions, and what each run is called", async () => {
    const eve = await udt.person("eve");
    await udt.project("apart", [{ person: eve, user_type: 1 }]);
    const at = today - DAY_MS + HOUR_MS;
    const debug = await ran("apart", eve, at, 10);
    const made = { project_id: "apart", user_id: eve.user_id, job_id: null, job_name: "Nightly" };
    const { db } = udt.server.database;
    const done = await makeRun(db, { ...made, at: at + 1, verdict: "passed" });
    const queued = await makeRun(db, { ...made, at: at + 2, state: "queued", end_reason: null });
    const { by_day, totals, kinds } = await stats(eve, { project_id: "apart", days: 7 });
    expect(by_day.at(-2)).toMatchObject({ tests: 3, runs: 2 });
    expect(totals).toMatchObject({ tests: 3, runs: 2 });
    expect(kinds.map(({ kind, tests }) => [kind, tests])).toEqual([
      ["job", 2],
      ["debug", 1],
    ]);
    const { list } = await udt.ok(ENDPOINTS.biRecentTests, { as: eve, body: { project_id: "apart" } });
    expect(list.map(({ test_id, run }) => [test_id, run])).toEqual([
      [queued.test_id, { job_id: null, job_name: "Nightly", run_number: 2, verdict: null }],
      [done.test_id, { job_id: null, job_name: "Nightly", run_number: 1, verdict: "passed" }],
      [debug, null],
    ]);
  });

  it("note in which five minutes devices were there, once however many servers note it", async () => {
    const { db } = udt.server.database;
    const online = async () =>
      (await stats(ada, { days: 7 })).by_day.reduce((sum, { online_minutes }) => sum + (online_minutes ?? 0), 0);
    await db.execute(sql`delete from device_hours`);
    expect((await stats(ada, { days: 7 })).by_day.every((day) => day.online_minutes === null)).toBe(true);
    const hour = Math.floor(udt.clock.now() / HOUR_MS) * HOUR_MS;
    for (const at of [hour, hour + 1, hour + 299_999]) await notePresence(db, at);
    expect(await online()).toBe(5);
    await Promise.all([notePresence(db, hour + 300_000), notePresence(db, hour + 300_000)]);
    await notePresence(db, hour - 1);
    expect(await online()).toBe(15);
    expect((await stats(ada, { days: 7 })).devices[0]!.online_minutes).toBe(15);
    await forgetPresence(db, hour);
    expect(await online()).toBe(10);
  });

  it("are noted by the server itself as time goes on", async () => {
    const { db } = udt.server.database;
    await db.execute(sql`delete from device_hours`);
    udt.clock.turn(150_000);
    await until(async () => {
      const { rows } = await db.execute(sql`select 1 from device_hours`);
      expect(rows).toHaveLength(1);
    });
  });
});
