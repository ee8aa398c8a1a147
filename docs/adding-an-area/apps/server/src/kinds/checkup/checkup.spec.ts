import { afterAll, beforeAll, expect, it } from "vitest";
import { ENDPOINTS, SOCKETS } from "@udt/contract";
import { TestServer, until, type Person, type TestAgent } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

let udt: TestServer;
let member: Person;
let agent: TestAgent;
let device_id: string;
const query = { project: "demo" };

beforeAll(async () => {
  udt = await TestServer.start();
  member = await udt.person("member");
  await udt.project(query.project, [{ person: member, user_type: 2 }]);
  agent = await udt.agent();
  await agent.connect([deviceReport("S1")]);
  device_id = (await udt.ok(ENDPOINTS.deviceList, { as: member, query })).list[0]!.device_id;
});
afterAll(() => udt.dispose());

const begun = (test_id: string) =>
  until(() => agent.all("session_start").find((start) => start.test_id === test_id) ?? expect.fail("not begun"));
const finish = (test_id: string, lease_token: number) =>
  udt.ok(ENDPOINTS.agentCheckupFinish, {
    bearer: agent.token,
    params: { test_id, device_id },
    body: { lease_token, battery_percent: 80 },
  });
const seen = (test_id: string, facts: object) =>
  until(async () =>
    expect(await udt.ok(ENDPOINTS.testGet, { as: member, query, params: { test_id } })).toMatchObject(facts),
  );

it("waits for its device, is watched, and ends with what device and agent said", async () => {
  const events = await udt.socket(SOCKETS.events, { as: member, query });
  const wish = { kind: "debug", device_id, duration_minutes: 30 };
  const debug = await udt.ok(ENDPOINTS.testCreate, { as: member, query, body: wish });
  const { test_id } = await udt.ok(ENDPOINTS.checkupStart, { as: member, query, body: { device_id } });
  await seen(test_id, { kind: "checkup", state: "queued" });

  const { task } = await until(() => agent.all("task_start")[0] ?? expect.fail("no task"));
  await udt.ok(ENDPOINTS.agentTaskFinish, {
    bearer: agent.token,
    params: { task_id: task.task_id },
    body: { kind: "load", failure: null, result: { percent: 12 } },
  });

  await udt.ok(ENDPOINTS.testCancel, { as: member, query, params: { test_id: debug.test_id } });
  const { lease_token } = await begun(test_id);
  await seen(test_id, { state: "running" });

  const params = { test_id, device_id, stream: "battery" };
  const browser = await udt.socket(SOCKETS.stream, { as: member, params, query });
  const stream = await until(() => agent.streams[0] ?? expect.fail("not opened"));
  expect(stream.stream).toBe("battery");
  stream.socket.send(JSON.stringify({ type: "level", percent: 80 }));
  await until(() => expect(browser.json).toEqual([{ type: "level", percent: 80 }]));
  const input = await udt.socket(SOCKETS.stream, { as: member, params: { ...params, stream: "input" }, query });
  expect((await input.closed).reason).toBe("test_watched");

  await finish(test_id, lease_token);
  await seen(test_id, { state: "ended", end_reason: "finished", devices: [{ state: "done" }] });
  expect((await browser.closed).reason).toBe("test_ended");
  const { list } = await udt.ok(ENDPOINTS.checkupList, { as: member, query });
  expect(list).toEqual([
    expect.objectContaining({ test_id, model: "Model One", battery_percent: 80, load_percent: 12 }),
  ]);
  await until(() => expect(events.json).toContainEqual(expect.objectContaining({ type: "checkup.changed", test_id })));
});

it("may be the platform's: nobody's, and in no project", async () => {
  const { test_id } = await udt.server.services.checkups.start("platform", device_id);
  const { lease_token } = await begun(test_id);
  await finish(test_id, lease_token);
  await until(async () => expect(await udt.server.services.tests.isOpen(test_id)).toBe(false));
  const { list } = await udt.ok(ENDPOINTS.checkupList, { as: member, query });
  expect(list.map((checkup) => checkup.test_id)).not.toContain(test_id);
});

it("is refused for a device that the project has not", async () => {
  const body = { device_id: "unknown" };
  await udt.refused(ENDPOINTS.checkupStart, { as: member, query, body }, "device_not_found");
});
