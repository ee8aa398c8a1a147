import { expect, test } from "vitest";
import { parseDf, parseLock } from "./health.ts";

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
