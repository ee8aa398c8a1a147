// @vitest-environment happy-dom
import type { EndReason } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { loadTexts } from "../i18n/index.ts";
import { show, shownText } from "./rendered.fixture.tsx";
import { TestStatePill } from "./state-pill.tsx";

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
