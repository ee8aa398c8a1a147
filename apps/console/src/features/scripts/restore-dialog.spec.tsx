// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { RestoreDialog } from "./restore-dialog.tsx";

const PATH = "/v1/editor/repos/r1/restore";
const COMMIT = "a".repeat(40);
const BASE = "b".repeat(40);
const place = { project: "demo", repo_id: "r1", branch: "" };
const file = { path: "cart.py", old_path: "cart.py", change: "changed", added: 1, removed: 1 };
const shown = { base_commit_id: BASE, files: [file], patch: "@@ -1 +1 @@\n-new\n+old\n", has_more: false };
beforeAll(() => loadTexts("scripts", "commits", "common", "rules", "refusals"));

const open = async (answers: Parameters<typeof answerFetch>[0]) => {
  const asked = answerFetch(answers);
  const wish = { commit_id: COMMIT, what: "version", path: "cart.py" } as const;
  await show(<RestoreDialog place={place} wish={wish} subject="Begin" onClose={() => {}} />, "/");
  return asked;
};
const button = () =>
  [...document.querySelectorAll<HTMLButtonElement>(".ant-modal-footer button")].find(
    ({ textContent }) => textContent === "Restore",
  );

it("does what it shows, for the commit that it shows it for", async () => {
  const asked = await open({ [`GET ${PATH}`]: shown, [`POST ${PATH}`]: { commit_id: COMMIT, parent_commit_id: BASE } });
  await vi.waitFor(() => expect(document.body.textContent).toContain("+old"));
  await vi.waitFor(() => expect(button()?.disabled).toBe(false));
  await act(async () => button()?.click());
  await vi.waitFor(() =>
    expect(asked.find(({ method }) => method === "POST")?.body).toEqual({
      branch: "",
      commit_id: COMMIT,
      what: "version",
      path: "cart.py",
      base_commit_id: BASE,
      message: "Restore cart.py as of aaaaaaa",
    }),
  );
});

it.each([
  ["nothing would change", { ...shown, files: [], patch: "" }, "nothing would change"],
  ["it cannot be said what changes", "script_git_failed", "Git did not answer"],
])("confirms nothing where %s", async (_what, answer, text) => {
  await open({ [`GET ${PATH}`]: answer });
  await vi.waitFor(() => expect(document.body.textContent).toContain(text));
  expect(button()?.disabled).toBe(true);
});
