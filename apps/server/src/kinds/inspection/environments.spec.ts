import { DEFAULT_INSPECTION, ENDPOINTS, NO_ENVIRONMENT, type App, type EnvironmentConfig } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newPackage, Uploader } from "../../assets/apps/apps.fixture.ts";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

onEachDatabase("what tags want on their devices", (open) => {
  let udt: TestServer;
  let owner: Person;
  let member: Person;
  let agent: TestAgent;
  let query: { project: string };
  let other: { project: string };
  let apps: Uploader;
  let device_id: string;
  let count = 0;

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [owner, member] = [await udt.person("owner"), await udt.person("member")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    count++;
    const people = [
      { person: owner, user_type: 1 as const },
      { person: member, user_type: 2 as const },
    ];
    query = { project: await udt.project(`env-${count}`, people) };
    other = { project: await udt.project(`other-${count}`, people) };
    agent = await udt.agent(`env-${count}`, [query.project, other.project]);
    await agent.connect([deviceReport(`env-${count}`)]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: owner, query });
    device_id = list[0]?.device_id ?? expect.fail("no device");
    apps = new Uploader(udt, owner, query.project);
    return () => agent.close();
  });

  const wish = (name: string, environment: Partial<EnvironmentConfig>) => ({
    name,
    is_default: false,
    rules: [{ attribute: "serial" as const, operator: "contains" as const, values: [`env-${count}`] }],
    included_device_ids: [],
    excluded_device_ids: [],
    inspection: null,
    environment: { ...NO_ENVIRONMENT, ...environment },
  });
  const make = (name: string, environment: Partial<EnvironmentConfig>, where = query) =>
    udt.ok(ENDPOINTS.tagCreate, { as: owner, query: where, body: wish(name, environment) });
  const upload = (packageName: string) => apps.upload(newPackage({ packageName }));
  const newest = ({ package_name, os }: App) => ({ os, package_name, app_id: null });
  const exactly = ({ package_name, os, app_id }: App) => ({ os, package_name, app_id });
  const remove = ({ app_id }: App) => udt.call(ENDPOINTS.appDelete, { as: owner, query, params: { app_id } });
  const debug = async (where = query) => {
    const body = { kind: "debug", device_id, duration_minutes: 30 } as const;
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: owner, query: where, body });
    return until(() => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("none"));
  };
  const inspect = async () => {
    await udt.ok(ENDPOINTS.selfCheckStart, { as: owner, query, params: { device_id } });
    const start = await until(
      () => agent.all("session_start").find(({ kind }) => kind === "inspection") ?? expect.fail("none"),
    );
    const { test_id, lease_token } = start;
    const held = { bearer: agent.token, params: { test_id, device_id }, query: { lease_token } };
    return { start, plan: await udt.ok(ENDPOINTS.agentSelfCheckPlan, held) };
  };
  const file = (app_id: string, bearer = agent.token) =>
    udt.call(ENDPOINTS.agentWantedApp, { bearer, params: { device_id, app_id } });

  it("is kept with the tag, and refused by field where it is wrong", async () => {
    const app = await upload("org.helper");
    const environment = {
      preinstalled: [newest(app)],
      free_apps: ["com.acme.*"],
      free_paths: ["/sdcard/Download/keep/"],
    };
    const { tag_id } = await make("lab", environment);
    const tag = await udt.ok(ENDPOINTS.tagGet, { as: member, query, params: { tag_id } });
    expect(tag.environment).toEqual({ ...environment, free_paths: ["/sdcard/Download/keep"] });
    const create = (part: object) =>
      udt.call(ENDPOINTS.tagCreate, {
        as: owner,
        query,
        body: { ...wish("bad", {}), environment: { ...NO_ENVIRONMENT, ...part } },
      });
    for (const [part, rule] of [
      [{ free_paths: ["/sdcard/../data"] }, "free_path"],
      [{ free_paths: ["Download"] }, "free_path"],
      [{ free_paths: ["/"] }, "free_path"],
      [{ free_apps: ["com acme"] }, "free_app"],
      [{ free_apps: ["$(reboot)"] }, "free_app"],
      [{ preinstalled: [newest(app), exactly(app)] }, "preinstalled_once"],
      [{ preinstalled: [{ ...newest(app), package_name: "org.\0" }] }, "no_nul"],
    ] as const) {
      const answer = await create(part);
      expect([answer.code, answer.text.includes(rule)], answer.text).toEqual(["invalid_param", true]);
    }
    expect((await create({ preinstalled: [{ ...newest(app), package_name: "org.unknown" }] })).code).toBe(
      "app_not_found",
    );
    // Another project's is none of this one's.
    const foreign = await udt.call(ENDPOINTS.tagCreate, { as: owner, query: other, body: wish("xx", environment) });
    expect(foreign.code).toBe("app_not_found");
    // Who may not change tags changes none of it.
    const asMember = await udt.call(ENDPOINTS.tagCreate, { as: member, query, body: wish("yy", {}) });
    expect(asMember.code).toBe("no_permission");
  });

  it("keeps an app that a tag has pre-installed, and names the tag", async () => {
    const [first, second] = [await upload("org.helper"), await upload("org.helper")];
    const { tag_id } = await make("lab", { preinstalled: [exactly(first)] });
    const refused = await remove(first);
    expect([refused.code, refused.text.includes("lab")]).toEqual(["app_tagged", true]);
    // The newest of an app is whichever is there, as long as one is.
    await make("any", { preinstalled: [newest(second)] });
    const params = { tag_id };
    await udt.ok(ENDPOINTS.tagDelete, { as: owner, query, params });
    expect((await remove(second)).code).toBeUndefined();
    expect((await remove(first)).code).toBe("app_tagged");
    const { list } = await udt.ok(ENDPOINTS.appList, { as: owner, query });
    expect(list.map(({ app_id }) => app_id)).toEqual([first.app_id]);
  });

  it("follows the order of tags for each setting, which the device's strategies tell", async () => {
    const app = await upload("org.helper");
    const first = await make("first", { free_apps: ["com.first"] });
    const second = await make("second", {
      free_apps: ["com.second"],
      free_paths: ["/sdcard/b"],
      preinstalled: [newest(app)],
    });
    const told = () => udt.ok(ENDPOINTS.deviceStrategies, { as: member, query, params: { device_id } });
    const by = ({ tag_id, name }: typeof first) => ({ tag_id, name });
    expect((await told()).environment).toEqual({
      preinstalled: {
        tag: by(second),
        value: [{ ...newest(app), name: app.name, version_name: app.version_name }],
      },
      free_apps: { tag: by(first), value: ["com.first"] },
      free_paths: { tag: by(second), value: ["/sdcard/b"] },
    });
    const move = { as: owner, query, params: { tag_id: second.tag_id }, body: { position: 1 } };
    await udt.ok(ENDPOINTS.tagMove, move);
    expect((await told()).environment.free_apps).toEqual({ tag: by(second), value: ["com.second"] });
  });

  it("goes with each session: what its project frees, what any has pre-installed, and what its own wants", async () => {
    const app = await upload("org.helper");
    await make("mine", { preinstalled: [newest(app)], free_apps: ["com.mine.*"], free_paths: ["/sdcard/mine"] });
    // What another project frees would keep what this one leaves, for that other to find.
    await make("theirs", { free_apps: ["*"], free_paths: ["/sdcard"] }, other);
    const { environment, check_spares } = await debug();
    expect(environment.free_apps.toSorted()).toEqual(["com.mine.*", "org.helper"]);
    expect(environment.free_paths).toEqual(["/sdcard/mine"]);
    expect(environment.preinstalled).toEqual(["org.helper"]);
    expect(check_spares).toBeUndefined();
    const { app_id, file_name, package_name, version_code, version_name, md5, size_bytes } = app;
    expect(environment.wanted).toEqual([
      { app_id, file_name, package_name, version_code, version_name, md5, size_bytes },
    ]);
  });

  it("is left by a check before the session, whichever project frees it", async () => {
    await make("theirs", { free_apps: ["com.theirs.*"], free_paths: ["/sdcard/theirs"] }, other);
    const body = wish("checked", { free_apps: ["com.mine"] });
    const levels = { ...DEFAULT_INSPECTION.levels, cleanup: "blocking" as const };
    const inspection = { ...DEFAULT_INSPECTION, levels, before_sessions: "debug" as const };
    await udt.ok(ENDPOINTS.tagCreate, { as: owner, query, body: { ...body, inspection } });
    const { check, check_spares, environment } = await debug();
    expect(check?.levels).toMatchObject({ cleanup: "blocking" });
    expect(check_spares?.free_apps.toSorted()).toEqual(["com.mine", "com.theirs.*"]);
    expect(check_spares?.free_paths).toEqual(["/sdcard/theirs"]);
    expect(environment).toMatchObject({ free_apps: ["com.mine"], free_paths: [] });
  });

  it("keeps a device that several projects see from no other's cleaning by what names nothing in particular", async () => {
    const theirs = ["*", "com.*", "*.*", "com.theirs.*", "com.exact"];
    const paths = ["/storage/emulated/0/download", "/sdcard", "/data/local/tmp", "/sdcard/Download/theirs"];
    await make("theirs", { free_apps: theirs, free_paths: paths }, other);
    await make("mine", { free_apps: ["org.*"], free_paths: ["/sdcard/Download"] });
    const { start, plan } = await inspect();
    for (const { free_apps, free_paths } of [plan.environment, start.environment]) {
      expect(free_apps.toSorted()).toEqual(["com.exact", "com.theirs.*", "org.*"]);
      expect(free_paths.toSorted()).toEqual(["/sdcard/Download", "/sdcard/Download/theirs"]);
    }
  });

  it("counts whole where one project alone sees the device, whoever has it cleaned", async () => {
    await make("mine", { free_apps: ["*"], free_paths: ["/sdcard"] });
    const admin = await udt.person(`admin-${count}`, { udt_admin: true });
    const clean = async () => {
      const before = agent.all("session_start").length;
      const call = { as: admin, params: { device_id } };
      const body = { work: "clean" as const };
      const { selfcheck_id } = await udt.ok(ENDPOINTS.adminSelfCheckStart, { ...call, body });
      const start = await until(() => agent.all("session_start")[before] ?? expect.fail("none"));
      await udt.server.services.tests.sessions.conclude(selfcheck_id, { reason: "user" });
      await until(async () => expect((await udt.ok(ENDPOINTS.adminDeviceGet, { ...call })).state).toBe("idle"));
      return start.environment;
    };
    expect(await clean()).toMatchObject({ free_apps: [], free_paths: [] });
    const gift = { given_to: "projects" as const, project_ids: [query.project] };
    await udt.ok(ENDPOINTS.deviceGive, { as: admin, params: { device_id }, body: gift });
    expect(await clean()).toMatchObject({ free_apps: ["*"], free_paths: ["/sdcard"] });
  });

  it("is not another project's to install, only to leave", async () => {
    const app = await upload("org.helper");
    await make("mine", { preinstalled: [newest(app)] });
    const { environment } = await debug(other);
    const helper = ["org.helper"];
    expect(environment).toEqual({ free_apps: helper, free_paths: [], preinstalled: helper, wanted: [] });
  });

  it("is what a check that was asked for in the project does, with the newest package of then", async () => {
    await upload("org.helper");
    udt.clock.turn(1);
    const app = await upload("org.helper");
    await make("mine", { preinstalled: [newest(app)], free_apps: ["com.acme.*"] });
    const { start, plan } = await inspect();
    expect(plan.config).toEqual(DEFAULT_INSPECTION);
    expect(plan.environment).toMatchObject({
      free_apps: ["com.acme.*", "org.helper"],
      wanted: [{ app_id: app.app_id, md5: app.md5 }],
    });
    // The cleaning after it takes nothing of that, and an agent that is killed meanwhile knows what is to be there.
    expect(start.environment).toMatchObject({
      free_apps: ["com.acme.*", "org.helper"],
      wanted: [{ app_id: app.app_id, md5: app.md5 }],
    });
    const { list } = await udt.ok(ENDPOINTS.selfCheckList, { as: owner, query, params: { device_id } });
    expect(JSON.stringify(list)).not.toContain(app.md5);
  });

  it("gives the agent of the device the file, of what a tag wants there alone", async () => {
    const [app, unwanted] = [await upload("org.helper"), await upload("org.unwanted")];
    await make("mine", { preinstalled: [newest(app)] });
    const answer = await file(app.app_id);
    expect([answer.status, answer.headers["content-length"]]).toEqual([200, String(app.size_bytes)]);
    expect((await file(unwanted.app_id)).code).toBe("app_not_found");
    const stranger = await udt.agent(`stranger-${count}`, [query.project]);
    expect((await file(app.app_id, stranger.token)).code).toBe("device_not_found");
    expect(
      (await udt.call(ENDPOINTS.agentWantedApp, { as: owner, params: { device_id, app_id: app.app_id } })).code,
    ).toBe("agent_token");
  });
});
