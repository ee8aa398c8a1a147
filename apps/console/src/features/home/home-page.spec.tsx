// @vitest-environment happy-dom
import { Outlet, Route, Routes } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE_STATES } from "@udt/contract";
import { loadTexts } from "../../lib/i18n/index.ts";
import { standing } from "../../lib/project.fixture.ts";
import HomePage from "./home-page.tsx";

beforeAll(() => loadTexts("home", "common"));

const NONE = { list: [], total: 0, page_num: 1, page_size: 25 };
const STEPS = { touch: false, run: true, phone: false, colleague: false, library: false, device: null, job: null };
const FAILED = {
  job_id: "j",
  job_name: "Nightly",
  test_id: "t",
  run_number: 12,
  created_at: 0,
  failed: 1,
  new_failures: 1,
};

/** What stands in the two columns, from the top, of a project of which `failed_jobs` wait for somebody, and what ran on its days. */
async function columns(failed_jobs: object[], by_day: object[] = [], pending = 0) {
  const state_counts = { ...Object.fromEntries(DEVICE_STATES.map((state) => [state, 0])), busy: 1 };
  answerFetch({
    ...standing(2),
    "/v1/plat/project/demo/privilege/enforce": { privilege_list: ["case.view"] },
    "/v1/api/home/first_steps": STEPS,
    "/v1/api/home/needs": { failed_jobs, flaky_risers: [] },
    "/v1/api/home/pass_rate": { by_day, newest: by_day.at(-1) ?? null, pending },
    "/v1/api/devices": { ...NONE, state_counts, care_count: 0, draining_count: 0, sites: [] },
    "/v1/api/runs": NONE,
    "/v1/api/schedules": NONE,
    "/v1/api/bi/recent/test/list": NONE,
  });
  await show(
    <Routes>
      <Route element={<Outlet context="demo" />}>
        <Route path="*" element={<HomePage />} />
      </Route>
    </Routes>,
  );
  await vi.waitFor(() => expect(document.querySelector(".home-steps")).not.toBeNull());
  await vi.waitFor(() => expect(document.querySelector(".home-trend p")).not.toBeNull());
  return [...document.querySelectorAll(".home-side")].map((side) =>
    [...side.querySelectorAll("h2")].map(({ textContent }) => textContent),
  );
}
const COUNTED = { runs: 1, success: 9, skipped: 0, failed: 1, total: 10 };
const NEWEST = { ...COUNTED, day: "2026-11-20", before: COUNTED };
const FIRST = "First steps, 1 of 5 done";
const RATE = "Pass rate in 14 days";

it("begins with the first steps in a project that has no daily life yet", async () => {
  expect(await columns([])).toEqual([[FIRST, "Your latest sessions and runs"], [RATE]]);
});

it.each([
  ["before anything ran through", []],
  ["on the first day that anything did", [{ ...NEWEST, day: "2026-11-19", total: 0 }, NEWEST]],
])("begins with what needs somebody, which the first steps follow %s", async (_, by_day) => {
  expect(await columns([FAILED], by_day)).toEqual([["Needs you", FIRST, "Your latest sessions and runs"], [RATE]]);
});

it("keeps the first steps brief behind the rest where tests run every day", async () => {
  expect(await columns([FAILED], [{ ...NEWEST, day: "2026-11-19" }, NEWEST])).toEqual([
    ["Needs you", "Your latest sessions and runs"],
    [RATE, FIRST],
  ]);
  const done = document.querySelector(".home-steps [data-done]");
  expect(done?.textContent).toBe("Run a test");
});

it("is no new project's home while what ran is still being counted", async () => {
  await columns([], [], 40);
  expect(document.querySelector(".home-steps [data-done]")?.textContent).toBe("Run a test");
});

it("says where one looks for a phone that none is free, and nowhere else", async () => {
  await columns([]);
  expect(document.body.textContent.match(/No device is free/g)).toHaveLength(1);
  expect(document.body.textContent).not.toContain("Free now");
});
