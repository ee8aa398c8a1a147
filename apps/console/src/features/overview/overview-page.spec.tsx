// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { standing } from "../../lib/project.fixture.ts";
import OverviewPage from "./overview-page.tsx";

beforeAll(() => loadTexts("overview", "common"));

const TOTALS = { tests: 0, runs: 0, minutes: 0, users: 0, busy_minutes: 0 };
const CASES = { runs: 0, success: 0, skipped: 0, failed: 0, total: 0 };
const DAY = "2026-11-20";

async function open(pending: number): Promise<void> {
  answerFetch({
    ...standing(1),
    "/v1/api/bi/stats": {
      by_day: [{ ...TOTALS, day: DAY, online_minutes: null }],
      totals: TOTALS,
      before: TOTALS,
      kinds: [],
      devices: [],
      repairs: { reported: 0, processed: 0, open: 0, mean_minutes: null },
      broken: [],
    },
    "/v1/api/bi/cases": {
      by_day: [{ ...CASES, day: DAY }],
      totals: CASES,
      before: CASES,
      failing: [],
      flaky: [],
      slowest: [],
      pending,
    },
  });
  await show(<OverviewPage />, "/overview");
  await vi.waitFor(() => expect(document.querySelector(".overview-figures")).not.toBeNull());
}
const NONE = ["No case failed in these days.", "No case has run to its end in these days."];

it("says that no case failed where none did", async () => {
  await open(0);
  for (const words of NONE) await vi.waitFor(() => expect(shownText()).toContain(words));
  expect(document.querySelector(".udt-pending-runs")).toBeNull();
});

it("says nothing of the kind while the runs of these days are still being counted", async () => {
  await open(12);
  await vi.waitFor(() => expect(shownText()).toContain("12 runs that are over are still being counted."));
  for (const words of NONE) expect(shownText()).not.toContain(words);
});
