import { buildApk } from "@udt/appfile/testing";
import { AGENT_PROTOCOL, sessionStopAnswer } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  eventually,
  keepPhones,
  inMinutes,
  makeAgent,
  makeReady,
  makeServer,
  openStream,
  setClock,
  startSession,
} from "../test/harness.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const isKey = (frame: Buffer) => frame[0] === 1;

test("says hello first, then beats at the pace it was told", async () => {
  const server = await makeServer();
  server.heartbeatMs = 20;
  await makeAgent(server);
  await server.until("heartbeat");
  expect(server.received[0]).toMatchObject({ type: "hello", protocol: AGENT_PROTOCOL, devices: [], sessions: [] });
  expect(server.received[0]).toMatchObject({ instance_id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  expect(server.takeFaults()).toEqual([]);
});

test("a refused token is told clearly and tried again", async () => {
  const server = await makeServer();
  const agent = await makeAgent(server, { token: "wrong" });
  await server.untilRefusals(2);
  expect(agent.logged).toContainEqual(
    expect.objectContaining({ level: "error", message: expect.stringContaining("UDT_AGENT_TOKEN") }),
  );
});

test("a server that drops each link as soon as it has welcomed it is dialled less and less often", async () => {
  const server = await makeServer();
  server.heartbeatMs = 20;
  const attempts: number[] = [];
  const retryMs = (attempt: number) => {
    attempts.push(attempt);
    return 1;
  };
  await makeAgent(server, {}, { retryMs });
  for (let links = 1; links <= 3; links++) {
    await eventually(() =>
      expect(server.received.filter(({ type }) => type === "heartbeat").length).toBeGreaterThan(0),
    );
    server.received.length = 0;
    server.breakLink();
  }
  await eventually(() => expect(attempts.slice(0, 3)).toEqual([0, 1, 2]));
});

test("garbage from the server is answered where it can be, and the link stays", async () => {
  const server = await makeServer();
  await makeAgent(server);
  await server.until("hello");
  server.sendRaw("{not json");
  server.sendRaw(JSON.stringify({ type: "session_start", id: 77, serial: 5 }));
  expect(await server.until("reply", (reply) => reply.id === 77)).toMatchObject({ error: { code: "invalid_param" } });
  const lease = { test_id: "t", serial: "nobody", lease_token: 1 };
  expect(
    await server.request({
      type: "session_start",
      ...lease,
      device_id: "d",
      kind: "debug",
      check: null,
      boot_id: "b",
      deadline: inMinutes(5),
    }),
  ).toMatchObject({
    error: { code: "device_offline" },
  });
  expect(server.received.filter(({ type }) => type === "hello")).toHaveLength(1);
});

test("a broken link ends nothing: the session and its streams go on, and the next hello tells of it", async () => {
  const { server, device } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const screen = await openStream(server, lease, "screen");
  server.alive = [{ ...lease, deadline: inMinutes(20) }];
  const from = server.received.length;
  server.breakLink();
  const hello = await server.until("hello", () => true, from);
  expect(hello.sessions).toEqual([{ ...lease, state: "running", error: null, end_reason: null }]);
  expect(hello.devices).toHaveLength(1);
  screen.json({ type: "ping", seq: 9 });
  await screen.until((tap) => tap.texts.some((text) => text["seq"] === 9));
});

test("a server that restarts finds the session running", async () => {
  const { server, device } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  server.alive = [{ ...lease, deadline: inMinutes(20) }];
  await server.stop();
  const from = server.received.length;
  await server.start();
  const hello = await server.until("hello", () => true, from);
  expect(hello.sessions).toMatchObject([{ ...lease, state: "running" }]);
  const screen = await openStream(server, lease, "screen");
  await screen.until((tap) => tap.binaries.some(isKey));
});

test("a session that the server holds no longer is ended and cleaned", async () => {
  const { server, device } = await makeReady(onePhone());
  await startSession(server, device);
  server.breakLink();
  await server.until("session", ({ session }) => session.state === "cleaned");
});

/** A session whose deadline is soon, when its server goes away. */
async function leftWithDeadline() {
  const { server, device, agent } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  server.breakLink();
  const from = server.received.length;
  server.alive = [{ ...lease, deadline: Date.now() + 300 }];
  server.heartbeatMs = 10;
  await server.until("heartbeat", () => true, from);
  await server.stop();
  const isCleaned = () =>
    eventually(() => expect(agent.logged.map(({ facts }) => facts["state"])).toContain("cleaned"));
  return { server, lease, isCleaned };
}

test("a deadline that passes with the server away ends the session, and is told at the next hello", async () => {
  const { server, lease, isCleaned } = await leftWithDeadline();
  await isCleaned();
  const again = server.received.length;
  await server.start();
  const hello = await server.until("hello", () => true, again);
  expect(hello.sessions).toEqual([{ ...lease, state: "cleaned", error: null, end_reason: "device_timeout" }]);
});

test("a clock that is set back while the server is away prolongs no session", async () => {
  const { isCleaned } = await leftWithDeadline();
  setClock(-24 * 3_600_000);
  await isCleaned();
});

test("orders of an older lease are refused, and one device has one session", async () => {
  const { server, device } = await makeReady(onePhone());
  const lease = await startSession(server, device, 5);
  const start = (lease_token: number) =>
    server.request({
      type: "session_start",
      test_id: `t${lease_token}`,
      serial: device.serial,
      lease_token,
      device_id: "d",
      kind: "debug",
      check: null,
      boot_id: device.boot_id,
      deadline: inMinutes(5),
    });
  expect(await start(4)).toMatchObject({ error: { code: "agent_stale_lease" } });
  expect(await server.request({ type: "session_stop", ...lease, lease_token: 4 })).toMatchObject({
    error: { code: "agent_stale_lease" },
  });
  expect(await start(6)).toMatchObject({ error: { code: "device_not_ready" } });
  expect(await server.request({ type: "command", ...lease, command: { name: "app_list" } })).toMatchObject({
    error: { code: "agent_stale_lease" },
  });
});

test("a connection that comes back soon was never lost: the picture goes on in the same stream", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const screen = await openStream(server, lease, "screen");
  await screen.until((tap) => tap.binaries.some(isKey));
  const input = await openStream(server, lease, "input");
  const log = await openStream(server, lease, "log");
  await input.until((tap) => tap.texts.length === 1);
  const before = screen.binaries.length;
  first.phone.drop(50);
  for (let x = 0; x < 50; x++)
    input.json({ type: "touch", action: "move", pointer_id: 0, x, y: 5, width: 720, height: 1600 });
  await screen.until((tap) => tap.binaries.slice(before).some(isKey));
  await input.until((tap) => tap.texts.length === 2);
  input.json({ type: "clipboard_set", text: "after the break", paste: false });
  await eventually(() => expect(first.phone.screen.clipboard.get()).toBe("after the break"));
  first.phone.system.log.write("I", "spec", "after the break");
  await log.until((tap) => JSON.stringify(tap.texts).includes("after the break"));
  const states = server.received.flatMap((message) => (message.type === "session" ? [message.session.state] : []));
  expect(states).toEqual(["preparing", "running"]);
});

test("a phone that restarts loses its session, and is cleaned before it is ready again", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  const screen = await openStream(server, lease, "screen");
  const { packages } = first.phone.system;
  const apk = await buildApk({ packageName: "dev.udt.leftover", versionCode: 1 });
  server.files.set("i1", apk);
  const md5 = createHash("md5").update(apk).digest("hex");
  await server.request({
    type: "command",
    ...lease,
    command: { name: "app_install", install_id: "i1", file_path: "", md5, size_bytes: apk.length, package_name: "" },
  });
  await server.until("install", (step) => step.state === "installed");

  const from = server.received.length;
  first.phone.reboot();
  await server.until("session", ({ session }) => session.state === "lost", from);
  expect(await screen.closed).toMatchObject({ code: 4409, reason: "device_offline" });
  await server.until(
    "device",
    (message) => message.device.readiness === "ready" && message.device.boot_id !== device.boot_id,
    from,
  );
  const readiness = server.received
    .slice(from)
    .flatMap((message) => (message.type === "device" ? [message.device.readiness] : []));
  expect(readiness).toEqual(["cleaning", "ready"]);
  expect(packages.find("dev.udt.leftover")).toBeUndefined();
});

test("a phone that still starts, or cannot be read, is told as it is until it can", async () => {
  const server = await makeServer();
  const host = await keepPhones(onePhone());
  const { port, phone } = host.phones[0]!;
  phone.system.props.set("sys.boot_completed", "0");
  await makeAgent(server, { direct: [{ host: "127.0.0.1", port }] });
  const unread = (readiness: string) =>
    server.until("device_unread", ({ device }) => device.readiness === readiness && device.reason !== null);
  expect((await unread("initializing")).device.reason).toMatchObject({ code: "device_starting" });
  const from = server.received.length;
  server.breakLink();
  const { devices, unread: again } = await server.until("hello", () => true, from);
  expect([devices, again]).toEqual([[], [expect.objectContaining({ readiness: "initializing" })]]);
  phone.system.props.set("sys.boot_completed", "1");
  const { device } = await server.until("device");
  expect(device).toMatchObject({ readiness: "ready", serial: again[0]!.serial });
});

test("a session that is over is told until that is confirmed, and asking to stop it brings no more reports", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  await first.phone.stop();
  const { session: lost } = await server.until("session", ({ session }) => session.state === "lost");
  await server.until("device_gone");
  const reports = () => server.received.filter(({ type }) => type === "session");
  const before = reports();
  const reply = await server.request({ type: "session_stop", ...lease });
  expect(reply).toMatchObject({ error: null });
  expect(sessionStopAnswer.safeParse(reply.data).success).toBe(true);
  expect(reports()).toEqual(before);

  const hello = async () => {
    const from = server.received.length;
    server.breakLink();
    return server.until("hello", () => true, from);
  };
  expect((await hello()).sessions).toEqual([lost]);
  // The welcome has confirmed what its hello told.
  expect((await hello()).sessions).toEqual([]);
});

test("a last word that is confirmed is not told again", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device);
  await first.phone.stop();
  await server.until("session", ({ session }) => session.state === "lost");
  server.send({ type: "session_confirmed", ...lease });
  const from = server.received.length;
  // Its answer says that the confirmation was read.
  await server.request({ type: "session_stop", ...lease });
  server.breakLink();
  expect((await server.until("hello", () => true, from)).sessions.map(({ state }) => state)).not.toContain("lost");
});

test("one phone's end is one session's end", async () => {
  const server = await makeServer();
  const host = await keepPhones(startPhones({ count: 2, basePort: 0 }));
  await makeAgent(server, { direct: host.phones.map(({ port }) => ({ host: "127.0.0.1", port })) });
  const ready = (serial: string) =>
    server.until("device", ({ device }) => device.serial === serial && device.readiness === "ready");
  const [one, two] = [(await ready("virtual-1")).device, (await ready("virtual-2")).device];
  const [first, second] = [await startSession(server, one, 1), await startSession(server, two, 2)];
  const open = async (lease: typeof first) =>
    Promise.all((["screen", "input", "terminal", "log"] as const).map((stream) => openStream(server, lease, stream)));
  const [dying, living] = [await open(first), await open(second)];
  await host.phones[0]!.phone.stop();
  await server.until("session", ({ session }) => session.serial === "virtual-1" && session.state === "lost");
  for (const stream of dying) await stream.closed;

  const [screen, input, terminal] = living;
  screen!.json({ type: "ping", seq: 3 });
  await screen!.until((tap) => tap.texts.some((text) => text["seq"] === 3));
  terminal!.socket.send(Buffer.from('echo "ali""ve"\n'));
  await terminal!.until((tap) => Buffer.concat(tap.binaries).toString().includes("alive"));
  input!.json({ type: "key", action: "press", key: "GoHome" });
  expect(await server.request({ type: "command", ...second, command: { name: "app_list" } })).toMatchObject({
    error: null,
  });
  expect(
    server.received
      .filter(
        (message) =>
          message.type === "session" && message.session.serial === "virtual-2" && message.session.state !== "running",
      )
      .map((message) => message.type === "session" && message.session.state),
  ).toEqual(["preparing"]);
  expect(server.takeFaults()).toEqual([]);
});
