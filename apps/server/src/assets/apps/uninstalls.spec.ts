import { disposeAtRest } from "@udt/testkit";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say } from "@udt/contract";
import type { Install, InstallState, Said, ServerToAgent } from "@udt/contract";
import { onEachDatabase } from "../../../test/databases.ts";
import { TestServer, type Person } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { installs } from "../../platform/database/apps.schema.ts";
import { eq } from "../../platform/database/sql.ts";
import { newId } from "../../platform/ids.ts";
import { eventually, newPackage, Uploader } from "./apps.fixture.ts";

type Command = Extract<ServerToAgent, { type: "command" }>;
type UninstallCommand = Command & { command: { name: "app_uninstall"; install_id: string } };

onEachDatabase("uninstallations", (open) => {
  const package_name = "org.example.there";
  let udt: TestServer;
  let holder: Person;
  let watcher: Person;
  let agent: Awaited<ReturnType<TestServer["agent"]>>;
  let project: string;
  let device_id: string;
  const events: Install[] = [];

  beforeAll(async () => {
    udt = await TestServer.start(open);
    holder = await udt.person("holder");
    watcher = await udt.person("watcher");
    udt.server.bus.subscribe(({ payload }) => {
      if (payload.type === "install.changed") events.push(payload.install);
    });
  });
  afterAll(() => disposeAtRest(udt));
  beforeEach(async () => {
    const members = [holder, watcher].map((person) => ({ person, user_type: 2 as const }));
    project = await udt.project(`p-${newId()}`, members);
    agent = await udt.agent("agent", [project]);
    await agent.connect([deviceReport(`serial-${project}`)]);
    device_id = (await udt.ok(ENDPOINTS.deviceList, { as: holder, query: { project } })).list[0]!.device_id;
    events.length = 0;
  });
  afterEach(() => agent.close());

  const started = async (): Promise<string> => {
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: holder, query: { project }, body });
    await eventually(async () => {
      const test = await udt.ok(ENDPOINTS.testGet, { as: holder, query: { project }, params: { test_id } });
      expect(test.state).toBe("running");
    });
    return test_id;
  };
  const list = async (test_id: string) =>
    (await udt.ok(ENDPOINTS.appInstallList, { as: watcher, query: { project }, params: { test_id, device_id } })).list;
  const is = (test_id: string, expected: Partial<Install>) =>
    eventually(async () => expect((await list(test_id))[0]).toMatchObject(expected));
  const commands = () =>
    agent.all("command").filter((message): message is UninstallCommand => message.command.name === "app_uninstall");
  const lastCommand = () => commands().at(-1)!;
  const report = (change: { state: InstallState; percent?: number; reason?: Said }) => {
    const { test_id, serial, lease_token, command } = lastCommand();
    const { install_id } = command;
    agent.send({ type: "install", test_id, serial, lease_token, install_id, percent: 0, reason: null, ...change });
  };

  const uninstall = async (test_id: string) =>
    udt.ok(ENDPOINTS.appUninstall, {
      as: holder,
      query: { project },
      params: { test_id, device_id },
      body: { package_name },
    });
  const cancel = (test_id: string, install_id: string, endpoint: typeof ENDPOINTS.appUninstallCancel) =>
    udt.call(endpoint, { as: holder, query: { project }, params: { test_id, device_id }, body: { install_id } });

  it("tells each step, to who watches as well, and begins once", async () => {
    const test_id = await started();
    const [begun, same] = await Promise.all([uninstall(test_id), uninstall(test_id)]);
    expect(same.install_id).toBe(begun.install_id);
    expect(begun).toMatchObject({ app_id: null, app_name: "", package_name, state: "uninstalling", reason: null });
    const { install_id } = begun;
    expect(commands().map(({ command }) => command)).toEqual([
      { name: "app_uninstall", install_id, package_name, is_again: false },
    ]);
    expect(await list(test_id)).toMatchObject([{ install_id, state: "uninstalling" }]);
    // Nothing that is uninstalled becomes installed: what comes next would be led back.
    report({ state: "installed", percent: 100 });
    report({ state: "uninstalled", percent: 100 });
    await is(test_id, { state: "uninstalled" });
    await eventually(() => expect(events.map(({ state }) => state)).toEqual(["uninstalling", "uninstalled"]));
    udt.clock.turn(1);
    expect((await uninstall(test_id)).install_id).not.toBe(install_id);
  });

  it("are listed with the newest of a session that has very many", async () => {
    const test_id = await started();
    await uninstall(test_id);
    report({ state: "uninstalled", percent: 100 });
    await is(test_id, { state: "uninstalled" });
    const { db } = udt.server.database;
    const [row] = await db.select().from(installs).where(eq(installs.test_id, test_id));
    const more = Array.from({ length: LIMITS.install_list_max }, (_, at) => ({
      ...row!,
      install_id: newId(),
      created_at: row!.created_at + 1 + at,
    }));
    await db.insert(installs).values(more);
    const told = (await list(test_id)).map(({ install_id }) => install_id);
    expect(told).toEqual(more.map(({ install_id }) => install_id).toReversed());
  });

  it("fails in the device's words", async () => {
    const test_id = await started();
    await uninstall(test_id);
    const reason = say("device_refused", {}, "DELETE_FAILED_INTERNAL_ERROR");
    report({ state: "uninstall_failed", reason });
    await is(test_id, { state: "uninstall_failed", reason });
  });

  it("is called off by its own call alone", async () => {
    const test_id = await started();
    const { install_id } = await uninstall(test_id);
    const wrong = await cancel(test_id, install_id, ENDPOINTS.appInstallCancel as never);
    expect(wrong.code).toBe("invalid_param");
    expect((await cancel(test_id, install_id, ENDPOINTS.appUninstallCancel)).ret).toBe(0);
    expect(agent.all("command").at(-1)?.command).toEqual({ name: "app_install_cancel", install_id });
    report({ state: "uninstall_cancelled", reason: say("uninstall_cancelled") });
    await is(test_id, { state: "uninstall_cancelled", reason: say("uninstall_cancelled") });
    const { app_id } = await new Uploader(udt, holder, project).upload(newPackage());
    const params = { test_id, device_id };
    const other_install = await udt.ok(ENDPOINTS.appInstall, {
      as: holder,
      query: { project },
      params,
      body: { app_id },
    });
    const crossed = await cancel(test_id, other_install.install_id, ENDPOINTS.appUninstallCancel);
    expect(crossed.code).toBe("invalid_param");
  });

  it("is asked for again after a break, as something that may have been done", async () => {
    const test_id = await started();
    const { install_id } = await uninstall(test_id);
    const { serial, lease_token } = lastCommand();
    agent.break();
    const session = { test_id, serial, lease_token, state: "running" as const, error: null, end_reason: null };
    await agent.connect([deviceReport(serial)], { sessions: [session] });
    await eventually(() => expect(commands()).toHaveLength(2));
    expect(lastCommand().command).toEqual({ name: "app_uninstall", install_id, package_name, is_again: true });
  });

  it("ends with its test", async () => {
    const test_id = await started();
    await uninstall(test_id);
    await udt.ok(ENDPOINTS.testCancel, { as: holder, query: { project }, params: { test_id } });
    await is(test_id, { state: "uninstall_cancelled", reason: say("uninstall_test_ended") });
  });

  it("fails when its device is lost", async () => {
    const test_id = await started();
    await uninstall(test_id);
    agent.send({ type: "device_gone", serial: `serial-${project}`, reason: say("device_connection_lost") });
    await is(test_id, { state: "uninstall_failed", reason: say("uninstall_test_ended") });
  });
});
