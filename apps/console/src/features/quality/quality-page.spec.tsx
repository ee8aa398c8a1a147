// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import QualityPage from "./quality-page.tsx";

beforeAll(() => loadTexts("quality", "common"));

const NONE = { runs: 0, success: 0, skipped: 0, failed: 0, device_faults: 0, total: 0, new_failures: 0, flaky: 0 };
const open = async (pending: number) => {
  answerFetch({
    "/v1/api/bi/quality/board": {
      by_day: [{ ...NONE, day: "2026-11-20" }],
      totals: NONE,
      before: NONE,
      queue: { now: null, before: null },
      choices: { oses: [], brands: [], frameworks: [], app_versions: [] },
      pending,
    },
  });
  await show(<QualityPage />, "/quality-signage");
};

const NONE_YET = "No automated test is over yet";

it("says that no test is over where none is", async () => {
  await open(0);
  await vi.waitFor(() => expect(shownText()).toContain(NONE_YET));
});

it("says while tests that are over are still being counted that they are", async () => {
  await open(3);
  await vi.waitFor(() => expect(shownText()).toContain("3 runs that are over are still being counted."));
  expect(shownText()).not.toContain(NONE_YET);
});
