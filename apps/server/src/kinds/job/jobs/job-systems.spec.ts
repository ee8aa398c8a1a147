import { afterAll, beforeAll, expect, it } from "vitest";
import { buildAab, buildIpa } from "@udt/appfile/testing";
import { ENDPOINTS, LIMITS, type Device, type JobConfigInput, say } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, until, type Person } from "../../../../test/harness.ts";
import { monkeyConfig } from "../../../../test/run-project.ts";
import { deviceReport } from "../../../../test/scripted-agent.ts";
import { newPackage, packageBytes, Uploader } from "../../../assets/apps/apps.fixture.ts";

onEachDatabase("jobs and the systems of devices", (open) => {
  const query = { project: "systems" };
  let udt: TestServer;
  let ann: Person;
  let devices: Map<string, Device>;
  let apk: string;
  let aab: string;
  let ipa: string;

  const save = (change: Partial<JobConfigInput>) =>
    udt.call(ENDPOINTS.jobCreate, { as: ann, query, body: { name: "Job", config: monkeyConfig(change) } });
  const make = (change: Partial<JobConfigInput> = {}) =>
    udt.ok(ENDPOINTS.jobCreate, { as: ann, query, body: { name: "Job", config: monkeyConfig(change) } });
  const byHand = (...serials: string[]): Partial<JobConfigInput> => ({
    devices: { kind: "devices", device_ids: serials.map((serial) => devices.get(serial)!.device_id) },
  });
  const argsOf = (answer: { text: string }) => (JSON.parse(answer.text) as { data: { args: unknown } }).data.args;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    ann = await udt.person("ann");
    await udt.project(query.project, [{ person: ann, user_type: 1 }]);
    const agent = await udt.agent("agent", [query.project]);
    const seen = [
      deviceReport("android"),
      deviceReport("broken", { readiness: "failed", reason: say("device_not_ready", {}, "no storage") }),
      deviceReport("iphone", { os: "ios", brand: "Apple", model: "iPhone" }),
    ];
    await agent.connect([...seen, deviceReport("gone")]);
    agent.break();
    await agent.connect(seen);
    devices = await until(async () => {
      const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ann, query });
      const found = new Map(list.map((device) => [device.serial, device]));
      expect([...found].map(([serial, { state }]) => [serial, state]).toSorted()).toEqual([
        ["android", "idle"],
        ["broken", "initialization_failed"],
        ["gone", "offline"],
        ["iphone", "idle"],
      ]);
      return found;
    });
    const uploader = new Uploader(udt, ann, query.project);
    apk = (await uploader.upload(newPackage())).app_id;
    aab = (await uploader.upload(packageBytes(buildAab()), "a.aab")).app_id;
    ipa = (await uploader.upload(packageBytes(buildIpa()), "a.ipa")).app_id;
  });
  afterAll(() => udt.dispose());

  it("refuses a package that the system's devices do not install, wherever a job names one", async () => {
    const instrumentation = (test_app_id: string): Partial<JobConfigInput> => ({
      framework: "instrumentation",
      monkey: null,
      instrumentation: { test_app_id },
    });
    for (const change of [{ app_id: aab }, { preinstall_app_ids: [apk, aab] }, instrumentation(aab)]) {
      const answer = await save(change);
      expect(answer.code).toBe("app_wrong_device");
      expect(argsOf(answer)).toEqual({ kind: "aab", os: "android", needed: "apk" });
    }
    expect((await save({ app_id: ipa })).code).toBe("app_wrong_device");
    const { job_id, revision } = await make({ app_id: apk });
    const params = { job_id };
    const changed = { name: "Job", revision, config: monkeyConfig({ app_id: ipa }) };
    await udt.refused(ENDPOINTS.jobUpdate, { as: ann, query, params, body: changed }, "app_wrong_device");
    const once = { config: monkeyConfig({ app_id: aab }) };
    await udt.refused(ENDPOINTS.jobRun, { as: ann, query, params, body: once }, "app_wrong_device");
  });

  it("refuses it at the start, too, of a job that was saved before the rule was", async () => {
    const { job_id } = await make({ app_id: apk });
    await udt.server.database.db.execute(
      `update jobs set config = config || '{"app_id": "${aab}"}' where job_id = '${job_id}'`,
    );
    await udt.refused(ENDPOINTS.jobRun, { as: ann, query, params: { job_id }, body: {} }, "app_wrong_device");
  });

  it("offers and takes devices of the job's own system alone", async () => {
    const find = async (os: "android" | "ios") => {
      const body = { os, devices: monkeyConfig().devices };
      return (await udt.ok(ENDPOINTS.jobDevices, { as: ann, query, body })).list.map(({ serial }) => serial);
    };
    expect(await find("android")).toEqual(["android", "broken", "gone"]);
    expect(await find("ios")).toEqual(["iphone"]);
    const shown = await udt.ok(ENDPOINTS.jobDevices, { as: ann, query, body: { devices: monkeyConfig().devices } });
    expect(shown.list.map(({ state }) => state)).toEqual(["idle", "initialization_failed", "offline"]);
    const answer = await save(byHand("android", "iphone"));
    expect(answer.code).toBe("device_wrong_os");
    expect(argsOf(answer)).toMatchObject({ os: "ios", needed: "android" });
    expect((await save({ os: "ios" })).text).toContain("android_only");
  });

  it("gives a run devices of its system, however free the others are", async () => {
    const { job_id } = await make();
    const { test_id } = await udt.ok(ENDPOINTS.jobRun, { as: ann, query, params: { job_id }, body: {} });
    const of = { as: ann, query, params: { test_id } };
    await until(async () => {
      const [slot] = (await udt.ok(ENDPOINTS.runDevices, of)).list;
      expect(slot).toMatchObject({ serial: "android" });
    });
    // What comes next finds one Android device that is taken, and an iPhone that is free.
    const next = await udt.ok(ENDPOINTS.jobRun, { as: ann, query, params: { job_id }, body: {} });
    const waiting = { ...of, params: { test_id: next.test_id } };
    await until(async () => {
      const [slot] = (await udt.ok(ENDPOINTS.runDevices, waiting)).list;
      expect(slot!.queue).toMatchObject({ position: 1 });
    });
    await udt.ok(ENDPOINTS.testCancel, of);
    await until(async () => {
      const [slot] = (await udt.ok(ENDPOINTS.runDevices, waiting)).list;
      expect(slot).toMatchObject({ serial: "android" });
    });
    await udt.ok(ENDPOINTS.testCancel, waiting);
  });

  it("lets nobody choose a device that is offline or has failed, and keeps one that has become so", async () => {
    for (const [serial, state] of [
      ["gone", "offline"],
      ["broken", "initialization_failed"],
    ] as const) {
      const answer = await save(byHand("android", serial));
      expect(answer.code).toBe("device_not_selectable");
      expect(argsOf(answer)).toEqual({ device_id: devices.get(serial)!.device_id, state });
    }
    const { job_id, revision } = await make(byHand("android"));
    const chosen = JSON.stringify({ kind: "devices", device_ids: [devices.get("gone")!.device_id] });
    await udt.server.database.db.execute(
      `update jobs set config = config || '{"devices": ${chosen}}' where job_id = '${job_id}'`,
    );
    const body = { name: "Renamed", revision, config: monkeyConfig(byHand("gone")) };
    await udt.ok(ENDPOINTS.jobUpdate, { as: ann, query, params: { job_id }, body });
    await udt.ok(ENDPOINTS.jobCopy, { as: ann, query, params: { job_id }, body: { name: "Copy" } });
    const more = { ...body, revision: revision + 1, config: monkeyConfig(byHand("gone", "broken")) };
    await udt.refused(ENDPOINTS.jobUpdate, { as: ann, query, params: { job_id }, body: more }, "device_not_selectable");
  });

  it("refuses a device that is not the project's, when saved and when started", async () => {
    const refused = { status: 409, ret: 10005, code: "device_list" };
    await udt.project("another", [{ person: ann, user_type: 1 }]);
    const other = await udt.agent("other", ["another"]);
    await other.connect([deviceReport("theirs")]);
    const theirs = await until(async () => {
      const { rows } = await udt.server.database.db.execute("select device_id from devices where serial = 'theirs'");
      return String(rows[0]!["device_id"]);
    });
    let job = "";
    for (const device_id of ["never-was", theirs]) {
      const devices = { kind: "devices" as const, device_ids: [device_id] };
      const answer = await save({ devices });
      expect(answer).toMatchObject(refused);
      expect(argsOf(answer)).toEqual({ device_id });
      const { job_id } = await make(byHand("android"));
      const params = { job_id };
      const once = { config: monkeyConfig({ devices }) };
      expect(await udt.call(ENDPOINTS.jobRun, { as: ann, query, params, body: once })).toMatchObject(refused);
      // It was the project's when the job was saved.
      await udt.server.database.db.execute(
        `update jobs set config = config || '{"devices": ${JSON.stringify(devices)}}' where job_id = '${job_id}'`,
      );
      expect(await udt.call(ENDPOINTS.jobRun, { as: ann, query, params, body: {} })).toMatchObject(refused);
      job = job_id;
    }
    const timing = { kind: "crontab" as const, cron: "* * * * *", time_zone: "UTC" };
    const body = { name: "Often", job_id: job, timing };
    const { schedule_id } = await udt.ok(ENDPOINTS.scheduleCreate, { as: ann, query, body });
    udt.clock.turn(60_000);
    await until(async () => {
      const { list } = await udt.ok(ENDPOINTS.scheduleList, { as: ann, query });
      const { last_error } = list.find((one) => one.schedule_id === schedule_id)!;
      expect(last_error).toEqual({ code: "device_list", args: { device_id: theirs } });
    });
  });

  it("says when more devices are chosen than can be", async () => {
    const device_ids = Array.from({ length: LIMITS.job_devices_max + 1 }, (_, index) => `device-${index}`);
    const answer = await save({ devices: { kind: "devices", device_ids } });
    expect(answer.code).toBe("invalid_param");
    expect(argsOf(answer)).toMatchObject({ field: "config.devices.device_ids", rule: "device_count" });
  });
});
