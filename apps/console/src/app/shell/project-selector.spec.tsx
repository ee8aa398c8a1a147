// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf } from "../../lib/runs.fixture.ts";
import { ProjectSelector } from "./project-selector.tsx";

beforeAll(() => loadTexts("app", "common"));

const told = () => document.querySelector(".udt-header-button")?.textContent;

it("says that there is no project once that is known", async () => {
  await show(<ProjectSelector projectId={undefined} project={undefined} />);
  expect(told()).toBe("");
  answerFetch({ "/v1/plat/project/list": pageOf() });
  await show(<ProjectSelector projectId={undefined} project={undefined} />);
  await vi.waitFor(() => expect(document.body.textContent).toContain("No project"));
});
