// @vitest-environment happy-dom
import { say } from "@udt/contract";
import type { AdminDevice } from "@udt/contract/endpoints/devices";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { AdminDeviceDrawer } from "./admin-device-drawer.tsx";
import { AdminDeviceRow } from "./admin-device-row.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "devices", "tests", "inspection", "words"));

const FREE: AdminDevice = { ...DEVICE, given_to: "agent", project_count: 0, projects: [], last_test_at: null };
const KEPT_BACK: AdminDevice = {
  ...FREE,
  open_work_orders: 1,
  last_check: { state: "failed", ended_at: 1 },
  draining: { since: 1, user_name: "Olga" },
  remote_access: false,
  care: [say("care_hot", { celsius: 47 })],
};
const WHY = [
  "the battery is at 47 °C",
  "Draining since",
  "Failed its last self-check",
  "Open work order",
  "Not there for debugging",
];

const inRow = (device: AdminDevice) => (
  <Table columns={[]}>
    <AdminDeviceRow device={device} tick={null} onOpen={() => undefined} />
  </Table>
);
const inDrawer = (device: AdminDevice) => {
  answerFetch({ "/v1/plat/admin/devices/d": device });
  return <AdminDeviceDrawer device_id="d" onClose={() => undefined} />;
};

it("administrators see how a device wore, whoever sees it", async () => {
  const wear = { step_ms: 3_600_000, rows: [] };
  answerFetch({ "/v1/plat/admin/devices/d": FREE, "/v1/plat/admin/devices/d/wear": wear });
  await show(<AdminDeviceDrawer device_id="d" onClose={() => undefined} />);
  await act(() => vi.waitFor(() => expect(shownText()).toContain("It has told nothing of this yet.")));
});

it.each([
  ["row", inRow],
  ["drawer", inDrawer],
] as const)("administrators see in a device's %s why tasks or people do not get it", async (_, place) => {
  await show(place(KEPT_BACK));
  await act(() => vi.waitFor(() => expect(shownText()).toContain("Its agent is being drained")));
  for (const why of WHY) expect(shownText()).toContain(why);
  expect(shownText()).not.toContain("Free now");
  document.body.replaceChildren();
  await show(place(FREE));
  await act(() => vi.waitFor(() => expect(shownText()).toContain("Free now")));
  for (const why of WHY) expect(shownText()).not.toContain(why);
});
