import { expect, it } from "vitest";
import { isSweepable, type HandoverChange } from "./handovers.ts";

const entry = (change: HandoverChange, name: string, remains = true) => ({
  change,
  name,
  before: null,
  after: null,
  remains,
});

it.each([
  [
    "apps, and files where cleaning looks",
    [entry("app_added", "org.a"), entry("file_added", "/sdcard/Download/a")],
    0,
    true,
  ],
  ["files elsewhere", [entry("file_added", "/sdcard/DCIM/a.jpg")], 0, false],
  ["accounts", [entry("account_added", "ada (com.example)")], 0, false],
  ["what is told as no fault", [entry("setting_changed", "system volume_music", false)], 0, true],
  ["more than is told", [entry("app_added", "org.a")], 1, false],
  ["more of what is no fault", [entry("app_added", "org.a"), entry("file_removed", "/sdcard/b", false)], 1, true],
])("of %s", (_, entries, more, swept) => expect(isSweepable({ entries, more })).toBe(swept));
