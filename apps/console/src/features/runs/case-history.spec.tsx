// @vitest-environment happy-dom
import type { CaseRun, RunOrigin } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf, RUN_CASE } from "../../lib/runs.fixture.ts";
import { CaseHistory } from "./case-history.tsx";
import { showInReport } from "./report.fixture.tsx";

beforeAll(() => loadTexts("common", "runs"));

const ran = (case_run_id: number, state: CaseRun["state"], origin: RunOrigin) => {
  const of = { test_id: `t-${case_run_id}`, run_number: case_run_id, origin, commit_id: "", app_version: "" };
  return { ...RUN_CASE, ...of, case_run_id, state, started_at: 1 };
};
const history = async (list: readonly ReturnType<typeof ran>[]) => {
  answerFetch({ "/v1/api/runs/cases/history": pageOf(...list) });
  await showInReport(<CaseHistory job_id="j-1" one={ran(1, "success", "manual")} />);
  await vi.waitFor(() => expect(document.querySelector(".runs-history")).not.toBeNull());
};

it("how often a case passes is told of whole runs, and those of repeats are shown apart", async () => {
  await history([
    ran(4, "failed", "alone"),
    ran(3, "failed", "rerun"),
    ran(2, "success", "schedule"),
    ran(1, "success", "manual"),
  ]);
  expect(shownText()).toContain("2 of the last 2 results passed");
  expect(shownText()).toContain("which are not counted");
  const bars = [...document.querySelectorAll(".runs-history a")];
  expect(bars.map((bar) => bar.hasAttribute("data-repeat"))).toEqual([false, false, true, true]);
  expect(bars.at(-1)?.getAttribute("aria-label")).toContain("one case alone");
});

it("a history of whole runs has nothing apart", async () => {
  await history([ran(2, "failed", "manual"), ran(1, "success", "manual")]);
  expect(shownText()).toBe("1 of the last 2 results passed");
  const labels = [...document.querySelectorAll(".runs-history a")].map((bar) => bar.getAttribute("aria-label"));
  expect(labels).toEqual([expect.stringMatching(/^#1: Passed/), expect.stringMatching(/^#2: Failed/)]);
});

it("a run in which it passed only when it was tried again is marked, and told", async () => {
  await history([{ ...ran(2, "success", "manual"), attempt: 2 }, ran(1, "success", "manual")]);
  const bars = [...document.querySelectorAll<HTMLElement>(".runs-history a")];
  expect(bars.map(({ dataset }) => [dataset["tone"], "flaky" in dataset])).toEqual([
    ["good", false],
    ["warning", true],
  ]);
  expect(bars[1]!.getAttribute("aria-label")).toContain("flaky");
  expect(shownText()).toContain("Striped: 1 flaky");
});

it("says nothing of earlier runs before they are read", async () => {
  await showInReport(<CaseHistory job_id="j-1" one={ran(1, "success", "manual")} />);
  expect(shownText()).toBe("");
});

it("says that its earlier runs could not be read, and not that there were none", async () => {
  answerFetch({ "/v1/api/runs/cases/history": "bad_request" });
  await showInReport(<CaseHistory job_id="j-1" one={ran(1, "success", "manual")} />);
  await vi.waitFor(() => expect(shownText()).toBe("The reports could not be read"));
});
