// @vitest-environment happy-dom
import { Route, Routes } from "react-router";
import { beforeAll, expect, it } from "vitest";
import { answerFetch, show, shownText } from "../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../lib/i18n/index.ts";
import AdminDebugPage from "./admin-debug-page.tsx";
import AdminOrdersPage from "./admin-orders-page.tsx";
import AdministrationPage from "./admin-page.tsx";
import AdminRecentPage from "./admin-recent-page.tsx";

beforeAll(() => loadTexts("app", "common", "admin", "errors", "recent-tests", "work-orders"));

it("says of an address below it that leads nowhere which it was", async () => {
  const page = (
    <Routes>
      <Route path="/admin/:tab" element={<AdministrationPage />} />
    </Routes>
  );
  await show(page, "/admin/devices", { user_role: { udt_admin: true } });
  expect(shownText()).toContain("Nothing is to be found at /admin/devices.");
});

it.each([
  ["recent", AdminRecentPage],
  ["issue", AdminOrdersPage],
  ["debug", AdminDebugPage],
])("says to others that a screen of its own is for administrators, and asks nothing for it: %s", async (_, Screen) => {
  const asked = answerFetch({});
  await show(<Screen />, "/admin/d-1?test_id=t");
  expect(shownText()).toContain("No permission");
  expect(asked.map(({ path }) => path)).toEqual(["/v1/plat/admin/names"]);
});
