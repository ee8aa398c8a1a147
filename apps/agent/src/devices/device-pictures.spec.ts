import { createCanvas } from "@napi-rs/canvas";
import { deferred, Emitter, pictureFacts } from "@udt/base";
import { LIMITS, type DeviceReport } from "@udt/contract";
import type { Device } from "@udt/driver";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { eventually, keepPhones, makeAgent, makeReady, makeServer, onEnd, startSession } from "../../test/harness.ts";
import { smallPicture } from "../screen/small-picture.ts";
import { DevicePictures } from "./device-pictures.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const TIMING = { everyMs: 50, stillMs: 20, waitMs: 200 };
const taken = (server: Awaited<ReturnType<typeof makeServer>>) =>
  server.received.flatMap((message) => (message.type === "picture" ? [message] : []));

/** Resolves once no picture has come between two heartbeats, many times as long as it takes for another one. */
async function untilStill(server: Awaited<ReturnType<typeof makeServer>>): Promise<void> {
  for (;;) {
    const before = taken(server).length;
    await server.until("heartbeat", () => true, server.received.length);
    if (taken(server).length === before) return;
  }
}

/** An agent with one phone, ready, that takes pictures without waiting long. */
async function pictured() {
  const server = await makeServer();
  const host = await keepPhones(onePhone());
  const [first] = host.phones;
  if (!first) throw new Error("no phone");
  await makeAgent(server, { direct: [{ host: "127.0.0.1", port: first.port }] }, { pictureTiming: TIMING });
  const { device } = await server.until("device", (message) => message.device.readiness === "ready");
  await server.until("picture");
  return { server, phone: first.phone, device };
}

test("a device that became ready is pictured once, small, and under no lease", async () => {
  const { server, device } = await pictured();
  const [picture] = taken(server);
  expect(picture).toMatchObject({ serial: device.serial, lease: null });
  const jpeg = Buffer.from(picture?.jpeg ?? "", "base64");
  expect(jpeg.length).toBeLessThanOrEqual(LIMITS.device_picture_max_bytes);
  // The shape of the phone: 720 × 1600.
  expect(pictureFacts(jpeg)).toEqual({ content_type: "image/jpeg", width: 108, height: 240 });
});

test("a device in use is pictured when its picture changed, under its lease, and not while it stands still", async () => {
  const { server, phone, device } = await pictured();
  const lease = await startSession(server, device);
  const { test_id, lease_token } = lease;
  const inSession = () => taken(server).filter((picture) => picture.lease !== null);
  const first = await server.until("picture", (picture) => picture.lease !== null);
  expect(first).toMatchObject({ serial: device.serial, lease: { test_id, lease_token } });
  await untilStill(server);
  const before = inSession().length;
  phone.screen.start("dev.udt.notes");
  await eventually(() => {
    expect(inSession().length).toBeGreaterThan(before);
    expect(inSession().at(-1)?.jpeg).not.toBe(first.jpeg);
  });
});

test("once the session is over the clean device is pictured again, and then there is rest", async () => {
  const { server, device } = await pictured();
  const lease = await startSession(server, device);
  await server.until("picture", (picture) => picture.lease !== null);
  const from = server.received.length;
  expect((await server.request({ type: "session_stop", ...lease })).error).toBeNull();
  const clean = await server.until("picture", (picture) => picture.lease === null, from);
  const cleaned = await server.until("session", ({ session }) => session.state === "cleaned", from);
  expect(server.received.indexOf(clean)).toBeGreaterThan(server.received.indexOf(cleaned));
  await untilStill(server);
});

test("a new link brings no new picture of a device at rest", async () => {
  const { server } = await pictured();
  const count = taken(server).length;
  const from = server.received.length;
  server.breakLink();
  await server.until("hello", () => true, from);
  await server.until("heartbeat", () => true, from);
  expect(taken(server)).toHaveLength(count);
});

test("one that was taken while the link broke is taken again once there is a link", async () => {
  const { first } = await makeReady(onePhone());
  const sent: unknown[] = [];
  const link = { isUp: true, send: (message: unknown) => sent.push(message) };
  const begun = deferred<void>();
  const png = deferred<Uint8Array>();
  const capture = () => {
    begun.resolve();
    return png.promise;
  };
  const device = { capabilities: { screen: { capture } } } as unknown as Device;
  const pictures = new DevicePictures({
    registry: { find: () => ({ device, ready: true }), reports: [{ serial: "s" } as DeviceReport] },
    sessions: { holderOf: () => null },
    link: () => link,
    log: () => {},
    timing: TIMING,
  });
  onEnd(() => pictures.stop());
  pictures.ready("s");
  await begun.promise;
  link.isUp = false;
  png.resolve(await first.phone.screen.png());
  await eventually(() => {
    link.isUp = true;
    pictures.heard();
    expect(sent).toHaveLength(1);
  });
  pictures.heard();
  // One is taken after the other: a second of the first would be there before that of the next.
  pictures.ready("t");
  await eventually(() => expect(sent).toMatchObject([{ serial: "s" }, { serial: "t" }]));
  pictures.stop();
});

test("what was taken while a session came and went is nobody's", async () => {
  const canvas = createCanvas(20, 40);
  const context = canvas.getContext("2d");
  context.fillStyle = "red";
  context.fillRect(0, 0, 10, 10);
  const png = canvas.toBuffer("image/png");
  const captures: PromiseWithResolvers<Uint8Array>[] = [];
  const capture = () => {
    const taking = Promise.withResolvers<Uint8Array>();
    captures.push(taking);
    return taking.promise;
  };
  const sent: unknown[] = [];
  const pictures = new DevicePictures({
    registry: {
      reports: [],
      find: () => ({ ready: true, device: { capabilities: { screen: { capture } } } }) as never,
    },
    sessions: { holderOf: () => null },
    link: () => ({ isUp: true, send: (message) => void sent.push(message) }),
    log: () => undefined,
    timing: TIMING,
  });
  pictures.ready("s-1");
  await eventually(() => expect(captures).toHaveLength(1));
  const over = Promise.resolve();
  pictures.held({ lease: { serial: "s-1" }, screen: { watch: { came: new Emitter() } }, over } as never);
  await over;
  captures[0]!.resolve(png);
  // It is clean again, and is taken anew.
  await eventually(() => expect(captures).toHaveLength(2));
  expect(sent).toEqual([]);
  captures[1]!.resolve(png);
  await eventually(() => expect(sent).toMatchObject([{ serial: "s-1", lease: null }]));
  pictures.stop();
});

test("a screen that is off, and what is no picture, give none", async () => {
  const { first } = await makeReady(onePhone());
  const { screen } = first.phone;
  expect(await smallPicture(await screen.png())).toBeInstanceOf(Buffer);
  screen.sleep();
  expect(await smallPicture(await screen.png())).toBeUndefined();
  expect(await smallPicture(Buffer.from("no picture"))).toBeUndefined();
});
