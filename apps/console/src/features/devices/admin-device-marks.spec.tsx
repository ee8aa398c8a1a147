// @vitest-environment happy-dom
import { say } from "@udt/contract";
import type { AdminDevice } from "@udt/contract/endpoints/devices";
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Table } from "../../lib/list/index.ts";
import { AdminDeviceDrawer } from "./admin-device-drawer.tsx";
import { AdminDeviceRow } from "./admin-device-row.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "devices", "tests", "inspection", "words", "work-orders"));

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

/** What is shown changes between two looks. */
const settled = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => undefined);
    check();
  }, 10_000);

it("administrators see how a device wore, whoever sees it", async () => {
  const wear = { step_ms: 3_600_000, rows: [] };
  answerFetch({ "/v1/plat/admin/devices/d": FREE, "/v1/plat/admin/devices/d/wear": wear });
  await show(<AdminDeviceDrawer device_id="d" onClose={() => undefined} />);
  await settled(() => expect(shownText()).toContain("It has told nothing of this yet."));
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

it("administrators report a device as broken, through no project", async () => {
  const asked = answerFetch({ "/v1/plat/admin/devices/d": FREE });
  await show(<AdminDeviceDrawer device_id="d" onClose={() => undefined} />);
  await settled(() => void button("Report as broken…"));
  await press(button("Report as broken…"));
  await fill(field("What is wrong with it?"), "The glass is cracked");
  await press(button("Report"));
  const sent = asked.find(({ method }) => method === "POST");
  expect([sent?.path, sent?.body]).toEqual(["/v1/plat/admin/devices/d/work_orders", { text: "The glass is cracked" }]);
});
