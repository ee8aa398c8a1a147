import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENDPOINTS, LIMITS, say } from "@udt/contract";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

/** The smallest PNG there is: one transparent pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);

describe("commands to a session's device", () => {
  let udt: TestServer;
  let ada: Person;
  let agent: TestAgent;
  const query = { project: "alpha" };
  let params: { test_id: string; device_id: string };
  const put = (name: string, content_type: string, body: Buffer, bearer = agent.token, to = params) =>
    udt.call(ENDPOINTS.agentResourcePut, {
      bearer,
      params: to,
      query: { name, kind: "screenshot", content_type, lease_token: agent.all("session_start")[0]!.lease_token },
      body,
    });

  beforeAll(async () => {
    udt = await TestServer.start();
    ada = await udt.person("ada");
    await udt.project("alpha", [{ person: ada, user_type: 2 }]);
    agent = await udt.agent();
    await agent.connect([deviceReport("s-1")]);
    const { device_id } = (await udt.ok(ENDPOINTS.deviceList, { as: ada, query })).list[0]!;
    const body = { kind: "debug", device_id, duration_minutes: 30 };
    params = { device_id, test_id: (await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body })).test_id };
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.testGet, { as: ada, query, params })).state).toBe("running"),
    );
  });
  afterAll(() => udt.dispose());

  it("reach the agent under the session's lease, and answer what it answers", async () => {
    const apps = [
      {
        package_name: "com.example.app",
        version_name: "1",
        version_code: 1,
        system: false,
        running: true,
        foreground: true,
      },
    ];
    const answers = [{ list: apps }, { list: apps.map((app) => ({ ...app, name: "Example" })), names_pending: true }];
    for (const data of answers) {
      agent.script.command = ({ command }) => ({ data: command.name === "app_list" ? data : null });
      expect(await udt.ok(ENDPOINTS.deviceAppList, { as: ada, query, params })).toEqual(data);
    }
    const unbounded = { list: apps.map((app) => ({ ...app, name: "x".repeat(101) })) };
    agent.script.command = () => ({ data: unbounded });
    await udt.refused(ENDPOINTS.deviceAppList, { as: ada, query, params }, "device_command_failed");
    agent.script.command = () => ({ data: null });
    const body = { package_name: "com.example.app" };
    for (const endpoint of [ENDPOINTS.appStart, ENDPOINTS.appStop, ENDPOINTS.appClear]) {
      await udt.ok(endpoint, { as: ada, query, params, body });
    }
    const { lease_token } = agent.all("session_start")[0]!;
    expect(agent.all("command").map((message) => message.command.name)).toEqual([
      "app_list",
      "app_list",
      "app_list",
      "app_start",
      "app_stop",
      "app_clear",
    ]);
    for (const message of agent.all("command"))
      expect(message).toMatchObject({ test_id: params.test_id, serial: "s-1", lease_token });
    agent.script.command = ({ command }) => ({
      data: { folded: command.name === "fold_set" ? command.folded : false },
    });
    expect(await udt.ok(ENDPOINTS.foldSet, { as: ada, query, params, body: { folded: true } })).toEqual({
      folded: true,
    });
    expect(await udt.ok(ENDPOINTS.foldGet, { as: ada, query, params })).toEqual({ folded: false });
  });

  it("tell what is on the screen, and only a person's asking keeps the session", async () => {
    const tree = { width: 100, height: 200, list: [], is_cut: false };
    agent.script.command = ({ command }) => (command.name === "element_tree" ? { data: tree } : "never");
    const inactiveAt = async () => (await udt.ok(ENDPOINTS.testGet, { as: ada, query, params })).inactive_deadline ?? 0;
    const before = await inactiveAt();
    for (let passed = 0; passed < 60_000; passed += LIMITS.agent_heartbeat_ms) {
      udt.clock.turn(LIMITS.agent_heartbeat_ms);
      await agent.heartbeat();
    }
    const read = (body: { is_automatic?: boolean }) => udt.ok(ENDPOINTS.elementTree, { as: ada, query, params, body });
    expect(await read({ is_automatic: true })).toEqual(tree);
    expect(await inactiveAt()).toBe(before);
    await read({});
    await until(async () => expect(await inactiveAt()).toBeGreaterThan(before));
  });

  it("hand on why the device refuses", async () => {
    const body = { package_name: "com.example.app" };
    agent.script.command = () => ({
      error: { code: "start_app_failed", args: { reason: say("device_refused", {}, "no activity") } },
    });
    const known = await udt.refused(ENDPOINTS.appStart, { as: ada, query, params, body }, "start_app_failed");
    expect(known.data).toMatchObject({ args: { reason: say("device_refused", {}, "no activity") } });
    agent.script.command = () => ({
      error: { code: "something_new", args: { reason: say("device_refused", {}, "odd") } },
    });
    const unknown = await udt.refused(ENDPOINTS.appStart, { as: ada, query, params, body }, "device_command_failed");
    expect(unknown).toMatchObject({ status: 502, data: { args: { reason: say("device_refused", {}, "odd") } } });
    agent.script.command = () => ({
      error: { code: "elements_failed", args: { reason: say("screen_never_still") } },
    });
    await udt.refused(ENDPOINTS.elementTree, { as: ada, query, params, body: {} }, "elements_failed");
    // An agent must not be able to sign a user out, or speak for the server.
    agent.script.command = () => ({ error: { code: "need_login", args: {} } });
    await udt.refused(ENDPOINTS.appStart, { as: ada, query, params, body }, "device_command_failed");
    agent.script.command = () => ({ data: { list: "what" } });
    await udt.refused(ENDPOINTS.deviceAppList, { as: ada, query, params }, "device_command_failed");
  });

  it("do not wait for ever", async () => {
    agent.script.command = () => "never";
    const before = agent.all("command").length;
    const call = udt.call(ENDPOINTS.foldGet, { as: ada, query, params });
    await until(() => expect(agent.all("command")).toHaveLength(before + 1));
    for (let passed = 0; passed < LIMITS.request_timeout_ms; passed += LIMITS.agent_heartbeat_ms) {
      udt.clock.turn(LIMITS.agent_heartbeat_ms);
      await agent.heartbeat();
    }
    expect(await call).toMatchObject({ code: "agent_timeout", status: 504 });
  });

  it("take no package name that a shell would understand", async () => {
    const body = { package_name: "com.example; reboot" };
    await udt.refused(ENDPOINTS.appStart, { as: ada, query, params, body }, "invalid_param");
  });

  it("keep a screenshot as a file of the test", async () => {
    agent.script.command = async () => {
      const kept = await put("screen 画面.png", "image/png", PNG);
      return { data: kept.data };
    };
    const resource = await udt.ok(ENDPOINTS.screenCapture, { as: ada, query, params });
    expect(resource).toMatchObject({ name: "screen 画面.png", content_type: "image/png", size_bytes: PNG.length });
    expect(await udt.ok(ENDPOINTS.resourceList, { as: ada, query, params })).toEqual({ resource_list: [resource] });
    const file = await udt.server.app.inject({ url: resource.url, headers: { cookie: ada.cookie } });
    expect(file.rawPayload.equals(PNG)).toBe(true);
    expect(file.headers).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-disposition": "inline; filename*=UTF-8''screen%20%E7%94%BB%E9%9D%A2.png",
    });
  });

  it("hand on how a screenshot is wished, and refuse by name what is no height and no quality", async () => {
    agent.script.command = async () => ({ data: (await put("screen.jpg", "image/jpeg", PNG)).data });
    const capture = (body: Record<string, unknown>) =>
      udt.call(ENDPOINTS.screenCapture, { as: ada, query, params, body });
    expect(await capture({ height: 480, quality: 70 })).toMatchObject({ ret: 0, data: { content_type: "image/jpeg" } });
    const { command } = agent.all("command").at(-1)!;
    const { device_id } = params;
    expect(command).toEqual({ name: "screen_capture", device_id, height: 480, quality: 70 });
    const before = agent.all("command").length;
    for (const [field, values] of [
      ["height", [0, -5, 1.5, 10_001, "480"]],
      ["quality", [0, 101, 50.5, "best"]],
    ] as const)
      for (const value of values) {
        const { code, data } = await capture({ [field]: value });
        expect({ code, data }).toMatchObject({
          code: "invalid_param",
          data: { args: { field, rule: expect.any(String) } },
        });
      }
    expect(agent.all("command")).toHaveLength(before);
  });

  it("never show what is not a picture, whatever the agent calls it", async () => {
    const kept = (await put('x"; filename="evil.html', "text/html", Buffer.from("<script>"))).data as {
      resource_id: string;
    };
    const file = await udt.call(ENDPOINTS.resourceGet, { as: ada, query, params: { ...params, ...kept } });
    expect(file.headers["content-type"]).toBe("application/octet-stream");
    expect(file.headers["content-disposition"]).toMatch(
      /^attachment; filename\*=UTF-8''x%22%3B%20filename%3D%22evil\.html$/,
    );
    await udt.refused(
      ENDPOINTS.resourceGet,
      { as: ada, query, params: { ...params, resource_id: "nothing" } },
      "resource_not_found",
    );
  });

  it("take files from the device's own agent alone", async () => {
    const other = await udt.agent("other");
    expect((await put("x.png", "image/png", PNG, other.token)).code).toBe("device_not_found");
    expect((await put("x.png", "image/png", PNG, agent.token, { ...params, test_id: "nothing" })).code).toBe(
      "test_not_found",
    );
  });

  it("take no file that is too large, and leave nothing of it", async () => {
    const answer = await put("big.png", "image/png", Buffer.alloc(64 * 1024 ** 2 + 1));
    expect(answer).toMatchObject({ code: "body_too_large", status: 413 });
    const { resource_list } = await udt.ok(ENDPOINTS.resourceList, { as: ada, query, params });
    expect(resource_list.map((resource) => resource.name)).not.toContain("big.png");
  });

  it("are refused once the test has ended", async () => {
    await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params });
    await udt.refused(ENDPOINTS.foldGet, { as: ada, query, params }, "test_ended");
  });
});
