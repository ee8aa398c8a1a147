import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import type { ContractServer } from "../test/contract-server.ts";
import { nest } from "../test/deep-tree.ts";
import {
  AGENT_MAIN,
  eventually,
  inMinutes,
  keepPhones,
  makeFolder,
  makeServer,
  openStream,
  spawnAgent,
  startSession,
} from "../test/harness.ts";

const ready = (server: ContractServer, from = 0) =>
  server.until("device", ({ device }) => device.readiness === "ready", from).then(({ device }) => device);

test("an agent that was killed cleans what its session left before it calls the device ready", async () => {
  const server = await makeServer();
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const { phone, port } = host.phones[0]!;
  const dataDir = await makeFolder();
  const first = spawnAgent(server, port, dataDir, "pipe");
  await startSession(server, await ready(server), 2);
  phone.screen.clipboard.set("secret");
  phone.screen.start("dev.udt.notes");
  first.kill("SIGKILL");
  await once(first, "exit");

  const from = server.received.length;
  const second = spawnAgent(server, port, dataDir, "pipe");
  const hello = await server.until("hello", () => true, from);
  expect(hello).toMatchObject({ sessions: [], instance_id: (server.received[0] as typeof hello).instance_id });
  const device = await ready(server, from);
  const readiness = server.received
    .slice(from)
    .flatMap((message) => (message.type === "device" ? [message.device.readiness] : []));
  expect(readiness).toEqual(["cleaning", "ready"]);
  expect(phone.screen.clipboard.get()).toBe("");
  expect(phone.screen.running().map(({ package_name }) => package_name)).not.toContain("dev.udt.notes");
  // An order from before the last lease still meets the fence.
  const old = {
    test_id: "old",
    serial: device.serial,
    lease_token: 1,
    check: null,
    boot_id: device.boot_id,
    deadline: inMinutes(5),
  };
  expect(await server.request({ type: "session_start", device_id: "d", kind: "debug", ...old })).toMatchObject({
    error: { code: "agent_stale_lease" },
  });
  second.kill("SIGKILL");
  await once(second, "exit");
});

test("an agent starts whatever an earlier life has left in its folders, and takes it away", async () => {
  const server = await makeServer();
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const dataDir = await makeFolder();
  for (const folder of ["runs/one/place", "tasks/two/library", "trash/three"]) nest(join(dataDir, folder));
  const agent = spawnAgent(server, host.phones[0]!.port, dataDir, "pipe");
  await ready(server);
  await eventually(() => expect(readdirSync(join(dataDir, "trash"))).toEqual([]));
  for (const folder of ["runs", "tasks"]) expect(existsSync(join(dataDir, folder))).toBe(false);
  agent.kill("SIGKILL");
  await once(agent, "exit");
});

test("SIGTERM ends and cleans the session, and leaves with 0", async () => {
  const server = await makeServer();
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const { phone, port } = host.phones[0]!;
  const child = spawnAgent(server, port, await makeFolder(), "pipe");
  const lines: string[] = [];
  child.stdout!.on("data", (text: string) => lines.push(...text.split("\n").filter(Boolean)));
  const lease = await startSession(server, await ready(server));
  const screen = await openStream(server, lease, "screen");
  phone.screen.clipboard.set("secret");
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
  const { session } = await server.until("session", ({ session }) => session.state === "cleaned");
  expect(session.end_reason).toBe("agent_lost");
  expect(await screen.closed).toMatchObject({ code: 4409 });
  expect(phone.screen.clipboard.get()).toBe("");
  await eventually(() => expect(phone.connectionCount).toBe(0));
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ role: "agent", msg: expect.any(String) });
});

test("a bad setting stops the start with a sentence", async () => {
  const child = spawn(process.execPath, [AGENT_MAIN], {
    env: { PATH: process.env["PATH"], UDT_SERVER_URL: "nonsense" },
    stdio: "pipe",
  });
  let words = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (words += text));
  expect(await once(child, "close")).toEqual([2, null]);
  expect(words).toMatch(/^UDT_SERVER_URL must be/);
});
