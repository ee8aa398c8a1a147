import { eq } from "../../../platform/database/sql.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, type JobConfigInput } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../../test/harness.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";
import { schedules } from "../../../platform/database/jobs.schema.ts";

const MINUTE_MS = 60_000;

onEachDatabase("schedules", (open) => {
  let udt: TestServer;
  let owner: Person;
  let agent: TestAgent;
  let query: { project: string };
  let job_id: string;
  let count = 0;

  const config: JobConfigInput = {
    app_id: null,
    framework: "monkey",
    library_id: null,
    monkey: { minutes: 5, seed: null, throttle_ms: 0, events: null, packages: ["dev.udt.shop"] },
    devices: { kind: "rule", rules: [], count: 1 },
  };
  const everyMinute = { kind: "crontab", cron: "* * * * *", time_zone: "UTC" } as const;
  const make = (timing: object = everyMinute) =>
    udt.call(ENDPOINTS.scheduleCreate, { as: owner, query, body: { job_id, name: "Often", timing } });
  const only = async () => {
    const { list } = await udt.ok(ENDPOINTS.scheduleList, { as: owner, query });
    expect(list).toHaveLength(1);
    return list[0]!;
  };
  const runs = async () => (await udt.ok(ENDPOINTS.runList, { as: owner, query })).list;

  beforeAll(async () => {
    udt = await TestServer.start(open);
  });
  beforeEach(async () => {
    query = { project: `project-${++count}` };
    owner = await udt.person("owner");
    await udt.project(query.project, [{ person: owner, user_type: 1 }]);
    agent = await udt.agent("agent", [query.project]);
    await agent.connect([deviceReport(`serial-${count}`)]);
    const body = { name: "Monkey", config };
    ({ job_id } = await udt.ok(ENDPOINTS.jobCreate, { as: owner, query, body }));
  });
  afterAll(() => udt.dispose());

  it("fires at its time, in its maker's name, and waits for the next", async () => {
    expect((await make()).ret).toBe(0);
    const { next_at } = await only();
    udt.clock.turn(next_at! - udt.clock.now());
    await until(async () => expect(await runs()).toHaveLength(1));
    const fired = await only();
    expect(fired).toMatchObject({ last_fired_at: next_at, next_at: next_at! + MINUTE_MS, last_missed: false });
    const [run] = await runs();
    expect(run).toMatchObject({ test_id: fired.last_test_id, job_id, user_name: owner.user_name });
    const whole = await udt.ok(ENDPOINTS.runGet, { as: owner, query, params: { test_id: run!.test_id } });
    expect(whole.origin).toBe("schedule");
    await udt.ok(ENDPOINTS.scheduleDelete, { as: owner, query, params: { schedule_id: fired.schedule_id } });
  });

  it("fires once for all the times that were missed while no server ran, and says so", async () => {
    await make();
    const { next_at, schedule_id } = await only();
    await udt.server.stop();
    udt.clock.turn(10 * MINUTE_MS);
    await udt.restart();
    await until(async () => expect((await only()).last_missed).toBe(true));
    expect(await runs()).toHaveLength(1);
    expect((await only()).next_at).toBeGreaterThan(next_at! + 9 * MINUTE_MS);
    await udt.ok(ENDPOINTS.scheduleDelete, { as: owner, query, params: { schedule_id } });
  });

  it("says why it made no run, and goes on to the next time", async () => {
    await make();
    const { next_at, schedule_id } = await only();
    const members = await udt.person("other");
    await udt.ok(ENDPOINTS.memberAdd, {
      as: owner,
      query,
      params: { project_id: query.project },
      body: { user_id_list: [members.user_id], user_type: 1, update_existing: true },
    });
    await udt.ok(ENDPOINTS.memberRemove, {
      as: members,
      query,
      params: { project_id: query.project, user_id: owner.user_id },
    });
    owner = members;
    udt.clock.turn(next_at! - udt.clock.now());
    await until(async () => expect((await only()).last_error).toEqual({ code: "user_not_in_project", args: {} }));
    expect(await runs()).toEqual([]);
    expect(await only()).toMatchObject({ last_test_id: null, next_at: next_at! + MINUTE_MS, state: "started" });
    await udt.ok(ENDPOINTS.scheduleDelete, { as: owner, query, params: { schedule_id } });
  });

  it("stops and starts, and goes with its job", async () => {
    await make();
    const { schedule_id } = await only();
    const of = { as: owner, query, params: { schedule_id } };
    await udt.ok(ENDPOINTS.scheduleState, { ...of, body: { state: "stopped" } });
    expect(await only()).toMatchObject({ state: "stopped", next_at: null });
    const { name, timing } = await only();
    await udt.ok(ENDPOINTS.scheduleUpdate, { ...of, body: { name: `${name}, changed`, timing } });
    expect(await only()).toMatchObject({ name: `${name}, changed`, state: "stopped", next_at: null });
    udt.clock.turn(5 * MINUTE_MS);
    const started = await udt.ok(ENDPOINTS.scheduleState, { ...of, body: { state: "started" } });
    expect(started.next_at).toBeGreaterThan(udt.clock.now());
    expect(await runs()).toEqual([]);
    await udt.ok(ENDPOINTS.jobDelete, { as: owner, query, params: { job_id } });
    await udt.refused(ENDPOINTS.scheduleState, { ...of, body: { state: "stopped" } }, "schedule_not_found");
  });

  it("refuses what is no time, naming what is wrong", async () => {
    const cron = await make({ kind: "crontab", cron: "61 * * * *", time_zone: "UTC" });
    expect(cron).toMatchObject({ status: 400, code: "cron_invalid" });
    // It would stand in the list as started, and never fire.
    const never = { kind: "crontab", cron: "0 10 30 2 *", time_zone: "UTC" } as const;
    const refused = { status: 400, code: "cron_invalid", data: { args: { reason: { code: "cron_never" } } } };
    expect(await make(never)).toMatchObject(refused);
    expect(await udt.call(ENDPOINTS.schedulePreview, { as: owner, query, body: { timing: never } })).toMatchObject(
      refused,
    );
    const zone = await make({ kind: "timed", days: ["daily"], time: "10:00", time_zone: "Mars/Olympus" });
    expect(zone).toMatchObject({ status: 400, code: "time_zone_invalid" });
    expect((await make({ kind: "timed", days: [], time: "10:00", time_zone: "UTC" })).code).toBe("invalid_param");
    expect((await make({ kind: "timed", days: ["daily"], time: "24:00", time_zone: "UTC" })).code).toBe(
      "invalid_param",
    );
    const { times } = await udt.ok(ENDPOINTS.schedulePreview, { as: owner, query, body: { timing: everyMinute } });
    expect(times.map((time) => time - times[0]!)).toEqual([0, 1, 2, 3, 4].map((each) => each * MINUTE_MS));
  });

  it("go with their job", async () => {
    expect((await make()).ret).toBe(0);
    await udt.ok(ENDPOINTS.jobDelete, { as: owner, query, params: { job_id } });
    expect((await udt.ok(ENDPOINTS.scheduleList, { as: owner, query })).total).toBe(0);
    expect(await udt.server.database.db.$count(schedules, eq(schedules.job_id, job_id))).toBe(0);
  });
});
