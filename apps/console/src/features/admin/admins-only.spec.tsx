// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { AdminsOnly } from "./admins-only.tsx";

beforeAll(() => loadTexts("admin", "common", "errors", "refusals"));

it("names whom to ask", async () => {
  answerFetch({ "/v1/plat/admin/names": { administrators: [{ user_name: "Ada" }, { user_name: "Bea" }] } });
  await show(<AdminsOnly />, "/admin/users");
  await vi.waitFor(() => expect(shownText()).toContain("Ada or Bea can make you one there, under Users."));
});
