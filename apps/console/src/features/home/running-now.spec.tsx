// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf, RUN } from "../../lib/runs.fixture.ts";
import { RunningNow } from "./running-now.tsx";

beforeAll(() => loadTexts("home", "common"));

it.each([0, 3])("says how far a run is of which %i cases failed", async (failed) => {
  const { test_id, user_name } = RUN.test;
  const run = {
    ...RUN,
    test_id,
    user_name,
    created_at: 1,
    started_at: 1,
    ended_at: null,
    device_count: 1,
    execution: "testing",
    verdict: null,
    totals: { ...RUN.totals, cancelled: 0, executing: 2, undistributed: 22, failed, success: 40 - failed, total: 64 },
  };
  answerFetch({ "/v1/api/runs": pageOf(run) });
  await show(<RunningNow project="demo" />);
  await vi.waitFor(() => expect(shownText()).toContain("Smoke #12"));
  expect(document.querySelector(".home-progress")?.textContent).toBe("62%");
});
