// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { NeedsYou } from "./needs-you.tsx";

const WAITING = "/v1/plat/admin/waiting";
const needs = (accounts: number, udt_admin: boolean) => {
  const asked = answerFetch({ [WAITING]: { accounts } });
  return show(<NeedsYou project="demo" />, "/", { user_role: { udt_admin } }).then(() => asked);
};

beforeAll(() => loadTexts("home", "common"));

describe("what waits for an administrator", () => {
  it("is the accounts to approve, with the way to them", async () => {
    await needs(2, true);
    await vi.waitFor(() => expect(shownText()).toContain("2 accounts wait to be approved"));
    expect(document.querySelector("a")?.getAttribute("href")).toBe("/admin/users?state=approving");
  });

  it("is nothing that others are asked about", async () => {
    expect((await needs(2, false)).filter(({ path }) => path === WAITING)).toEqual([]);
    expect(shownText()).toBe("");
  });
});
