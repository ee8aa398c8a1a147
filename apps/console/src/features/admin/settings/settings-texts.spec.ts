import { expect, it } from "vitest";
import errorsEn from "../../../lib/errors/texts/en.ts";
import errorsJa from "../../../lib/errors/texts/ja.ts";
import errorsZh from "../../../lib/errors/texts/zh.ts";
import en from "../texts/en.ts";
import ja from "../texts/ja.ts";
import zh from "../texts/zh.ts";

const LANGUAGES = [
  ["en", en.settings, errorsEn, /devices/i],
  ["zh", zh.settings, errorsZh, /设备/],
  ["ja", ja.settings, errorsJa, /デバイス/],
] as const;

it.each(LANGUAGES)("in %s calls the privilege that opens notifications as everywhere", (_, settings, errors) => {
  expect(settings.hint.notifications_internal).toContain(errors.privilege.project_edit);
});

it.each(LANGUAGES)("in %s says that the limits count devices, as the refusals do", (_, settings, errors, devices) => {
  for (const name of ["parallel_tests_per_user", "parallel_tests_per_project"] as const)
    expect(settings.name[name]).toMatch(devices);
  expect(errors.rows.parallel_limit_user).toMatch(devices);
});
