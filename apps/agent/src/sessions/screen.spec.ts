/** What the driver says of the picture, against a real phone's scrcpy. */
import { CONTROL_PINGS } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { eventually, makeReady, openStream, startSession } from "../../test/harness.ts";

const ready = () => makeReady(startPhones({ count: 1, basePort: 0 }));
const saysOf = (tap: { texts: unknown[] }, type: string) =>
  tap.texts.filter((text) => (text as { type: string }).type === type);

test("the driver's wish is everybody's picture, and nobody else's is", async () => {
  const { server, device } = await ready();
  const lease = await startSession(server, device);
  const driver = await openStream(server, lease, "screen");
  const observer = await openStream(server, lease, "screen", "any", true);
  await eventually(() => expect(saysOf(observer, "size")).toHaveLength(1));
  observer.json({ type: "quality", quality: "low" });
  observer.json({ type: "ping", seq: 1 });
  await eventually(() => expect(saysOf(observer, "pong")).toHaveLength(1));
  expect(saysOf(observer, "quality")).toEqual([{ type: "quality", quality: "high", level: "high" }]);

  driver.json({ type: "quality", quality: "low" });
  await eventually(() => {
    expect(saysOf(observer, "quality").at(-1)).toEqual({ type: "quality", quality: "low", level: "low" });
    expect(saysOf(observer, "size").at(-1)).toMatchObject({ height: 800 });
  });
  const late = await openStream(server, lease, "screen");
  await eventually(() => expect(saysOf(late, "quality")).toEqual([{ type: "quality", quality: "low", level: "low" }]));
});

test("who has lost control wishes for nobody's picture any more, and who got it does, on the sockets that they have", async () => {
  const { server, device } = await ready();
  const lease = await startSession(server, device);
  const before = await openStream(server, lease, "screen");
  const next = await openStream(server, lease, "screen", "any", true);
  await eventually(() => expect(saysOf(next, "size")).toHaveLength(1));
  before.socket.ping(CONTROL_PINGS.watches);
  next.socket.ping(CONTROL_PINGS.drives);
  before.json({ type: "quality", quality: "balanced" });
  before.json({ type: "ping", seq: 1 });
  await eventually(() => expect(saysOf(before, "pong")).toHaveLength(1));
  expect(saysOf(next, "quality")).toEqual([{ type: "quality", quality: "high", level: "high" }]);
  next.json({ type: "quality", quality: "low" });
  await eventually(() =>
    expect(saysOf(before, "quality").at(-1)).toEqual({ type: "quality", quality: "low", level: "low" }),
  );
});

test("a touch that was meant for the picture before is fitted to the present one", async () => {
  const { server, device, first } = await ready();
  const lease = await startSession(server, device);
  const screen = await openStream(server, lease, "screen");
  const input = await openStream(server, lease, "input");
  await eventually(() => expect(saysOf(screen, "size")).toHaveLength(1));
  const { width, height } = saysOf(screen, "size")[0] as { width: number; height: number };
  screen.json({ type: "quality", quality: "low" });
  await eventually(() => expect(saysOf(screen, "size").at(-1)).toMatchObject({ height: 800 }));
  first.phone.screen.start("dev.udt.testpattern");
  const touch = { type: "touch", pointer_id: 0, x: width / 2, y: height / 2, width, height };
  input.json({ ...touch, action: "down" });
  input.json({ ...touch, action: "up", pressure: 0 });
  await eventually(() => expect(first.phone.screen.dump()).toMatch(/text="up \d+, \d+"/));
});

test("a panel that was made dark is lit again when the device is cleaned", async () => {
  const { server, device, first } = await ready();
  const lease = await startSession(server, device);
  const screen = await openStream(server, lease, "screen");
  const input = await openStream(server, lease, "input");
  await eventually(() => expect(saysOf(screen, "panel")).toEqual([{ type: "panel", is_dark: false }]));
  await eventually(() => expect(saysOf(input, "ready")).toHaveLength(1));
  input.json({ type: "panel", is_dark: true });
  await eventually(() => expect(saysOf(screen, "panel").at(-1)).toEqual({ type: "panel", is_dark: true }));
  await eventually(() => expect(first.phone.screen.isDark()).toBe(true));
  // Another encoder for the same session: the panel stays as it was asked to be.
  screen.json({ type: "quality", quality: "balanced" });
  await eventually(() => expect(saysOf(screen, "quality").at(-1)).toMatchObject({ level: "balanced" }));
  await eventually(() => expect(first.phone.screen.isDark()).toBe(true));
  const late = await openStream(server, lease, "screen");
  await eventually(() => expect(saysOf(late, "panel")).toEqual([{ type: "panel", is_dark: true }]));
  expect(first.phone.system.settings.get("global", "stay_on_while_plugged_in")).toBe("7");
  const { test_id, serial, lease_token } = lease;
  await server.request({ type: "session_stop", test_id, serial, lease_token });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(first.phone.screen.isDark()).toBe(false);
  expect(first.phone.system.settings.get("global", "stay_on_while_plugged_in")).toBe("0");
});

test("a device whose owner has not allowed input says so, with what to do", async () => {
  const { server, device, first } = await ready();
  const lease = await startSession(server, device);
  first.phone.system.faults.refuse_input = true;
  const input = await openStream(server, lease, "input");
  await eventually(() => expect(saysOf(input, "ready")).toHaveLength(1));
  input.json({ type: "key", action: "press", key: "GoHome" });
  await eventually(() => expect(saysOf(input, "refused")).toMatchObject([{ said: { code: "device_refuses_input" } }]));
});
