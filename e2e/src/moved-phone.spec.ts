/** A phone goes to another computer amid a session: real agents, a real phone of theirs in software. */
import { join } from "node:path";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { RoleProcess, startUdt, until, type Udt } from "@udt/testkit";
import { afterAll, beforeAll, expect, it } from "vitest";

const query = { project: "demo" };
const FOLDER = "/sdcard/Download";
const FILE = "left.txt";
let udt: Udt;
let client: Client;
let second: RoleProcess;

beforeAll(async () => {
  udt = await startUdt({ phones: 1 });
  client = await udt.signIn();
});
afterAll(async () => {
  await second?.kill("SIGTERM");
  await udt?.stop();
});

const session = async () => {
  const [device] = await udt.idleDevices(1);
  const { device_id } = device ?? expect.fail("no device");
  const body = { kind: "debug" as const, device_id, duration_minutes: 5 };
  const { test_id } = await client.call(ENDPOINTS.testCreate, { query, body });
  const params = { test_id, device_id };
  await until("the session", async () => {
    const { state } = await client.call(ENDPOINTS.testGet, { query, params });
    expect(state).not.toBe("ended");
    return state === "running" ? true : undefined;
  });
  const files = async () => {
    const where = { ...query, path: FOLDER };
    return (await client.call(ENDPOINTS.fileList, { query: where, params })).list.map(({ name }) => name);
  };
  return { params, files };
};
const end = (params: { test_id: string }) => client.call(ENDPOINTS.testCancel, { query, params });
const write = (params: { test_id: string; device_id: string }) =>
  client.call(ENDPOINTS.fileUpload, {
    query: { ...query, path: `${FOLDER}/${FILE}` },
    params,
    body: new Blob(["theirs"]),
  });

it("is rid of what the session left before somebody has it there", async () => {
  const lost = await session();
  await write(lost.params);
  expect(await lost.files()).toContain(FILE);
  // The computer is gone for good, and with it the disk on which stands what is to be cleaned.
  await udt.agent.kill("SIGKILL");
  const { list } = await client.call(ENDPOINTS.agentList, { query: { page_size: 10 } });
  const { agent_id } = list[0] ?? expect.fail("no agent");
  await client.call(ENDPOINTS.agentRevoke, { params: { agent_id } });
  const { token } = await client.call(ENDPOINTS.agentCreate, { body: { name: "second" } });
  second = new RoleProcess("agent", ["--server", udt.url], {
    UDT_AGENT_TOKEN: token,
    UDT_DIRECT_PATH: "off",
    UDT_DATA_DIR: join(udt.dataDir, "second"),
    UDT_ADB_SERVER: "none",
    UDT_PHONE_ADDRESSES: udt.phoneAddresses.join(","),
  });
  await second.start("agent_ready");
  const next = await session();
  expect(await next.files()).not.toContain(FILE);
  await end(next.params);
  await udt.idleDevices(1);
  const { list: orders } = await client.call(ENDPOINTS.workOrderList, { query });
  expect(orders).toEqual([]);
});
