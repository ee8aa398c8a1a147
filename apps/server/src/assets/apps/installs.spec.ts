import { disposeAtRest } from "@udt/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildAab, buildIpa } from "@udt/appfile/testing";
import { ENDPOINTS, say } from "@udt/contract";
import type { App, Install, InstallState, Said, ServerToAgent } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { newId } from "../../platform/ids.ts";
import { eventually, newPackage, packageBytes, type PackageBytes, Uploader } from "./apps.fixture.ts";

type Command = Extract<ServerToAgent, { type: "command" }>;
type InstallCommand = Command & { command: { name: "app_install"; install_id: string; file_path: string } };

onEachDatabase("installs", (open) => {
  let udt: TestServer;
  let holder: Person;
  let other: Person;
  let agent: Awaited<ReturnType<TestServer["agent"]>>;
  let project: string;
  let device_id: string;
  let file: PackageBytes;
  let app: App;
  const events: Install[] = [];

  beforeAll(async () => {
    udt = await TestServer.start(open);
    holder = await udt.person("holder");
    other = await udt.person("other");
    udt.server.bus.subscribe(({ payload }) => {
      if (payload.type === "install.changed") events.push(payload.install);
    });
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    const members = [holder, other].map((person) => ({ person, user_type: 2 as const }));
    project = await udt.project(`p-${newId()}`, members);
    agent = await udt.agent("agent", [project]);
    await agent.connect([deviceReport(`serial-${project}`)]);
    const { list } = await udt.ok(ENDPOINTS.deviceList, { as: holder, query: { project } });
    device_id = list[0]!.device_id;
    file = newPackage();
    app = await new Uploader(udt, holder, project).upload(file);
    events.length = 0;
  });
  afterEach(() => agent.close());

  const started = async (body: object = {}): Promise<string> => {
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, {
      as: holder,
      query: { project },
      body: { kind: "debug", device_id, duration_minutes: 30, ...body },
    });
    await eventually(async () => {
      const test = await udt.ok(ENDPOINTS.testGet, { as: holder, query: { project }, params: { test_id } });
      expect(test.state).toBe("running");
    });
    return test_id;
  };
  const call = (test_id: string, app_id = app.app_id, as = holder) =>
    udt.call(ENDPOINTS.appInstall, { as, query: { project }, params: { test_id, device_id }, body: { app_id } });
  const install = async (test_id: string, app_id = app.app_id) => {
    const answer = await call(test_id, app_id);
    expect(answer.ret, answer.text).toBe(0);
    return answer.data as Install;
  };
  const list = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.appInstallList, { as: other, query: { project }, params: { test_id, device_id } })).list;
  const cancelTest = (test_id: string) =>
    udt.ok(ENDPOINTS.testCancel, { as: holder, query: { project }, params: { test_id } });
  const commands = () =>
    agent.all("command").filter((message): message is InstallCommand => message.command.name === "app_install");
  const lastCommand = () => commands().at(-1)!;
  const report = (change: {
    state: InstallState;
    percent?: number;
    reason?: Said;
    lease_token?: number;
    test_id?: string;
  }) => {
    const { test_id, serial, lease_token, command } = lastCommand();
    const base = { test_id, serial, lease_token, install_id: command.install_id, percent: 0, reason: null };
    agent.send({ type: "install", ...base, ...change });
  };
  const is = (test_id: string, expected: Partial<Install>) =>
    eventually(async () => expect((await list(test_id))[0]).toMatchObject(expected));
  /** What the agent said before has been acted on: reports of one agent are taken in one after the other. */
  const settled = async (test_id: string) => {
    const reason = say("device_not_ready", {}, `settled ${newId()}`);
    agent.send({ type: "device", device: deviceReport(`serial-${project}`, { reason, battery_level: 1 }) });
    await eventually(async () => {
      const device = await udt.ok(ENDPOINTS.deviceGet, { as: holder, query: { project }, params: { device_id } });
      expect(device.battery_level).toBe(1);
    });
    return (await list(test_id))[0]!;
  };
  const download = (install_id: string, token = agent.token, headers: Record<string, string> = {}) =>
    udt.server.app.inject({
      url: `/v1/agent/installs/${install_id}/file`,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });

  it("asks the agent, and tells step by step how it goes", async () => {
    const test_id = await started();
    const begun = await install(test_id);
    expect(begun).toMatchObject({
      test_id,
      device_id,
      app_id: app.app_id,
      app_name: app.name,
      package_name: app.package_name,
      state: "download_started",
      percent: 0,
      reason: null,
    });
    expect(lastCommand().command).toEqual({
      name: "app_install",
      install_id: begun.install_id,
      file_path: `/v1/agent/installs/${begun.install_id}/file`,
      md5: file.md5,
      size_bytes: file.size_bytes,
      package_name: app.package_name,
    });
    const got = await download(begun.install_id);
    expect(got.rawPayload.equals(file.bytes)).toBe(true);
    for (const state of ["downloading", "downloaded", "installing", "installed"] as const) {
      report({ state, percent: state === "installed" ? 100 : 10 });
      await is(test_id, { state });
    }
    expect(await list(test_id)).toMatchObject([{ install_id: begun.install_id, state: "installed", percent: 100 }]);
    await eventually(() => expect(events.map((event) => event.state)).toContain("installed"));
    expect(events.map((event) => event.state)).toEqual([
      "download_started",
      "downloading",
      "downloaded",
      "installing",
      "installed",
    ]);
  });

  it("writes percents of one state at most twice a second, and never backwards", async () => {
    const test_id = await started();
    await install(test_id);
    report({ state: "downloading", percent: 1 });
    for (let percent = 2; percent <= 50; percent++) report({ state: "downloading", percent });
    expect(await settled(test_id)).toMatchObject({ state: "downloading", percent: 1 });
    udt.clock.turn(500);
    report({ state: "downloading", percent: 60 });
    await is(test_id, { percent: 60 });
    udt.clock.turn(500);
    report({ state: "downloading", percent: 55 });
    report({ state: "downloaded", percent: 100 });
    await is(test_id, { state: "downloaded" });
    await eventually(() => expect(events.map((event) => event.percent)).toEqual([0, 1, 60, 100]));
  });

  it("goes only forward, and a final state stays", async () => {
    const test_id = await started();
    await install(test_id);
    report({ state: "installing", percent: 5 });
    report({ state: "downloading", percent: 90 });
    expect(await settled(test_id)).toMatchObject({ state: "installing", percent: 5 });
    const said = (evidence: string): Said => ({ code: "install_downgrade", args: {}, evidence });
    report({ state: "install_failed", reason: said("INSTALL_FAILED_VERSION_DOWNGRADE\0") });
    report({ state: "installed", percent: 100 });
    await is(test_id, { state: "install_failed", reason: said("INSTALL_FAILED_VERSION_DOWNGRADE\uFFFD") });
    const params = { test_id, device_id };
    const { install_id } = (await list(test_id))[0]!;
    await udt.ok(ENDPOINTS.appInstallCancel, { as: holder, query: { project }, params, body: { install_id } });
    expect(agent.all("command").filter((message) => message.command.name === "app_install_cancel")).toEqual([]);
    expect((await list(test_id))[0]).toMatchObject({ state: "install_failed" });
  });

  describe("believes only the agent that holds the lease", () => {
    it("and only with that lease's token", async () => {
      const test_id = await started();
      await install(test_id);
      const { lease_token } = lastCommand();
      report({ state: "installed", percent: 100, lease_token: lease_token + 1 });
      report({ state: "installed", percent: 100, test_id: "another" });
      expect(await settled(test_id)).toMatchObject({ state: "download_started" });
    });

    it("and no other agent", async () => {
      const test_id = await started();
      const { install_id } = await install(test_id);
      const stranger = await udt.agent("stranger", [project]);
      await stranger.connect([deviceReport(`stranger-${project}`)]);
      const { lease_token } = lastCommand();
      for (const serial of [`serial-${project}`, `stranger-${project}`]) {
        const of = { test_id, serial, lease_token, install_id };
        stranger.send({ type: "install", ...of, state: "installed", percent: 100, reason: null });
      }
      stranger.send({ type: "device_gone", serial: `stranger-${project}`, reason: say("device_connection_lost") });
      await eventually(async () => {
        const { state_counts } = await udt.ok(ENDPOINTS.deviceList, { as: holder, query: { project } });
        expect(state_counts.offline).toBe(1);
      });
      expect((await list(test_id))[0]).toMatchObject({ state: "download_started" });
      expect((await download(install_id, stranger.token)).statusCode).toBe(404);
      stranger.close();
    });
  });

  describe("the file", () => {
    it("comes in parts when asked", async () => {
      const { install_id } = await install(await started());
      const part = await download(install_id, agent.token, { range: "bytes=10-19" });
      expect(part.statusCode).toBe(206);
      expect(part.headers["content-range"]).toBe(`bytes 10-19/${file.size_bytes}`);
      expect(part.rawPayload.equals(file.bytes.subarray(10, 20))).toBe(true);
      const rest = await download(install_id, agent.token, { range: `bytes=${file.size_bytes - 5}-` });
      expect(rest.rawPayload.equals(file.bytes.subarray(-5))).toBe(true);
      const none = await download(install_id, agent.token, { range: `bytes=${file.size_bytes}-` });
      expect(none).toMatchObject({ statusCode: 416 });
      expect(none.headers["content-range"]).toBe(`bytes */${file.size_bytes}`);
      const whole = await download(install_id);
      expect(whole.headers).toMatchObject({
        "content-type": "application/vnd.android.package-archive",
        "content-length": String(file.size_bytes),
        "accept-ranges": "bytes",
      });
    });

    it("is for a live installation alone", async () => {
      const test_id = await started();
      const { install_id } = await install(test_id);
      expect((await download(install_id, "wrong")).statusCode).toBe(401);
      expect((await download(newId())).statusCode).toBe(404);
      report({ state: "installed", percent: 100 });
      await is(test_id, { state: "installed" });
      expect((await download(install_id)).statusCode).toBe(404);
      const second = await install(test_id);
      expect((await download(second.install_id)).statusCode).toBe(200);
      agent.script.reportsCleaned = false;
      await cancelTest(test_id);
      expect((await download(second.install_id)).statusCode).toBe(404);
    });
  });

  describe("is refused", () => {
    it("to everyone but the holder", async () => {
      const test_id = await started();
      expect((await call(test_id, app.app_id, other)).code).toBe("not_driver");
      expect(await list(test_id)).toEqual([]);
    });

    it("for an app that the project does not have", async () => {
      const test_id = await started();
      const elsewhere = await udt.project(`p-${newId()}`, [{ person: holder, user_type: 1 }]);
      const foreign = await new Uploader(udt, holder, elsewhere).upload(newPackage());
      expect((await call(test_id, foreign.app_id)).code).toBe("app_not_in_project");
      expect((await call(test_id, newId())).code).toBe("app_not_found");
      expect(await list(test_id)).toEqual([]);
    });

    it("for a package that the device's system does not take", async () => {
      const uploader = new Uploader(udt, holder, project);
      const ipa = await uploader.upload(packageBytes(buildIpa()), "a.ipa");
      const bundle = await uploader.upload(packageBytes(buildAab()), "a.aab");
      const test_id = await started();
      expect(await call(test_id, ipa.app_id)).toMatchObject({
        status: 409,
        code: "app_wrong_device",
        data: { args: { kind: "ipa", os: "android", needed: "apk" } },
      });
      expect(await call(test_id, bundle.app_id)).toMatchObject({ code: "app_wrong_device" });
      expect(await list(test_id)).toEqual([]);
    });

    it("for a test that would begin with such a package, and its device stays free", async () => {
      const ipa = await new Uploader(udt, holder, project).upload(packageBytes(buildIpa()), "a.ipa");
      const begun = await udt.call(ENDPOINTS.testCreate, {
        as: holder,
        query: { project },
        body: { kind: "debug", device_id, duration_minutes: 30, app_id: ipa.app_id },
      });
      expect(begun).toMatchObject({ status: 409, code: "app_wrong_device" });
      const used = { as: holder, query: { project }, params: { app_id: ipa.app_id } };
      expect(await udt.ok(ENDPOINTS.appGet, used)).toMatchObject({ tests: 0, running_tests: 0 });
      await cancelTest(await started());
    });

    it("before the test runs and after it has ended", async () => {
      agent.script.reportsRunning = false;
      const { test_id } = await udt.ok(ENDPOINTS.testCreate, {
        as: holder,
        query: { project },
        body: { kind: "debug", device_id, duration_minutes: 30 },
      });
      expect((await call(test_id)).code).toBe("test_not_running");
      await cancelTest(test_id);
      expect((await call(test_id)).code).toBe("test_ended");
      expect(await list(test_id)).toEqual([]);
    });

    it("by the agent, and the record says so", async () => {
      const test_id = await started();
      agent.script.command = () => ({ error: { code: "capability_missing", args: { device_id, capability: "apps" } } });
      expect((await call(test_id)).code).toBe("capability_missing");
      expect(await list(test_id)).toMatchObject([{ state: "download_failed", reason: say("device_no_apps") }]);
    });

    it("when the agent's link is down", async () => {
      const test_id = await started();
      agent.script.command = () => {
        agent.break();
        return "never";
      };
      expect((await call(test_id)).code).toBe("agent_lost");
      expect(await list(test_id)).toMatchObject([{ state: "download_failed" }]);
    });
  });

  it("does not begin the same app twice at once", async () => {
    const test_id = await started();
    const both = await Promise.all([install(test_id), install(test_id)]);
    expect(both[0]!.install_id).toBe(both[1]!.install_id);
    expect(commands()).toHaveLength(1);
    report({ state: "installed", percent: 100 });
    await is(test_id, { state: "installed" });
    udt.clock.turn(1);
    const again = await install(test_id);
    expect(again.install_id).not.toBe(both[0]!.install_id);
    expect((await list(test_id)).map((one) => one.install_id)).toEqual([again.install_id, both[0]!.install_id]);
  });

  it("is cancelled by asking the agent, which tells what became of it", async () => {
    const test_id = await started();
    const { install_id } = await install(test_id);
    const params = { test_id, device_id };
    const options = { as: holder, query: { project }, params };
    await udt.ok(ENDPOINTS.appInstallCancel, { ...options, body: { install_id } });
    expect(agent.all("command").at(-1)?.command).toEqual({ name: "app_install_cancel", install_id });
    report({ state: "cancelled", reason: say("install_cancelled") });
    await is(test_id, { state: "cancelled", reason: say("install_cancelled") });
    await udt.refused(ENDPOINTS.appInstallCancel, { ...options, body: { install_id: newId() } }, "invalid_param");
    await udt.refused(ENDPOINTS.appInstallCancel, { ...options, as: other, body: { install_id } }, "not_driver");
  });

  describe("when the agent's link was down meanwhile", () => {
    const reconnect = async () => {
      const { test_id, serial, lease_token } = lastCommand();
      const session = { test_id, serial, lease_token, state: "running" as const, error: null, end_reason: null };
      const before = commands().length;
      await agent.connect([deviceReport(serial)], { sessions: [session] });
      await eventually(() => expect(commands().length).toBe(before + 1));
    };

    it("is asked for again, and only the outcome counts", async () => {
      const test_id = await started();
      const { install_id } = await install(test_id);
      report({ state: "installing", percent: 50 });
      await is(test_id, { state: "installing" });
      agent.break();
      await reconnect();
      expect(lastCommand().command.install_id).toBe(install_id);
      expect((await download(install_id)).rawPayload.equals(file.bytes)).toBe(true);
      report({ state: "downloading", percent: 1 });
      expect(await settled(test_id)).toMatchObject({ state: "installing", percent: 50 });
      report({ state: "installed", percent: 100 });
      await is(test_id, { install_id, state: "installed" });
    });

    it("may fail at an earlier step than it had reached", async () => {
      const test_id = await started();
      await install(test_id);
      report({ state: "installing", percent: 50 });
      await is(test_id, { state: "installing" });
      agent.break();
      await reconnect();
      report({ state: "download_failed", reason: say("download_failed", {}, "no space left") });
      await is(test_id, { state: "download_failed", reason: say("download_failed", {}, "no space left") });
    });

    it("fails when the agent refuses to go on", async () => {
      const test_id = await started();
      await install(test_id);
      agent.break();
      agent.script.command = () => ({ error: { code: "capability_missing", args: { device_id, capability: "apps" } } });
      await reconnect();
      await is(test_id, { state: "download_failed", reason: say("device_no_apps") });
    });

    it("is not asked for again once it has ended", async () => {
      const test_id = await started();
      await install(test_id);
      report({ state: "installed", percent: 100 });
      await is(test_id, { state: "installed" });
      udt.clock.turn(1);
      const second = await install(test_id);
      agent.break();
      await reconnect();
      expect(lastCommand().command.install_id).toBe(second.install_id);
    });
  });

  describe("ends with its test", () => {
    it("cancelled when somebody ended it", async () => {
      const test_id = await started();
      await install(test_id);
      report({ state: "downloading", percent: 3 });
      await cancelTest(test_id);
      await is(test_id, { state: "cancelled", reason: say("install_test_ended") });
      await eventually(() => expect(events.at(-1)).toMatchObject({ state: "cancelled" }));
    });

    it("failed when the device was lost", async () => {
      const test_id = await started();
      await install(test_id);
      report({ state: "installing", percent: 3 });
      await is(test_id, { state: "installing" });
      agent.send({ type: "device_gone", serial: `serial-${project}`, reason: say("device_connection_lost") });
      await is(test_id, { state: "install_failed", reason: say("install_test_ended") });
    });
  });

  it("that a stopped server left behind in an ended test is ended at the next start", async () => {
    const test_id = await started();
    const { install_id } = await install(test_id);
    agent.script.reportsCleaned = false;
    await cancelTest(test_id);
    await is(test_id, { state: "cancelled" });
    // As if the server had died between the test's end and this.
    const { db } = udt.server.database;
    await db.execute(`update installs set state = 'downloading' where install_id = '${install_id}'`);
    expect((await download(install_id)).statusCode).toBe(404);
    await udt.restart();
    await is(test_id, { install_id, state: "cancelled" });
  });

  describe("and the app's deletion", () => {
    const remove = () =>
      udt.ok(ENDPOINTS.appDelete, { as: holder, query: { project }, params: { app_id: app.app_id } });

    it("fails what still needs the file, and has the agent stop", async () => {
      const test_id = await started();
      const { install_id } = await install(test_id);
      await remove();
      await is(test_id, { state: "download_failed", reason: say("app_deleted"), app_name: app.name });
      expect((await download(install_id)).statusCode).toBe(404);
      await eventually(() =>
        expect(agent.all("command").at(-1)?.command).toEqual({ name: "app_install_cancel", install_id }),
      );
    });

    it("lets go on what has it", async () => {
      const test_id = await started();
      await install(test_id);
      report({ state: "downloaded", percent: 100 });
      await is(test_id, { state: "downloaded" });
      await remove();
      report({ state: "installed", percent: 100 });
      await is(test_id, { state: "installed" });
    });
  });

  describe("of a test's own app", () => {
    it("begins once the test runs", async () => {
      const test_id = await started({ app_id: app.app_id });
      await is(test_id, { app_id: app.app_id, state: "download_started" });
      await eventually(() => expect(commands()).toHaveLength(1));
      report({ state: "installed", percent: 100 });
      await is(test_id, { state: "installed" });
    });

    it("is none for a test that does not take place", async () => {
      const body = { kind: "debug", device_id, duration_minutes: 30 };
      const options = { as: holder, query: { project } };
      await udt.refused(ENDPOINTS.testCreate, { ...options, body: { ...body, app_id: newId() } }, "app_not_found");
      const elsewhere = await udt.project(`p-${newId()}`, [{ person: holder, user_type: 1 }]);
      const foreign = await new Uploader(udt, holder, elsewhere).upload(newPackage());
      await udt.refused(
        ENDPOINTS.testCreate,
        { ...options, body: { ...body, app_id: foreign.app_id } },
        "app_not_in_project",
      );
      expect(agent.all("session_start")).toEqual([]);
    });
  });

  it("is listed from its own project alone", async () => {
    const test_id = await started();
    await install(test_id);
    const elsewhere = await udt.project(`p-${newId()}`, [{ person: holder, user_type: 1 }]);
    const options = { as: holder, query: { project: elsewhere }, params: { test_id, device_id } };
    await udt.refused(ENDPOINTS.appInstallList, options, "test_not_in_project");
  });
});
