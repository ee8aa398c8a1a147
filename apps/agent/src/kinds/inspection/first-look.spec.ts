import { FIRST_LOOK } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { foundAt } from "../../../test/found.ts";

const onePhone = () => startPhones({ count: 1, basePort: 0 });
const looked = { config: FIRST_LOOK, looks_only: true };

test("a first look leaves a sound phone as it is, and keeps nothing of it", async () => {
  const { results, kept, bad } = await foundAt(onePhone(), "reset", "capture_check", looked);
  expect(bad).toEqual([]);
  expect(kept).toEqual([]);
  const done = results.filter(({ state }) => state === "passed").map(({ step }) => step);
  expect(done).toEqual(["ready", "storage", "lock_screen", "network", "capture_check"]);
  const { message } = results.find(({ step }) => step === "install_check") ?? {};
  expect(message).toMatchObject({ code: "check_no_look" });
});

test("a first look tells of a lock screen and leaves it there", async () => {
  const { result, run } = await foundAt(onePhone(), "keyguard insecure", "lock_screen", looked);
  expect(result).toMatchObject({ state: "warning", message: { code: "check_lock_insecure" }, remedy: null });
  expect((await run("dumpsys window policy")).stdout).toContain("showing=true");
});

test("a first look keeps the picture of a screen that is black, and restarts nothing for it", async () => {
  const { result, kept } = await foundAt(onePhone(), "black_screen on", "capture_check", looked);
  expect(result).toMatchObject({ state: "warning", remedy: null, evidence_name: "screen.png" });
  expect(kept).toContain("screen.png");
});
