import { delay } from "@udt/base";
import { DEFAULT_INSPECTION, ERRORS, SELF_CHECK_STEPS, type InspectionConfig, type SelfCheckStep } from "@udt/contract";
import { DeviceRefusal } from "@udt/driver";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import { serveCheck } from "../../../test/checked.ts";
import { foundAt, type CheckedAs } from "../../../test/found.ts";
import type { Evidence } from "./step.ts";
import { eventually, makeReady, startSession } from "../../../test/harness.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });

test("tells the server of each step, in its order, and what it kept", async () => {
  const { server, device } = await makeReady(onePhone());
  const told = serveCheck(server);
  await startSession(server, device, 1, "inspection");
  const last = await eventually(() => told.find(({ step }) => step === null) ?? expect.fail("not over"));
  expect(last.results.map(({ step, state }) => [step, state])).toEqual([
    ["ready", "passed"],
    ["storage", "passed"],
    ["lock_screen", "passed"],
    ["network", "passed"],
    ["profile", "skipped"],
    ["language", "passed"],
    ["cleanup", "skipped"],
    ["install_check", "passed"],
    ["capture_check", "passed"],
    ["recording_check", "passed"],
    ["preinstall", "skipped"],
  ]);
  expect(told.map(({ step, results }) => [step, results.length]).slice(0, 3)).toEqual([
    ["ready", 0],
    ["storage", 1],
    ["lock_screen", 2],
  ]);
  expect(last.results.find(({ step }) => step === "capture_check")!.evidence_name).toBe("screen.png");
  const [picture] = server.resources;
  expect(picture!.bytes.subarray(1, 4).toString()).toBe("PNG");
});

test("does what the tag of the device asks for, and leaves out what that has off", async () => {
  const { server, device } = await makeReady(onePhone());
  const steps = [
    "install_check",
    "recording_check",
    "capture_check",
    "network",
    "lock_screen",
    "language",
    "preinstall",
  ] as const;
  const off = Object.fromEntries(steps.map((step) => [step, "off"]));
  const levels = { ...DEFAULT_INSPECTION.levels, ...off };
  const told = serveCheck(server, { config: { ...DEFAULT_INSPECTION, levels, free_gb: 1_000 } });
  await startSession(server, device, 1, "inspection");
  const last = await eventually(() => told.find(({ step }) => step === null) ?? expect.fail("not over"));
  expect(last.results.map(({ step, state }) => [step, state])).toEqual([
    ["ready", "passed"],
    ["storage", "failed"],
    ...SELF_CHECK_STEPS.slice(2).map((step) => [step, "skipped"]),
  ]);
  expect(last.results[1]!.message).toMatchObject({ code: "check_disk_low", args: { least: "1000.0 GB" } });
  for (const { step, ...result } of last.results.slice(2))
    expect(result).toMatchObject({
      cost_ms: 0,
      message: { code: step === "profile" ? "check_no_profile" : "check_off" },
    });
  expect(told.map(({ step }) => step)).toEqual(["ready", "storage", null]);
});

test("a server that has no room for what was found is no fault of the device", async () => {
  const { server, device } = await makeReady(onePhone());
  const told = serveCheck(server);
  const { onHttp } = server;
  server.onHttp = (request, response) => {
    if (!request.url?.includes("/resources")) return onHttp(request, response);
    const data = { code: "resource_quota", args: { limit_bytes: 1 } };
    response.writeHead(413, { "content-type": "application/json" });
    response.end(JSON.stringify({ ret: ERRORS.resource_quota.ret, data, msg: "", request_id: "r" }));
    return true;
  };
  await startSession(server, device, 1, "inspection");
  const last = await eventually(() => told.find(({ step }) => step === null) ?? expect.fail("not over"));
  expect(last.results.find(({ step }) => step === "capture_check")).toMatchObject({
    state: "passed",
    evidence_name: null,
  });
});

test("a check that is called off stops, its device is cleaned, and the agent's log tells of no fault", async () => {
  const { server, device, first, agent } = await makeReady(onePhone());
  first.phone.system.faults.stuck_installer = true;
  const told = serveCheck(server);
  const lease = await startSession(server, device, 1, "inspection");
  await eventually(() => expect(told.at(-1)?.step).toBe("install_check"));
  await server.request({ type: "session_stop", ...lease });
  await server.until("session", ({ session }) => session.state === "cleaned");
  expect(told.at(-1)?.step).toBe("install_check");
  expect(agent.logged.filter(({ level }) => level === "error")).toEqual([]);
});

/** What a step found at a phone with a fault. */
const found = async (fault: string, step: SelfCheckStep, checked?: CheckedAs) => {
  const { first, ...rest } = await foundAt(onePhone(), fault, step, checked);
  return { ...rest, phone: first.phone };
};

const textOf = (evidence: readonly Evidence[], of: string): string =>
  Buffer.from(evidence.find(({ name }) => name === of)?.bytes ?? []).toString();

const failed = (code: string) => ({ state: "failed", message: { code } });

test("storage: a disk that is full", async () => {
  const { result, bad, evidence } = await found("disk_full on", "storage");
  expect(result).toMatchObject({ ...failed("check_disk_low"), evidence_name: "storage.txt" });
  expect(textOf(evidence, "storage.txt")).toMatch(/^df -k \/data\n[^]*100%/);
  // Nor does it take an app then.
  expect(bad).toEqual(["storage", "install_check"]);
});

test("lock screen: one without a code is put away, and that is told", async () => {
  const { result, bad, phone } = await found("keyguard insecure", "lock_screen");
  expect(result).toMatchObject({ state: "passed", remedy: { name: "unlock", helped: true } });
  expect(phone.screen.isLocked()).toBe(false);
  expect(bad).toEqual([]);
});

test("lock screen: one with a code stays, and that is told", async () => {
  const { result, kept } = await found("keyguard secure", "lock_screen");
  expect(result).toMatchObject({
    ...failed("check_lock_secure"),
    evidence_name: "lock.png",
    remedy: { name: "unlock", helped: false },
  });
  expect(kept).toContain("lock.png");
});

test("network: none", async () => {
  const { result, bad } = await found("network none", "network");
  expect(result).toMatchObject(failed("check_no_network"));
  expect(bad).toEqual(["network"]);
});

test("network: one that answers nobody, with the device's words", async () => {
  const { result, kept } = await found("network silent", "network");
  expect(result).toMatchObject({ ...failed("check_no_answer"), evidence_name: "ping.txt" });
  expect(kept).toContain("ping.txt");
});

test("network: one that is slow", async () => {
  const { result } = await found("network slow", "network");
  expect(result).toMatchObject({ state: "warning", message: { code: "check_slow" }, evidence_name: "ping.txt" });
});

test("profile: a phone that is not as its tags want it is brought to that", async () => {
  const { result, bad, phone } = await found("wrong_language on", "profile", {
    profile: { locale: "ja-JP", time_zone: "Asia/Tokyo", animations: true },
  });
  expect(result).toMatchObject({ state: "passed", message: { code: "check_profile", args: { count: 3 } } });
  expect(phone.system.props.timeZone).toBe("Asia/Tokyo");
  // The language is looked at when it is set already.
  expect(bad).toEqual([]);
});

test("profile: what would not take is a warning, with the phone's words", async () => {
  const { result, bad, evidence } = await found("profile_refused density", "profile", {
    profile: { density: 280, dark_mode: true, font_scale: 1 },
  });
  expect(result).toMatchObject({
    state: "warning",
    message: { code: "check_profile_refused", args: { count: 1, total: 3 } },
    evidence_name: "profile.txt",
  });
  expect(bad).toEqual(["profile"]);
  // For people: what became of each setting, to be said in their language. The file has the phone's own words alone.
  expect(result.settings).toMatchObject([
    { setting: "font_scale", state: "kept" },
    { setting: "dark_mode", state: "set" },
    { setting: "density", state: "refused", reason: { code: "device_refused" } },
  ]);
  expect(textOf(evidence, "profile.txt")).toBe(
    "density\nwm density 280\njava.lang.SecurityException: Must hold permission android.permission.WRITE_SECURE_SETTINGS\n",
  );
});

test("language: one that nobody here reads", async () => {
  const { result, bad, evidence } = await found("wrong_language on", "language");
  expect(result).toMatchObject({
    state: "warning",
    message: { code: "check_language_foreign", args: { language: "fr-FR" } },
    evidence_name: "language.txt",
  });
  expect(textOf(evidence, "language.txt")).toMatch(/^am get-config\n[^]*fr/);
  expect(bad).toEqual(["language"]);
});

test("language: one of those that the tag accepts is set, and stays", async () => {
  const { result, bad, phone } = await found("wrong_language on", "language", { config: { languages: ["ja", "zh"] } });
  expect(result).toMatchObject({
    state: "passed",
    message: { code: "check_language_unwanted", args: { language: "fr-FR", languages: "ja, zh" } },
    remedy: { name: "set_language", helped: true },
  });
  expect(bad).toEqual([]);
  expect(phone.system.settings.get("system", "system_locales")).toBe("ja-JP");
});

test("language: one that would not take is a fault, with what was tried", async () => {
  const { result } = await found("wrong_language off", "language", {
    config: { languages: ["ja", "zh"] },
    upset: (device) =>
      void vi.spyOn(device.capabilities.profile!, "put").mockRejectedValue(new DeviceRefusal("not allowed")),
  });
  expect(result).toMatchObject({
    state: "warning",
    message: { code: "check_language_unwanted", args: { languages: "ja, zh" } },
    remedy: { name: "set_language", helped: false },
  });
});

test("language: what the profile sets is left, though the tag accepts another", async () => {
  const { result, phone } = await found("wrong_language on", "language", {
    config: { languages: ["ja"] },
    profile: { locale: "en-US" },
  });
  expect(result).toMatchObject({ state: "warning", message: { code: "check_language_unwanted" }, remedy: null });
  expect(phone.system.settings.get("system", "system_locales")).toBe("en-US");
});

test("language: one whose tag begins as another's does", async () => {
  const { result } = await found("wrong_language off", "language", {
    upset: (device) =>
      void vi.spyOn(device.capabilities.health!, "language").mockResolvedValue({ language: "jam-JM", words: "jam-JM" }),
  });
  expect(result).toMatchObject({ message: { code: "check_language_foreign", args: { language: "jam-JM" } } });
});

test("installing: one that comes to no end is given up, and the rest goes on", async () => {
  const { result, bad, kept } = await found("stuck_installer on", "install_check", {
    limits: { install_check: 1_000 },
  });
  // A phone may show there what it waits for.
  expect(result).toMatchObject({ ...failed("check_time_over"), evidence_name: "install_check.png" });
  expect(kept).toContain("install_check.png");
  expect(bad).toEqual(["install_check"]);
});

test("installing: one that is refused, with the device's words", async () => {
  const { result } = await found("refuse_install INSTALL_FAILED_INTERNAL_ERROR", "install_check");
  expect(result.state).toBe("failed");
  expect(result.message?.evidence).toContain("INSTALL_FAILED_INTERNAL_ERROR");
});

test("picture: a black one, which is kept", async () => {
  const { result, kept } = await found("black_screen on", "capture_check");
  expect(result).toMatchObject({ ...failed("check_picture_dark"), evidence_name: "screen.png" });
  expect(kept).toContain("screen.png");
});

test("picture: what keeping it takes is not the device's time", async () => {
  const limit = 2_000;
  const { result } = await found("freeze_video off", "capture_check", {
    limits: { capture_check: limit },
    keep: () => delay(limit).then(() => true),
  });
  expect(result).toMatchObject({ state: "passed", evidence_name: "screen.png" });
  expect(result.cost_ms).toBeLessThan(limit);
});

test("video: an encoder that is frozen", async () => {
  const { result, bad, evidence } = await found("freeze_video on", "recording_check");
  expect(result).toMatchObject({ ...failed("check_frames_few"), evidence_name: "recording.txt" });
  expect(textOf(evidence, "recording.txt")).toMatch(/^0 AppSwitch\n[^]*\d+ GoHome\n/);
  expect(bad).toEqual(["recording_check"]);
});

test("video: a phone whose video cannot be opened shows still pictures, however many", async () => {
  const { result, bad, evidence } = await found("freeze_video off", "recording_check", {
    upset(device, screen) {
      vi.spyOn(device.capabilities.screen!, "open").mockRejectedValue(new Error("no encoder"));
      screen.needBaseline();
    },
  });
  expect(result).toMatchObject({ ...failed("check_no_video"), evidence_name: "recording.txt" });
  expect(textOf(evidence, "recording.txt")).toBe("no encoder\n");
  expect(bad).toEqual(["recording_check"]);
});

test("video: one that breaks while it is looked at, and comes back as still pictures", async () => {
  const { result } = await found("freeze_video on", "recording_check", {
    upset(device, screen) {
      vi.spyOn(screen, "inputSoon").mockImplementationOnce(async () => {
        vi.spyOn(device.capabilities.screen!, "open").mockRejectedValue(new Error("no encoder"));
        const way = screen.input;
        screen.needBaseline();
        return way;
      });
    },
  });
  expect(result).toMatchObject(failed("check_no_video"));
});

test("video: one that is opened again and never comes is not left out", async () => {
  const { result, bad } = await found("freeze_video off", "recording_check", {
    limits: { recording_check: 1_000 },
    upset(device, screen) {
      vi.spyOn(device.capabilities.screen!, "open").mockImplementation(
        (_, __, signal) => delay(60_000, signal) as never,
      );
      screen.needBaseline();
    },
  });
  expect(result).toMatchObject({ ...failed("check_time_over"), evidence_name: "recording_check.png" });
  expect(bad).toEqual(["recording_check"]);
});

/** The levels of a tag that differ from what is done without one. */
const at = (levels: Partial<InspectionConfig["levels"]>) => ({ levels: { ...DEFAULT_INSPECTION.levels, ...levels } });

test.each<[string, string, SelfCheckStep, Partial<InspectionConfig>, object]>([
  [
    "a fault is a warning where the tag has it so",
    "black_screen on",
    "capture_check",
    at({ capture_check: "warning" }),
    { state: "warning", message: { code: "check_picture_dark" }, evidence_name: "screen.png" },
  ],
  [
    "a foreign language fails where the tag has it so",
    "wrong_language on",
    "language",
    at({ language: "blocking" }),
    failed("check_language_foreign"),
  ],
  [
    "a slow network fails where the tag has it so",
    "network slow",
    "network",
    at({ latency: "blocking" }),
    failed("check_slow"),
  ],
  [
    "a slow network fails where the tag has that so, and no answer at all a warning",
    "network slow",
    "network",
    at({ network: "warning", latency: "blocking" }),
    failed("check_slow"),
  ],
  [
    "no answer at all is a warning where the tag has it so, however grave a late one is",
    "network silent",
    "network",
    at({ network: "warning", latency: "blocking" }),
    { state: "warning", message: { code: "check_no_answer" } },
  ],
  [
    "a slow network is a good one where nobody asks how soon it answers",
    "network slow",
    "network",
    at({ latency: "off" }),
    { state: "passed", message: { code: "check_answered" } },
  ],
  [
    "a network is slow from the tag's own threshold on, at the tag's own address",
    "network normal",
    "network",
    { latency_ms: 1, network_address: "udt.test" },
    { state: "warning", message: { code: "check_slow", args: { most: 1, address: "udt.test" } } },
  ],
])("%s", async (_, fault, step, config, expected) => {
  const { result } = await found(fault, step, { config });
  expect(result).toMatchObject(expected);
});
