// @vitest-environment happy-dom
import type { Device, EndReason } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import { show, shownText } from "./rendered.fixture.tsx";
import { DeviceStatePill, TestStatePill } from "./state-pill.tsx";

beforeAll(() => loadTexts("common"));

it.each([
  ["user", "Ended", "offline"],
  ["device_lost", "Broken off", "bad"],
  ["finished", "Finished", "good"],
] satisfies [EndReason, string, string][])("tells by its word how a test ended: %s", async (end_reason, word, tone) => {
  await show(<TestStatePill test={{ state: "ended", end_reason }} />);
  expect(shownText()).toBe(word);
  expect(document.querySelector(".udt-pill")?.getAttribute("data-tone")).toBe(tone);
});

it.each([
  ["check", "Inspection"],
  ["restart", "Inspection"],
  ["clean", "Cleaning"],
] as const)("tells what the platform does with a device: %s", async (work, word) => {
  const lease = { kind: "inspection", phase: "running", work: { work } };
  await show(<DeviceStatePill device={{ state: "inspection", lease } as Device} />);
  expect(shownText()).toBe(word);
});
