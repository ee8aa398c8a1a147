// @vitest-environment happy-dom
import { say, type MemorySample, type MemoryTrace } from "@udt/contract";
import { act } from "react";
import { Route, Routes } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import ReportPage from "./report-page.tsx";
import en from "./texts/en.ts";

beforeAll(() => loadTexts("common", "errors", "words", "memory", "baselines"));

const TRACE: MemoryTrace = {
  trace_id: "t-1",
  name: "Shop",
  app_name: "Shop",
  app_version: "1",
  device_memory_gb: null,
  footprint_limit_bytes: null,
  created_at: 1_000,
  updated_at: 1_000,
  samples: 1,
  footprint_bytes: null,
  size_bytes: 10,
  user_name: "member",
  recording: null,
  is_deletable: false,
  is_kept: false,
};
const SAMPLE: MemorySample = {
  sample_id: "m-1",
  trace_id: "t-1",
  number: 1,
  label: "List",
  taken_at: 1_500,
  state: "refused",
  size_bytes: 10,
  read_bytes: 0,
  fault: say("memory_empty", { file: "a.txt" }),
  notes: [],
  recording_id: null,
  created_at: 1_500,
  facts: null,
  files: [],
  user_name: "member",
};

it.each([
  ["one that is there", "?sample=m-1", [SAMPLE], undefined],
  ["none", "", [SAMPLE], undefined],
  ["one that is gone", "?sample=m-9", [SAMPLE], en.gone_shown],
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
