// @vitest-environment happy-dom
import { say } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { EndPanel, PreparingPanel } from "./panels.tsx";
import { showIn } from "./page.fixture.tsx";
import { sessionOf } from "./session.fixture.ts";

beforeAll(() => loadTexts("debug", "inspection", "common", "words"));

it("tells which step of its check a device is at before it is handed out", async () => {
  await showIn(sessionOf({ test_device: { state: "preparing", checking: "capture_check" } }), <PreparingPanel />);
  expect(shownText()).toContain("Checking the device");
  expect(shownText()).toContain("Picture of the screen…");
});

it("says nothing of a check where none is asked for", async () => {
  await showIn(sessionOf({ test_device: { state: "preparing", checking: null } }), <PreparingPanel />);
  expect(shownText()).toContain("Preparing the device");
});

it("tells of a device that failed its check what was found in which step", async () => {
  const error = say("check_disk_low", { free: "0.2 GB", total: "64 GB", least: "0.5 GB" });
  const test_device = { state: "done", failed_check: "storage", error } as const;
  await showIn(sessionOf({ test: { state: "ended", end_reason: "start_failed" }, test_device }), <EndPanel />);
  expect(shownText()).toContain("The device failed its check");
  expect(shownText()).toContain("Free storage only 0.2 GB of 64 GB is free");
});

it("tells of one that did not start for another reason as ever", async () => {
  const test_device = { state: "done", failed_check: null } as const;
  await showIn(sessionOf({ test: { state: "ended", end_reason: "start_failed" }, test_device }), <EndPanel />);
  expect(shownText()).toContain("The session did not start");
});
