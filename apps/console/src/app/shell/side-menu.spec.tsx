// @vitest-environment happy-dom
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { SideMenu } from "./side-menu.tsx";

beforeEach(() =>
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} })),
);

vi.mock("../use-menu.tsx", async (original) => ({
  ...(await original<object>()),
  useMenu: () => {
    const menu = { group: "menu.project", icon: "members", go: "m" };
    return [{ route: { path: "/:projectId/project/member", title: "title.members" }, menu }];
  },
}));

beforeAll(() => loadTexts("app", "common"));

const asks = (user_id: string) => ({
  user_id,
  user_name: "Bea",
  email: "bea@example.com",
  head_image: "",
  message: "",
  created_at: 1,
});
const linked = () => [...document.querySelectorAll("nav a")].map((link) => link.getAttribute("href"));
const members = () => document.querySelector('a[href="/demo/project/member"]');

it("calls a place by its name and by what waits there", async () => {
  answerFetch({
    "/v1/plat/project/demo/privilege/enforce": { privilege_list: ["member.invite"] },
    "/v1/plat/project/demo/join/list": { list: [asks("u-2"), asks("u-3")] },
  });
  await show(<SideMenu projectId="demo" screen={undefined} />);
  await vi.waitFor(() => expect(members()?.textContent).toContain("2 requests to join"));
  expect(members()?.textContent).toContain("Members");
  // A label would hide the number from who hears the page.
  expect(members()?.hasAttribute("aria-label")).toBe(false);
});

it("shows none of a project's places before it is known which", async () => {
  answerFetch({});
  await show(<SideMenu projectId="demo" screen={undefined} />);
  expect(linked()).toEqual(["/home"]);
});

it("leads who is in no project to the projects", async () => {
  answerFetch({});
  await show(<SideMenu projectId={undefined} screen={undefined} />);
  expect(linked()).toEqual(["/home", "/project/manage?skip=false"]);
});
