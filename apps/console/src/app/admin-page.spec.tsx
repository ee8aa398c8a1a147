// @vitest-environment happy-dom
import { Route, Routes } from "react-router";
import { beforeAll, expect, it } from "vitest";
import { show, shownText } from "../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../lib/i18n/index.ts";
import AdministrationPage from "./admin-page.tsx";

beforeAll(() => loadTexts("app", "common", "admin"));

it("says of an address below it that leads nowhere which it was", async () => {
  const page = (
    <Routes>
      <Route path="/admin/:tab" element={<AdministrationPage />} />
    </Routes>
  );
  await show(page, "/admin/devices", { user_role: { udt_admin: true } });
  expect(shownText()).toContain("Nothing is to be found at /admin/devices.");
});
