// @vitest-environment happy-dom
import type { UseQueryResult } from "@tanstack/react-query";
import type { Run, RunProgress, Slot } from "@udt/contract";
import { beforeAll, expect, it } from "vitest";
import { shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { RUN, SLOT } from "../../lib/runs.fixture.ts";
import { DevicesTab } from "./devices-tab.tsx";
import { showInReport } from "./report.fixture.tsx";

beforeAll(() => loadTexts("common", "runs", "tests", "words"));

const NONE = { ...SLOT.totals, cancelled: 0, total: 0 };
const PROGRESS: RunProgress = {
  done: 40,
  total: 64,
  failed: 1,
  is_shared: true,
  current: null,
  last_failure: null,
  expected_end: null,
};
const open: Run = { ...RUN, test: { ...RUN.test, state: "running", user_id: "another", ended_at: null } };
const showSlot = (run: Run, change: Partial<Slot>) => {
  const slots = { data: { list: [{ ...SLOT, ...change }] }, isPending: false } as UseQueryResult<{ list: Slot[] }>;
  return showInReport(<DevicesTab run={run} slots={slots} />);
};
const shares = () =>
  [...document.querySelectorAll<HTMLElement>(".runs-casebar i")].map(({ dataset, style }) => [
    dataset["state"],
    Math.round(Number(style.flexGrow)),
  ]);

it("a device that shares cases with others tells how many it did of all, in words and as a bar", async () => {
  const totals = { ...NONE, success: 15, failed: 1, total: 16 };
  await showSlot(open, { state: "dispatched", result: "running", totals, progress: PROGRESS });
  expect(shownText()).toContain("16 of the run's 64 done here");
  expect(shares()).toEqual([
    ["success", 23],
    ["failed", 2],
    ["undistributed", 75],
  ]);
});

it("a device's count of cases tells which of them failed and which were skipped", async () => {
  await showSlot(RUN, { totals: { ...NONE, success: 28, failed: 2, skipped: 1, total: 31 }, result: "partly_passed" });
  expect(shownText()).toMatch(/31 of 31 cases2 failed1 skipped/);
});

it("and nothing besides where all passed", async () => {
  await showSlot(RUN, { totals: { ...NONE, success: 31, total: 31 }, result: "passed" });
  expect(shownText()).toMatch(/31 of 31 cases(?!\d)/);
});

it("a place without a device says once that it waits, and for what", async () => {
  await showSlot(open, {
    state: "queued",
    result: "not_dispatched",
    device_id: null,
    model: "",
    serial: "",
    queue: { position: 1, reason: "devices_offline", eta: null },
  });
  const text = shownText();
  expect(text.match(/Waits for a device/g)).toHaveLength(1);
  expect(text).not.toContain("Not dispatched");
  expect(text).toContain("Place 1 in the queue.");
});
