// @vitest-environment happy-dom
import { beforeAll, expect, it, vi } from "vitest";
import { act, type ReactElement } from "react";
import { Route, Routes } from "react-router";
import { answerFetch, button, press, show } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { AdminDevicesTab } from "./admin-devices-tab.tsx";
import { ADMIN_DEVICE, FOUND } from "./device-lists.fixture.ts";
import DevicesPage from "./devices-page.tsx";

beforeAll(() => loadTexts("devices", "common", "errors", "tests", "agents"));

it.each([
  ["a project", "/v1/api/devices", DEVICE, "/:projectId/remote/list", "/demo/remote/list", <DevicesPage key="own" />],
  [
    "the server",
    "/v1/plat/admin/devices",
    ADMIN_DEVICE,
    "/admin/device",
    "/admin/device",
    <AdminDevicesTab key="all" />,
  ],
] as const satisfies readonly (readonly [string, string, object, string, string, ReactElement])[])(
  "sorts the devices of %s as the address says, and by the columns",
  async (_, path, device, route, address, page) => {
    const asked = answerFetch({
      "/v1/plat/project/demo/privilege/enforce": { privilege_list: [] },
      [path]: { ...FOUND, list: [device] },
    });
    const last = () => asked.findLast((call) => call.path === path)?.query;
    const shown = (query: object) => act(() => vi.waitFor(() => expect(last()).toMatchObject(query)));
    await show(
      <Routes>
        <Route path={route} element={page} />
      </Routes>,
      `${address}?sort=os_version&order=desc`,
    );
    await shown({ sort: "os_version", order: "desc", language: "en" });
    await act(() => vi.waitFor(() => button("Serial")));
    await press(button("Serial"));
    await shown({ sort: "serial", order: "asc" });
    expect(document.querySelector('th[aria-sort="ascending"]')?.textContent).toContain("Serial");
    await press(button("Battery"));
    await shown({ sort: "battery", order: "desc" });
  },
);

it("begins with names from A on", async () => {
  const asked = answerFetch({ "/v1/plat/admin/devices": { ...FOUND, list: [ADMIN_DEVICE] } });
  await show(<AdminDevicesTab />, "/admin/device");
  await act(() =>
    vi.waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: "name", order: "asc", language: "en" })),
  );
});
