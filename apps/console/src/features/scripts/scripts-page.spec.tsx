// @vitest-environment happy-dom
import { Route, Routes } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import ScriptsPage from "./scripts-page.tsx";

const open = async (query: string) => {
  answerFetch({ "/v1/editor/repos": { list: [], total: 0, page_num: 1, page_size: 20 } });
  await show(
    <Routes>
      <Route path="/:projectId/auto/script-manage/list" element={<ScriptsPage />} />
    </Routes>,
    `/demo/auto/script-manage/list${query}`,
    { user_role: { udt_admin: true } },
  );
  await vi.waitFor(() => expect(document.body.textContent).toContain("No script repositories yet"));
};
beforeAll(() => loadTexts("scripts", "common", "rules"));

it.each([
  ["open where its address says so", "?create=1", 1],
  ["shut where it does not", "", 0],
])("has the dialog of a new repository %s", async (_how, query, dialogs) => {
  await open(query);
  expect(document.querySelectorAll("[role=dialog]")).toHaveLength(dialogs);
});
