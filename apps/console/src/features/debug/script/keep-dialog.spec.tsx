// @vitest-environment happy-dom
import { act } from "react";
import { Route, Routes } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press, show, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { KeepDialog } from "./keep-dialog.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "rules", "debug", "job-config", "commits"));

const settled = (check: () => void) => vi.waitFor(async () => (await act(async () => {}), check()));
const COMMIT = "a".repeat(40);
const REPO = {
  repo_id: "r-1",
  project_id: "p-1",
  name: "Shop",
  description: "",
  template: "pytest",
  default_branch: "main",
  clone_url: "https://udt.test/git/r-1.git",
  size_bytes: 1,
  user_name: "Ada",
  created_at: 1,
  updated_at: 1,
  outside: null,
};
const LIST = "GET /v1/editor/repos";
const MAKE = "POST /v1/editor/repos";
const KEPT = { path: "tests/test_recorded.py", filesAt: () => ({ text: "steps", pictures: [] }) };

/** Where a recording is to be saved. @param repos the project's repositories, to which what is made comes */
async function dialog(repos: object[], more: Readonly<Record<string, unknown>> = {}) {
  const asked = answerFetch({
    [LIST]: () => ({ list: repos, total: repos.length, page_num: 1, page_size: 1 }),
    [MAKE]: () => (repos.push(REPO), REPO),
    "GET /v1/editor/repos/r-1": REPO,
    "GET /v1/editor/repos/r-1/branches": { default_branch: "main", branches: [{ name: "main", commit_id: COMMIT }] },
    "GET /v1/editor/repos/r-1/tree": { commit_id: COMMIT, entries: [], total: 0, has_more: false },
    "POST /v1/editor/repos/r-1/commits": { commit_id: "b".repeat(40), parent_commit_id: COMMIT, branch: "main" },
    ...more,
  });
  await show(
    <Routes>
      <Route path="/:projectId/debug" element={<KeepDialog {...KEPT} onClose={() => undefined} />} />
    </Routes>,
    "/demo/debug",
  );
  return (path: string) =>
    asked.filter(({ method, path: of }) => method === "POST" && of === path).map(({ body }) => body);
}

it("leads a project without a script repository to its first, and saves the recording there", async () => {
  const posted = await dialog([]);
  await settled(() => expect(shownText()).toContain("This project has no script repository yet."));
  await press(button("Make the repository"));
  expect(posted("/v1/editor/repos")).toEqual([]);
  await fill(field("Name of the repository"), "Shop");
  await press(button("Make the repository"));
  await settled(() => expect(shownText()).not.toContain("has no script repository yet"));
  expect(posted("/v1/editor/repos")).toEqual([{ name: "Shop", description: "", template: "pytest" }]);
  await settled(() => expect(shownText()).toContain("Branch"));
  await settled(() => expect(button("Save").className).not.toContain("loading"));
  await press(button("Save"));
  await settled(() => expect(shownText()).toContain("tests/test_recorded.py is saved to main."));
  expect(posted("/v1/editor/repos/r-1/commits")).toMatchObject([
    { branch: "main", changes: [{ change: "write", path: "tests/test_recorded.py", text: "steps", is_new: true }] },
  ]);
});

it("says why the first repository was not made, and keeps what was entered", async () => {
  await dialog([], { [MAKE]: "script_repository_limit" });
  await settled(() => expect(shownText()).toContain("This project has no script repository yet."));
  await fill(field("Name of the repository"), "Shop");
  await press(button("Make the repository"));
  await settled(() => expect(document.querySelector(".ant-alert-error")).not.toBeNull());
  expect(field("Name of the repository").value).toBe("Shop");
});

it("has a repository chosen where there are some", async () => {
  await dialog([REPO]);
  await settled(() => expect(shownText()).toContain("It becomes a commit, with you as its author."));
  expect(shownText()).not.toContain("has no script repository yet");
});
