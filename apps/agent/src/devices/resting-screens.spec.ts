import { startPhones } from "@udt/phone";
import { PREPARE_LIMIT_MS, PREPARE_MAX_MS, PROFILE_SETTINGS, SETTING_LIMIT_MS } from "@udt/contract";
import type { Device } from "@udt/driver";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  androidAt,
  eventually,
  keepPhones,
  makeAgent,
  makeFolder,
  makeServer,
  startSession,
} from "../../test/harness.ts";
import { restCapability } from "../drivers/android/rest.ts";
import { DeviceMarks } from "../sessions/dirty-marks.ts";
import { RestingScreens, type RestMark } from "./resting-screens.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const QUICK = { dimMs: 10, offMs: 10 };

/** A phone with an agent that rests screens at once, and how the phone's own is. */
const resting = async (prepare: (phone: Phone) => void = () => undefined) => {
  const server = await makeServer();
  const host = await keepPhones(onePhone());
  const { phone, port } = host.phones[0] ?? expect.fail("no phone");
  prepare(phone);
  const bright = () => phone.system.settings.get("system", "screen_brightness");
  const mode = () => phone.system.settings.get("system", "screen_brightness_mode");
  const was = [bright(), mode()];
  const agent = await makeAgent(server, { direct: [{ host: "127.0.0.1", port }] }, { restTiming: QUICK });
  const { device } = await server.until("device", (message) => message.device.readiness === "ready");
  return { server, phone, agent, device, was, light: () => [bright(), mode()] };
};
type Phone = Awaited<ReturnType<typeof onePhone>>["phones"][number]["phone"];

test("a phone that nobody has is dimmed and turned off, and whoever gets it finds it as it was", async () => {
  const { server, phone, device, was, light } = await resting((one) =>
    one.system.settings.put("system", "screen_brightness_mode", "1"),
  );
  await eventually(() => expect(phone.screen.isAwake()).toBe(false));
  expect(light()).toEqual(["1", "0"]);

  const lease = await startSession(server, device);
  expect(phone.screen.isAwake()).toBe(true);
  expect(phone.screen.isLocked()).toBe(false);
  expect(light()).toEqual(was);
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  // Once it is clean it rests again.
  await eventually(() => expect(phone.screen.isAwake()).toBe(false));
});

test("an agent that stops leaves the phone as it found it", async () => {
  const { phone, agent, light, was } = await resting();
  await eventually(() => expect(phone.screen.isAwake()).toBe(false));
  await agent.stop();
  expect(phone.screen.isAwake()).toBe(true);
  expect(light()).toEqual(was);
});

/** A phone as its driver rests it. */
const driven = async () => {
  const host = await keepPhones(onePhone());
  const { phone, port } = host.phones[0] ?? expect.fail("no phone");
  const provider = androidAt(port);
  const device = await eventually(() => provider.list()[0] ?? expect.fail("no device"));
  const { rest = expect.fail("it cannot rest") } = device.capabilities;
  return { phone, rest, signal: AbortSignal.timeout(30_000) };
};

test("a phone whose lock asks for a code stays on: nobody could open it again", async () => {
  const { phone, rest, signal } = await driven();
  phone.system.faults.keyguard = "secure";
  expect(await rest.off(signal)).toBe(false);
  expect(phone.screen.isAwake()).toBe(true);
  phone.system.faults.keyguard = "none";
  expect(await rest.off(signal)).toBe(true);
  expect(phone.screen.isAwake()).toBe(false);
});

test("a phone that does not tell whether its lock asks for a code stays on", async () => {
  const ran: string[] = [];
  const rest = restCapability(async (words) => {
    ran.push(words.join(" "));
    return { exit_code: 0, stdout: "    mShowingLockscreen=false\n", stderr: "" };
  });
  expect(await rest.off(AbortSignal.timeout(30_000))).toBe(false);
  expect(ran).toEqual(["dumpsys window policy"]);
});

test("what somebody set meanwhile stays, and of a phone that nobody set nothing is left behind", async () => {
  const { phone, rest, signal } = await driven();
  const { settings } = phone.system;
  settings.delete("system", "screen_brightness_mode");
  const before = await rest.look(signal);
  await rest.dim(signal);
  settings.put("system", "screen_brightness", "77");
  await rest.wake(before, signal);
  expect(settings.get("system", "screen_brightness")).toBe("77");
  expect(settings.get("system", "screen_brightness_mode")).toBeUndefined();
});

describe("timing", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  const stage = async (folder?: string, at = "bright") => {
    let light = at;
    const rest = {
      look: vi.fn(async () => light),
      dim: vi.fn(async () => void (light = "dim")),
      off: vi.fn(async () => true),
      wake: vi.fn<(before: unknown, signal: AbortSignal) => Promise<void>>(async (before) => {
        if (light === "dim") light = String(before);
      }),
    };
    const device = { identity: { serial: "S1", boot_id: "b" }, capabilities: { rest } } as unknown as Device;
    const place = folder ?? (await makeFolder());
    const marks = await DeviceMarks.open<RestMark>(place, (_, error) => expect.fail(String(error)));
    const screens = new RestingScreens({ marks, log: () => undefined, timing: undefined });
    return { rest, device, screens, place, marks };
  };

  test("whoever gets it waits no longer than the server counts on beside the rest of its preparation", async () => {
    const { rest, device, screens, marks } = await stage();
    await marks.put({ serial: "S1", before: "bright" });
    const limits: number[] = [];
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      limits.push(ms);
      return AbortSignal.abort(new Error("took too long"));
    });
    try {
      const inTime = (signal: AbortSignal | undefined) =>
        signal?.aborted ? Promise.reject(new Error("took too long")) : Promise.resolve();
      rest.wake.mockImplementation((_before, signal) => inTime(signal));
      screens.free(device);
      await vi.advanceTimersByTimeAsync(60_000);
      await screens.wake(device);
    } finally {
      timeout.mockRestore();
    }
    const settings = PROFILE_SETTINGS.length * SETTING_LIMIT_MS;
    const waited = limits.reduce((sum, ms) => sum + ms, 0);
    expect(limits).toHaveLength(2);
    expect(waited + settings + PREPARE_LIMIT_MS).toBeLessThanOrEqual(PREPARE_MAX_MS);
  });

  test("it takes a minute to be dim and two more to be off, and then nothing runs", async () => {
    const { rest, device, screens } = await stage();
    screens.free(device);
    screens.free(device);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(rest.dim).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitFor(() => expect(rest.dim).toHaveBeenCalledTimes(1));
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(120_000);
    await vi.waitFor(() => expect(rest.off).toHaveBeenCalledTimes(1));
    expect(vi.getTimerCount()).toBe(0);
  });

  test("a device that somebody has keeps its light, from the moment that it is given", async () => {
    const { rest, device, screens } = await stage();
    screens.free(device);
    await vi.advanceTimersByTimeAsync(59_999);
    const woken = screens.wake(device);
    await vi.advanceTimersByTimeAsync(3_600_000);
    await woken;
    for (const one of [rest.look, rest.dim, rest.off, rest.wake]) expect(one).not.toHaveBeenCalled();
  });

  test("an agent that is killed knows afterwards how bright the screen was", async () => {
    const killed = await stage();
    killed.screens.free(killed.device);
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(killed.rest.dim).toHaveBeenCalled());
    const next = await stage(killed.place, "dim");
    next.screens.free(next.device);
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(next.rest.dim).toHaveBeenCalled());
    expect(await next.rest.look()).toBe("dim");
    await next.screens.wake(next.device);
    expect(await next.rest.look()).toBe("bright");
    expect(next.marks.list()).toEqual([]);
  });

  test("what somebody made of a screen that was left dim is how it is found, though it rested again", async () => {
    const { rest, device, screens } = await stage();
    const dimmed = async (times: number) => {
      screens.free(device);
      await vi.advanceTimersByTimeAsync(60_000);
      await vi.waitFor(() => expect(rest.dim).toHaveBeenCalledTimes(times));
    };
    await dimmed(1);
    // It is unplugged, taken by hand, and brought back.
    screens.gone("S1");
    rest.look.mockResolvedValueOnce("as somebody set it");
    rest.wake.mockResolvedValueOnce(undefined);
    await dimmed(2);
    await screens.wake(device);
    expect(rest.wake).toHaveBeenLastCalledWith("as somebody set it", expect.anything());
  });
});
