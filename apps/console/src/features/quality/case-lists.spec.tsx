// @vitest-environment happy-dom
import { say } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Behind } from "./behind.tsx";
import { CaseLists, ClusterList } from "./case-lists.tsx";

beforeAll(() => loadTexts("quality", "common", "words"));

const CODED = { error: "", reason: say("low_code_loop_over", { most: 7 }) };
const TOLD = "the condition of the loop still held after 7 rounds";
const ONE = {
  project_id: "shop",
  project_name: "Shop",
  job_id: "nightly",
  job_name: "Nightly",
  case_key: "a.yaml::one",
  name: "one",
  file: "a.yaml",
  test_id: "test",
  case_run_id: 1,
  ...CODED,
};

it("names a case that fails with why, in the user's words", async () => {
  await show(<CaseLists cases={{ failing: [{ ...ONE, failed: 1, total: 2 }], flaky: [], slowest: [] }} />, "/");
  expect(shownText()).toContain(TOLD);
});

it("names failures that say the same by what they say", async () => {
  const counted = { signature: "s", failures: 2, cases: 1, first_at: 1, last_at: 2, is_new: true };
  await show(<ClusterList clusters={{ list: [{ ...ONE, ...counted }] }} />, "/");
  expect(shownText()).toContain(TOLD);
});

it("says of each result behind a figure why, and what the framework said goes before it", async () => {
  const result = { ...ONE, run_number: 3, device_model: "Pixel", created_at: 1 };
  const list = [result, { ...result, case_run_id: 2, error: "boom" }];
  answerFetch({ "/v1/api/bi/quality/results": { list, total: 2, page_num: 1, page_size: 25 } });
  await show(
    <Behind
      list="failed"
      query={{ days: "7", time_zone: "UTC" }}
      page_num={1}
      search={new URLSearchParams()}
      onPage={() => {}}
      onNarrow={() => {}}
      onClose={() => {}}
    />,
    "/",
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain("boom"));
  expect(document.body.textContent?.split(TOLD)).toHaveLength(2);
});

it("opens the failures that the number of a case, and of a group of failures, counts", async () => {
  const opened: unknown[] = [];
  const onFailures = (of: unknown) => void opened.push(of);
  const counted = { signature: "5af", failures: 2, cases: 1, first_at: 1, last_at: 2, is_new: true };
  await show(
    <>
      <CaseLists
        cases={{ failing: [{ ...ONE, failed: 1, total: 2 }], flaky: [], slowest: [] }}
        onFailures={onFailures}
      />
      <ClusterList clusters={{ list: [{ ...ONE, ...counted }] }} onFailures={onFailures} />
    </>,
    "/",
  );
  for (const button of document.querySelectorAll("button")) await act(async () => button.click());
  expect(opened).toEqual([{ job_id: "nightly", case_key: "a.yaml::one" }, { signature: "5af" }]);
});
