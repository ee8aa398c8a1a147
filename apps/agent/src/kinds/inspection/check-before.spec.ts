import {
  BARE_ENVIRONMENT,
  DEFAULT_INSPECTION,
  ENDPOINTS,
  type Handover,
  type InspectionConfig,
  type ServerToAgent,
  type TestKind,
} from "@udt/contract";
import { buildApk } from "@udt/appfile/testing";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import type { ContractServer } from "../../../test/contract-server.ts";
import { eventually, inMinutes, makeReady } from "../../../test/harness.ts";

type SessionStart = Extract<ServerToAgent, { type: "session_start" }>;

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const body = ENDPOINTS.agentCheckBefore.body!;
/** What a tag asks for, without the steps that take long. */
const QUICK: InspectionConfig = {
  ...DEFAULT_INSPECTION,
  levels: {
    ...DEFAULT_INSPECTION.levels,
    latency: "off",
    language: "off",
    install_check: "off",
    recording_check: "off",
    preinstall: "off",
  },
};

/** What an agent tells of the check before a session, and when that ran. */
function listen(server: ContractServer) {
  const told: ReturnType<typeof body.parse>[] = [];
  server.onHttp = (request, response) => {
    if (!request.url?.split("?")[0]?.endsWith("/selfcheck_before")) return false;
    let text = "";
    request.on("data", (part) => (text += String(part)));
    request.on("end", () => {
      told.push(body.parse(JSON.parse(text)));
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ret: 0, data: null, msg: "", request_id: "r" }));
    });
    return true;
  };
  return told;
}

async function start(
  server: ContractServer,
  device: { serial: string; boot_id: string },
  kind: TestKind,
  check = QUICK,
  environment = BARE_ENVIRONMENT,
  more: Partial<Pick<SessionStart, "check_spares" | "profile">> = {},
) {
  const lease = { test_id: "test-1", serial: device.serial, lease_token: 1 };
  const deadline = inMinutes(30);
  const about = { device_id: "d1", kind, boot_id: device.boot_id, deadline, check, environment };
  const reply = await server.request({ type: "session_start", ...lease, ...about, ...more });
  expect(reply.error).toBeNull();
  return lease;
}

test("a device is checked before it is handed out, step by step, and is then", async () => {
  const { server, device } = await makeReady(onePhone());
  const told = listen(server);
  await start(server, device, "debug");
  const { session } = await server.until("session", ({ session }) => session.state !== "preparing");
  expect(session).toMatchObject({ state: "running", error: null });
  expect(told.map(({ step }) => step)).toEqual(["ready", "storage", "lock_screen", "network", "capture_check", null]);
  expect(told.at(-1)?.results.map(({ step, state }) => `${step} ${state}`)).toEqual([
    "ready passed",
    "storage passed",
    "lock_screen passed",
    "network passed",
    "profile skipped",
    "language skipped",
    "cleanup skipped",
    "install_check skipped",
    "capture_check passed",
    "recording_check skipped",
    "preinstall skipped",
  ]);
  // A tag may well have one: it was seen to as the session began.
  expect(told.at(-1)?.results.find(({ step }) => step === "profile")?.message?.code).toBe("check_profile_done");
  expect(server.resources[0]?.bytes.subarray(1, 4).toString()).toBe("PNG");
});

test.each([
  ["a full disk", { disk_full: true }, "check_disk_low", "storage"],
  ["a lock that needs a code", { keyguard: "secure" }, "check_lock_secure", "lock_screen"],
  ["no network", { network: "none" }, "check_no_network", "network"],
  ["a black screen", { black_screen: true }, "check_picture_dark", "capture_check"],
] as const)("a device with %s is not: what was found is told, and it is cleaned", async (_, faults, code, step) => {
  const { server, device, first } = await makeReady(onePhone());
  Object.assign(first.phone.system.faults, faults);
  const told = listen(server);
  await start(server, device, "job");
  const { session } = await server.until("session", (message) => message.session.state !== "preparing");
  expect(session).toMatchObject({ state: "failed", error: { code } });
  const found = told.at(-1)?.results.find((result) => result.state === "failed");
  expect(found).toMatchObject({ step });
  expect(found?.not_restarted?.code).toBe(step === "capture_check" ? "check_restart_before" : undefined);
  await server.until("session", (message) => message.session.state === "cleaned");
  const states = server.received.flatMap((message) => (message.type === "session" ? [message.session.state] : []));
  expect(states).not.toContain("running");
});

test("a device keeps the language of its profile, whatever its tag accepts", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const told = listen(server);
  const levels = { ...QUICK.levels, language: "warning" as const };
  const profile = { project_id: "p", settings: { locale: "zh-CN" } };
  await start(server, device, "debug", { ...QUICK, levels, languages: ["ja"] }, BARE_ENVIRONMENT, { profile });
  await server.until("session", (message) => message.session.state === "running");
  const language = told.at(-1)?.results.find(({ step }) => step === "language");
  expect(language).toMatchObject({ state: "warning", message: { code: "check_language_unwanted" }, remedy: null });
  expect(first.phone.system.settings.get("system", "system_locales")).toBe("zh-CN");
});

test("what the check cleans up is no doing of the session, and what its tag frees stays", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const { files } = first.phone.system;
  for (const name of ["old.txt", "kept.txt"]) files.write(`/sdcard/Download/${name}`, "there before");
  listen(server);
  const checks = server.onHttp;
  const left: Handover["entries"][] = [];
  const handedOver = ENDPOINTS.agentHandover.body ?? expect.fail("no body");
  server.onHttp = (request, response) => {
    if (!request.url?.endsWith("/handover")) return checks?.(request, response) ?? false;
    let text = "";
    request.on("data", (part) => (text += String(part)));
    request.on("end", () => {
      left.push(handedOver.parse(JSON.parse(text)).entries);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ret: 0, data: null, msg: "", request_id: "r" }));
    });
    return true;
  };
  const levels = { ...QUICK.levels, cleanup: "blocking" as const };
  const environment = { ...BARE_ENVIRONMENT, free_paths: ["/sdcard/Download/kept.txt"] };
  const lease = await start(server, device, "debug", { ...QUICK, levels }, environment);
  await server.until("session", ({ session }) => session.state === "running");
  expect(files.list("/sdcard/Download")).toEqual(["kept.txt"]);
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(left).toEqual([[]]);
});

test("what others free stays when the check cleans up, and is no reason to leave what the session leaves", async () => {
  const { server, device, first } = await makeReady(onePhone());
  const { files, packages } = first.phone.system;
  const options = { refuseReplacing: false, allowDowngrade: false, grantPermissions: false };
  const install = async (packageName: string) =>
    expect(await packages.install([buildApk({ packageName, versionCode: 1 })], options)).toMatchObject({ ok: true });
  const write = (name: string) => files.write(`/sdcard/Download/${name}`, "here");
  const there = (...names: string[]) => names.filter((name) => packages.find(name) !== undefined);
  for (const name of ["org.left", "com.theirs.tool"]) await install(name);
  for (const name of ["left.txt", "theirs.txt"]) write(name);
  listen(server);
  const levels = { ...QUICK.levels, cleanup: "blocking" as const };
  const check_spares = {
    free_apps: ["com.theirs.*"],
    free_paths: ["/sdcard/Download/theirs.txt", "/sdcard/Download/new.txt"],
  };
  const lease = await start(server, device, "debug", { ...QUICK, levels }, BARE_ENVIRONMENT, { check_spares });
  const { session } = await server.until("session", (message) => message.session.state !== "preparing");
  expect(session).toMatchObject({ state: "running", error: null });
  expect(there("org.left", "com.theirs.tool")).toEqual(["com.theirs.tool"]);
  expect(files.list("/sdcard/Download")).toEqual(["theirs.txt"]);
  await install("com.theirs.other");
  write("new.txt");
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", (message) => message.session.state === "cleaned");
  expect(there("com.theirs.tool", "com.theirs.other")).toEqual(["com.theirs.tool"]);
  expect(files.list("/sdcard/Download")).toEqual(["theirs.txt"]);
});

test("one whose session is ended meanwhile breaks off at once, and the device is cleaned", async () => {
  const { server, device, first } = await makeReady(onePhone());
  first.phone.system.faults.stuck_installer = true;
  const told = listen(server);
  const levels = { ...QUICK.levels, install_check: "blocking" as const };
  const lease = await start(server, device, "debug", { ...QUICK, levels });
  await eventually(() => expect(told.at(-1)?.step).toBe("install_check"));
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(told.at(-1)?.step).toBe("install_check");
  expect(first.phone.system.faults.stuck_installer).toBe(true);
});
