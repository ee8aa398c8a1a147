import { execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { promisify } from "node:util";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { eventually, keepPhones, makeAgent, makeServer, onEnd, openStream, startSession } from "../test/harness.ts";

const HAS_ADB = spawnSync("adb", ["version"]).status === 0;
if (!HAS_ADB) process.stderr.write("SKIPPED: the specs of the adb server need the adb command (apt install adb)\n");

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** An adb server of our own, never the one on 5037. */
async function startAdbServer(given?: number): Promise<{
  port: number;
  stop: () => Promise<void>;
  connect: (phonePort: number) => Promise<void>;
}> {
  const port = given ?? (await freePort());
  const child = spawn("adb", ["-P", String(port), "server", "nodaemon"], { stdio: "ignore" });
  const exited = once(child, "exit");
  const stop = async () => {
    child.kill();
    await exited;
  };
  onEnd(stop);
  await eventually(async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.destroy();
  });
  return {
    port,
    stop,
    // The phone answers in this very process, so the command may not block it.
    connect: async (phonePort) => {
      const { stdout } = await promisify(execFile)("adb", ["-P", String(port), "connect", `127.0.0.1:${phonePort}`]);
      if (!stdout.startsWith("connected")) throw new Error(stdout);
    },
  };
}

/** A way to the phone that can be cut. */
async function startRelay(target: number): Promise<{ port: number; cut: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const phone = connect(target, "127.0.0.1");
    for (const [from, to] of [
      [client, phone],
      [phone, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  onEnd(cut);
  return { port: (server.address() as AddressInfo).port, cut };
}

test.skipIf(!HAS_ADB)(
  "one phone, seen straight and through an adb server, is one device and survives the loss of a way",
  async () => {
    const server = await makeServer();
    const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
    const { port } = host.phones[0]!;
    const relay = await startRelay(port);
    const adb = await startAdbServer();
    await adb.connect(port);
    const agent = await makeAgent(server, {
      direct: [{ host: "127.0.0.1", port: relay.port }],
      adb_server: { host: "127.0.0.1", port: adb.port },
    });
    await eventually(() => expect(agent.logged.map(({ message }) => message)).toContain("another way to a device"));
    const { device } = await server.until("device", (message) => message.device.readiness === "ready");
    const lease = await startSession(server, device);
    const screen = await openStream(server, lease, "screen");
    await screen.until((tap) => tap.binaries.some((frame) => frame[0] === 1));

    const before = screen.binaries.length;
    relay.cut();
    await screen.until((tap) => tap.binaries.slice(before).some((frame) => frame[0] === 1));
    expect(await server.request({ type: "command", ...lease, command: { name: "app_list" } })).toMatchObject({
      error: null,
    });
    expect(
      new Set(server.received.flatMap((message) => (message.type === "device" ? [message.device.serial] : []))),
    ).toEqual(new Set(["virtual-1"]));
    expect(server.received.filter(({ type }) => type === "device_gone")).toEqual([]);

    await adb.stop();
    await server.until("device_gone", ({ serial }) => serial === "virtual-1");
    await server.until("session", ({ session }) => session.state === "lost");
    expect(server.takeFaults()).toEqual([]);
  },
);

test.skipIf(!HAS_ADB)("an adb server that comes later is found, and found again after a restart", async () => {
  const server = await makeServer();
  const host = await keepPhones(startPhones({ count: 1, basePort: 0 }));
  const port = await freePort();
  await makeAgent(server, { adb_server: { host: "127.0.0.1", port } });
  await server.until("hello");
  const adb = await startAdbServer(port);
  await adb.connect(host.phones[0]!.port);
  const { device } = await server.until("device", (message) => message.device.readiness === "ready");
  const lease = await startSession(server, device);
  const terminal = await openStream(server, lease, "terminal");
  terminal.socket.send(Buffer.from('echo "thr""ough"\n'));
  await terminal.until((tap) => Buffer.concat(tap.binaries).toString().includes("through"));

  await adb.stop();
  await server.until("device_gone");
  const from = server.received.length;
  const again = await startAdbServer(port);
  await again.connect(host.phones[0]!.port);
  await server.until("device", (message) => message.device.readiness === "ready", from);
});
