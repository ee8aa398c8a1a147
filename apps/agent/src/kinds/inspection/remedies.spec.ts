import { say } from "@udt/base";
import { DEFAULT_INSPECTION, type InspectionConfig, type SelfCheckResult } from "@udt/contract";
import { must } from "@udt/base";
import { startPhones } from "@udt/phone";
import { expect, test, vi } from "vitest";
import { foundAt } from "../../../test/found.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const NOT_AGAIN = say("check_restart_again", { hours: 6 });
const MENDED = ["udt-fault restart_mends on"];
const levels = (change: Partial<InspectionConfig["levels"]>) => ({
  levels: { ...DEFAULT_INSPECTION.levels, ...change },
});

test("an installer that hangs is restarted with its phone, and then installs, which costs both tries", async () => {
  const costs: number[] = [];
  const { result, bad, first } = await foundAt(onePhone(), "stuck_installer on", "install_check", {
    may_restart: true,
    before: MENDED,
    limits: { install_check: 3_000 },
    onTold: (results) => void costs.push(results.find((one) => one.step === "install_check")?.cost_ms ?? 0),
  });
  expect(result.cost_ms).toBeGreaterThan(
    must(
      costs.find((cost) => cost > 0),
      "the first try's",
    ),
  );
  expect(result).toMatchObject({
    state: "passed",
    message: { code: "check_time_over", args: { seconds: 3 } },
    remedy: { name: "restart", helped: true },
  });
  expect(bad).toEqual([]);
  expect(first.phone.system.faults.stuck_installer).toBe(false);
});

test("a black picture is kept, and told with the restart that helped against it", async () => {
  const { result, bad, kept } = await foundAt(onePhone(), "black_screen on", "capture_check", {
    may_restart: true,
    before: MENDED,
  });
  expect(result).toMatchObject({
    state: "passed",
    message: { code: "check_picture_dark" },
    remedy: { name: "restart", helped: true },
    evidence_name: "screen.png",
  });
  expect(kept).toContain("screen.png");
  expect(bad).toEqual([]);
});

test("an encoder that is frozen moves again after a restart", async () => {
  const { result, bad } = await foundAt(onePhone(), "freeze_video on", "recording_check", {
    may_restart: true,
    before: MENDED,
  });
  expect(result).toMatchObject({ state: "passed", remedy: { name: "restart", helped: true } });
  expect(bad).toEqual([]);
});

test("one restart is all that a check tries, whatever else hangs", async () => {
  const { result, bad, results } = await foundAt(onePhone(), "freeze_video on", "capture_check", {
    may_restart: true,
    before: ["udt-fault black_screen on"],
  });
  expect(result).toMatchObject({
    state: "failed",
    message: { code: "check_picture_dark" },
    remedy: { name: "restart", helped: false },
  });
  expect(bad).toEqual(["capture_check", "recording_check"]);
  expect(results.filter(({ remedy }) => remedy?.name === "restart")).toHaveLength(1);
  expect(results.filter((one) => one.not_restarted)).toMatchObject([
    { step: "recording_check", not_restarted: { code: "check_restart_once" } },
  ]);
});

test("that a device is restarted is told before, so that one whose agent dies of it is not restarted again", async () => {
  let told: readonly SelfCheckResult[] = [];
  let before: readonly SelfCheckResult[] = [];
  await foundAt(onePhone(), "black_screen on", "capture_check", {
    may_restart: true,
    onTold: (results) => void (told = results),
    upset({ capabilities: { power } }) {
      vi.spyOn(power ?? expect.fail("no power"), "reboot").mockImplementation(async () => {
        before = told;
        throw new Error("the agent is killed");
      });
    },
  });
  expect(before.at(-1)).toMatchObject({
    step: "capture_check",
    state: "failed",
    remedy: { name: "restart", helped: false },
  });
});

test.each([
  ["it was not long ago", NOT_AGAIN.code, { may_restart: false, not_restarted: NOT_AGAIN }],
  ["the tag has the fault a warning", undefined, { may_restart: true, config: levels({ capture_check: "warning" }) }],
])("nothing is restarted where %s, and it is told why if it may have helped", async (_, why, checked) => {
  const { result } = await foundAt(onePhone(), "black_screen on", "capture_check", { before: MENDED, ...checked });
  expect(result).toMatchObject({ message: { code: "check_picture_dark" }, remedy: null });
  expect(result.not_restarted?.code).toBe(why);
  expect(result.state).not.toBe("passed");
});

test("nothing is restarted that somebody would have to unlock by its code", async () => {
  const { results } = await foundAt(onePhone(), "keyguard secure", "recording_check", {
    may_restart: true,
    before: [...MENDED, "udt-fault freeze_video on"],
  });
  const found = results.filter(({ step }) => step === "lock_screen" || step === "recording_check");
  expect(found).toMatchObject([
    { message: { code: "check_lock_secure" } },
    { state: "failed", remedy: null, not_restarted: { code: "check_restart_locked" } },
  ]);
});

const FULL = {
  before: ["dd if=/dev/zero of=/data/local/tmp/left.bin bs=1000000 count=60", "echo mine > /sdcard/Download/mine.txt"],
  environment: { free_paths: ["/sdcard/Download/mine.txt"] },
};

test("a disk that is too full is freed of what the tag has cleaned away, and of nothing else", async () => {
  const { result, bad, evidence, run } = await foundAt(onePhone(), "disk_full off", "storage", {
    ...FULL,
    config: { ...levels({ cleanup: "blocking" }), free_gb: 0.96 },
  });
  expect(result).toMatchObject({
    state: "passed",
    message: { code: "check_free" },
    remedy: { name: "sweep", helped: true },
    evidence_name: "cleanup.txt",
  });
  expect(bad).toEqual([]);
  expect(Buffer.from(evidence[0]?.bytes ?? []).toString()).toBe("- /data/local/tmp/left.bin\n");
  expect((await run("cat /sdcard/Download/mine.txt")).stdout).toBe("mine\n");
});

test("what a tag has not cleaned stays on a disk that is too full", async () => {
  const { result, run } = await foundAt(onePhone(), "disk_full off", "storage", {
    ...FULL,
    config: { free_gb: 0.96 },
  });
  expect(result).toMatchObject({ state: "failed", message: { code: "check_disk_low" }, remedy: null });
  expect((await run("ls /data/local/tmp/left.bin")).exit_code).toBe(0);
});
