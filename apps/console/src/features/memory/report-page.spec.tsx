// @vitest-environment happy-dom
import { say } from "@udt/contract";
import { act } from "react";
import { Route, Routes } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { SAMPLE, TRACE } from "./memory.fixture.ts";
import ReportPage from "./report-page.tsx";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("common", "errors", "words", "memory", "baselines"));

const REFUSED = { ...SAMPLE, state: "refused", fault: say("memory_empty", { file: "a.txt" }) } as const;

it.each([
  ["one that is there", "?sample=m-1", [REFUSED], undefined],
  ["none", "", [REFUSED], undefined],
  ["one that is gone", "?sample=m-9", [REFUSED], en.gone_shown],
  ["one that is gone with all others", "?sample=m-9", [], en.gone],
])("says so where its address names a sample that is gone: %s", async (_which, search, samples, text) => {
  answerFetch({ "/v1/api/memory/traces/t-1": { trace: TRACE, samples, growth: null } });
  const page = (
    <Routes>
      <Route path="/:projectId/report/:testId" element={<ReportPage />} />
    </Routes>
  );
  await show(page, `/demo/report/t-1${search}`);
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(document.querySelector("h1")?.textContent).toBe("Shop");
  });
  const said = document.querySelector(".memory-gone")?.textContent;
  expect(said).toBe(text);
});
