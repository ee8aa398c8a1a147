// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { MyRecent } from "./my-sessions.tsx";

beforeAll(() => loadTexts("home", "common"));

it("lists what the lists that it leads to have: what one did in this project", async () => {
  const asked = answerFetch({});
  await show(<MyRecent project="demo" />);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ state: "ended", project_id: "demo" });
  const links = [...document.querySelectorAll("header a")].map((link) => link.getAttribute("href"));
  expect(links).toEqual(["/demo/remote/record?mine=1", "/demo/auto/records/list"]);
});
