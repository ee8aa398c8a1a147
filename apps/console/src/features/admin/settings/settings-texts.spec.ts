import { expect, it } from "vitest";
import refusalsEn from "../../../lib/errors/refusals/texts/en.ts";
import refusalsJa from "../../../lib/errors/refusals/texts/ja.ts";
import refusalsZh from "../../../lib/errors/refusals/texts/zh.ts";
import en from "../texts/en.ts";
import ja from "../texts/ja.ts";
import zh from "../texts/zh.ts";

const LANGUAGES = [
  ["en", en.settings, refusalsEn, /devices/i],
  ["zh", zh.settings, refusalsZh, /设备/],
  ["ja", ja.settings, refusalsJa, /デバイス/],
] as const;

it.each(LANGUAGES)("in %s calls the privilege that opens notifications as everywhere", (_, settings, refusals) => {
  expect(settings.hint.notifications_internal).toContain(refusals.privilege.project_edit);
});

it.each(LANGUAGES)("in %s says that the limits count devices, as the refusals do", (_, settings, refusals, devices) => {
  for (const name of ["parallel_tests_per_user", "parallel_tests_per_project"] as const)
    expect(settings.name[name]).toMatch(devices);
  expect(refusals.rows.parallel_limit_user).toMatch(devices);
});
