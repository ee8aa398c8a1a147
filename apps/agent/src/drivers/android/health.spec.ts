import { expect, test } from "vitest";
import { healthCapability, parseDf, parseLock } from "./health.ts";

test.each([
  [
    "/dev/block/dm-5  114232320 32133528 81951008  29% /data\n",
    { free_bytes: 81951008 * 1024, total_bytes: 114232320 * 1024 },
  ],
  [
    "/dev/block/bootdevice/by-name/userdata\n  52000 51000 1000 99% /data\n",
    { free_bytes: 1_024_000, total_bytes: 53_248_000 },
  ],
])("room is read from %j", (line, room) => {
  expect(parseDf(`Filesystem 1K-blocks Used Available Use% Mounted on\n${line}`)).toEqual(room);
});

test("what is no table of file systems tells of no room", () => {
  expect(parseDf("df: /data: No such file or directory\n")).toBeUndefined();
});

test.each([
  ["  KeyguardServiceDelegate\n    showing=false\n    secure=true\n", "open"],
  ["  KeyguardServiceDelegate\n    showing=true\n    showingAndNotOccluded=true\n    secure=false\n", "insecure"],
  ["    isKeyguardShowing=true\n    showing=true\n    secure=true\n", "secure"],
  ["    mShowingLockscreen=true mShowingDream=false\n", "insecure"],
])("%j is a lock that is %s", (dump, lock) => {
  expect(parseLock(dump)).toBe(lock);
});

test("the language is the one that the phone shows; what was set and waits for a restart is not", async () => {
  const told: Record<string, string> = {
    "am get-config": "config: mcc310-mnc260-en-rUS-ldltr-sw360dp-v34\n",
    "settings get system system_locales": "ja-JP\n",
  };
  const { language } = healthCapability(
    async (words) => ({ exit_code: 0, stdout: told[words.join(" ")] ?? "", stderr: "" }),
    () => expect.fail("swept"),
  );
  expect(await language(AbortSignal.timeout(1_000))).toMatchObject({ language: "en-US" });
  told["am get-config"] = "Unknown command: get-config\n";
  expect(await language(AbortSignal.timeout(1_000))).toEqual({
    language: "ja-JP",
    words: "settings get system system_locales\nja-JP\n",
  });
});
