// @vitest-environment happy-dom
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { ApprovalsBadge } from "./approvals-badge.tsx";

const PATH = "/v1/plat/admin/waiting";
const badge = (accounts: number, udt_admin: boolean) => {
  const asked = answerFetch({ [PATH]: { accounts } });
  return show(<ApprovalsBadge />, "/", { user_role: { udt_admin } }).then(() => asked);
};

beforeAll(() => loadTexts("app"));

describe("the badge of what waits for administrators", () => {
  it("says how many accounts wait", async () => {
    await badge(2, true);
    await vi.waitFor(() => expect(shownText()).toContain("2 accounts wait to be approved"));
  });

  it("is not there when none does", async () => {
    const asked = await badge(0, true);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    expect(document.querySelector(".udt-badge")).toBeNull();
  });

  it("asks nothing for who may not decide", async () => {
    expect(await badge(2, false)).toEqual([]);
    expect(document.querySelector(".udt-badge")).toBeNull();
  });
});
