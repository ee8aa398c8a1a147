import { once } from "node:events";
import { delay } from "@udt/base";
import { PREPARE_LIMIT_MS, profileOutcome, type SessionProfile } from "@udt/contract";
import type { Device, ProfileCapability, ProfileLook } from "@udt/driver";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import type { ContractServer } from "../../test/contract-server.ts";
import {
  eventually,
  keepPhones,
  makeFolder,
  makeReady,
  makeServer,
  onEnd,
  spawnAgent,
  startSession,
} from "../../test/harness.ts";
import { bringToProfile } from "./device-profile.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const WANTED: SessionProfile = {
  project_id: "p-1",
  settings: { time_zone: "Asia/Tokyo", font_scale: 1.3, dark_mode: false, density: 280 },
};
const told = (server: ContractServer, from = 0) =>
  eventually(() => {
    const found = server.received
      .slice(from)
      .flatMap((message) => (message.type === "device" ? [message.device.profile] : []))
      .find((profile) => profile !== undefined);
    return profileOutcome.parse(found);
  });
const end = async (server: ContractServer, lease: Awaited<ReturnType<typeof startSession>>) => {
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
};

test("a session that is over leaves its device as the profile wants it, and tells how that went", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device, 1, "debug", { profile: WANTED });
  const { settings, props, display } = first.phone.system;
  // The one before may have been another project's.
  expect([props.timeZone, settings.get("system", "font_scale")]).toEqual(["Asia/Tokyo", "1.3"]);
  // Somebody changes it, and cleaning takes the density back to the panel's.
  settings.put("system", "font_scale", "2.0");
  first.phone.screen.override(undefined, 400);
  await end(server, lease);
  expect(await told(server)).toEqual({
    project_id: "p-1",
    lease_token: 1,
    results: [
      { setting: "time_zone", state: "kept", reason: null },
      { setting: "font_scale", state: "set", reason: null },
      { setting: "dark_mode", state: "kept", reason: null },
      { setting: "density", state: "set", reason: null },
    ],
  });
  expect([props.timeZone, settings.get("system", "font_scale"), display.densityDpi]).toEqual([
    "Asia/Tokyo",
    "1.3",
    280,
  ]);
});

test("settings that take their time take none of what a session has to get ready", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const over = () => AbortSignal.abort(new Error("too long"));
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => (ms === PREPARE_LIMIT_MS ? over() : timeout(ms)));
  onEnd(() => vi.restoreAllMocks());
  void startSession(server, device, 1, "debug", { profile: WANTED }).catch(() => undefined);
  await server.until("session", ({ session }) => session.state === "failed");
  expect(first.phone.system.settings.get("system", "font_scale")).toBe("1.3");
});

test("what would not take is told in the device's words, and the device is handed on all the same", async () => {
  const { server, device, first } = await makeReady(onePhone());
  first.phone.system.faults.profile_refused = "density";
  const lease = await startSession(server, device, 1, "debug", { profile: WANTED });
  await end(server, lease);
  const { results } = await told(server);
  expect(results.map(({ setting, state }) => [setting, state])).toEqual([
    ["time_zone", "kept"],
    ["font_scale", "kept"],
    ["dark_mode", "kept"],
    ["density", "refused"],
  ]);
  expect(results.at(-1)?.reason).toMatchObject({
    code: "device_refused",
    evidence: expect.stringContaining("WRITE_SECURE_SETTINGS"),
  });
});

test("a session without a profile leaves its device as it was, and tells nothing", async () => {
  const { server, device, first } = await makeReady(onePhone());
  first.phone.system.settings.put("system", "font_scale", "1.5");
  const lease = await startSession(server, device);
  first.phone.system.settings.put("system", "font_scale", "2.0");
  await end(server, lease);
  expect(first.phone.system.settings.get("system", "font_scale")).toBe("1.5");
  expect(server.received.some((message) => message.type === "device" && message.device.profile)).toBe(false);
});

test("an agent that was killed brings the device to the profile before it calls it ready", async () => {
  const server = await makeServer();
  const { phone, port } = (await keepPhones(onePhone())).phones[0]!;
  const dataDir = await makeFolder();
  const first = spawnAgent(server, port, dataDir, "pipe");
  const { device } = await server.until("device", (message) => message.device.readiness === "ready");
  await startSession(server, device, 7, "debug", { profile: WANTED });
  phone.system.props.set("persist.sys.timezone", "Europe/Berlin");
  first.kill("SIGKILL");
  await once(first, "exit");

  const from = server.received.length;
  const second = spawnAgent(server, port, dataDir, "pipe");
  const { device: again } = await server.until("device", (message) => message.device.readiness === "ready", from);
  expect(again.profile).toMatchObject({ project_id: "p-1", lease_token: 7 });
  expect(again.profile?.results.map(({ state }) => state)).toEqual(["set", "kept", "kept", "set"]);
  expect(phone.system.props.timeZone).toBe("Asia/Tokyo");
  second.kill("SIGKILL");
  await once(second, "exit");
});

/** A device of which nothing is known but how it takes settings. */
const deviceWith = (profile: Partial<ProfileCapability> | undefined) =>
  ({ capabilities: { ...(profile && { profile }) } }) as unknown as Device;
const look = (change: Partial<ProfileLook> = {}): ProfileCapability["look"] => {
  const answer = { holds: false, awaits_restart: false, words: "as before", ...change };
  return () => Promise.resolve(answer);
};
const put = () => Promise.resolve();
const bring = (profile: Partial<ProfileCapability> | undefined, limitMs?: number) =>
  bringToProfile(deviceWith(profile), { font_scale: 1.3 }, AbortSignal.timeout(60_000), limitMs);

test.each([
  ["what it forgets without a word", look(), { code: "profile_not_kept", evidence: "as before" }],
  ["what it takes with its next restart", look({ awaits_restart: true }), { code: "profile_after_restart" }],
])("%s would not take", async (_, look, reason) => {
  expect(await bring({ look, put })).toMatchObject([{ setting: "font_scale", state: "refused", reason }]);
});

test("a platform that knows no settings says so of each", async () => {
  expect(await bring(undefined)).toMatchObject([{ state: "refused", reason: { code: "profile_cannot" } }]);
});

test("a device that does not answer keeps nobody waiting for ever", async () => {
  const never: ProfileCapability["put"] = (_, signal) => delay(60_000, signal);
  expect(await bring({ look: look(), put: never }, 50)).toMatchObject([{ reason: { code: "check_time_over" } }]);
});

test("a device whose connection breaks meanwhile is brought to its profile when it is back", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const lease = await startSession(server, device, 1, "debug", { profile: WANTED });
  const { phone } = first;
  phone.system.props.set("persist.sys.timezone", "Europe/Berlin");
  phone.system.settings.put("system", "font_scale", "2.0");
  let breaks = 0;
  phone.system.props.changed.on(() => {
    if (breaks++ === 0) phone.drop(20);
  });
  await end(server, lease);
  expect((await told(server)).results.map(({ state }) => state)).toEqual(["kept", "set", "kept", "set"]);
  expect(breaks).toBe(1);
});
