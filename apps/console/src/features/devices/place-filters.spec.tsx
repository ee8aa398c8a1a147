// @vitest-environment happy-dom
import { act } from "react";
import { Route, Routes } from "react-router";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, field, fill, show } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { AdminDevicesTab } from "./admin-devices-tab.tsx";
import { ADMIN_DEVICE, FOUND } from "./device-lists.fixture.ts";
import DevicesPage from "./devices-page.tsx";

beforeAll(() => loadTexts("devices", "common", "errors", "tests", "agents"));

it.each([
  ["a project", "/v1/api/devices", DEVICE, "/:projectId/remote/list", "/demo/remote/list", <DevicesPage key="own" />],
  ["the server", "/v1/plat/admin/devices", ADMIN_DEVICE, "/admin/device", "/admin/device", <AdminDevicesTab key="a" />],
])("devices of %s are narrowed to a part of their location, as the address says", async (_, path, device, ...of) => {
  const [route, address, page] = of;
  const asked = answerFetch({
    "/v1/plat/project/demo/privilege/enforce": { privilege_list: [] },
    [path]: { ...FOUND, list: [device] },
  });
  const last = () => asked.findLast((call) => call.path === path)?.query;
  const shown = (location: string | undefined) =>
    vi.waitFor(async () => {
      await act(async () => {});
      expect(last()?.["location"]).toBe(location);
    });
  await show(
    <Routes>
      <Route path={route} element={page} />
    </Routes>,
    `${address}?location=slot+7`,
  );
  await shown("slot 7");
  await act(() => vi.waitFor(() => expect(field("Location").value).toBe("slot 7")));
  await fill(field("Location"), " shelf ");
  await shown("shelf");
  await fill(field("Location"), "");
  await shown(undefined);
});
