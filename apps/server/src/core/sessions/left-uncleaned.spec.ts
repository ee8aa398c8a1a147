import { ENDPOINTS, say } from "@udt/contract";
import { expect, it, onTestFinished } from "vitest";
import { TestServer, until } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";

it("a device that went to another agent amid a session is cleaned of all before somebody has it there", async () => {
  const udt = await TestServer.start();
  onTestFinished(() => udt.dispose());
  const ada = await udt.person("ada");
  await udt.project("demo", [{ person: ada, user_type: 1 }]);
  const query = { project: "demo" };
  const [one, two] = [await udt.agent("one"), await udt.agent("two")];
  await one.connect([deviceReport("S1")]);
  await two.connect([], { instance_id: "instance-2" });
  const { list } = await udt.ok(ENDPOINTS.deviceList, { as: ada, query });
  const device_id = list[0]?.device_id ?? expect.fail("no device");
  const idle = () =>
    until(async () =>
      expect((await udt.ok(ENDPOINTS.deviceGet, { as: ada, query, params: { device_id } })).state).toBe("idle"),
    );
  const begin = async () => {
    const body = { kind: "debug" as const, device_id, duration_minutes: 30 };
    const { test_id } = await udt.ok(ENDPOINTS.testCreate, { as: ada, query, body });
    await until(async () =>
      expect((await udt.ok(ENDPOINTS.testGet, { as: ada, query, params: { test_id } })).state).toBe("running"),
    );
    return test_id;
  };
  await begin();
  expect(one.all("session_start")[0]?.left_uncleaned).toBe(false);
  one.send({ type: "device_gone", serial: "S1", reason: say("device_connection_lost") });
  two.send({ type: "device", device: deviceReport("S1") });
  await idle();
  const test_id = await begin();
  expect(two.all("session_start")[0]?.left_uncleaned).toBe(true);
  await udt.ok(ENDPOINTS.testCancel, { as: ada, query, params: { test_id } });
  await idle();
  await begin();
  expect(two.all("session_start")[1]?.left_uncleaned).toBe(false);
});
