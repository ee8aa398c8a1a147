// @vitest-environment happy-dom
import { beforeAll, expect, it } from "vitest";
import { answerFetch, button, field, fill, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import type { AdminDevice } from "@udt/contract/endpoints/devices";
import { useBulkButtons } from "./bulk-buttons.tsx";
import { DeviceGiven } from "./device-given.tsx";
import { DeviceUseOf } from "./device-use.tsx";
import { BULK_ACTIONS } from "./use-bulk.ts";

const OURS = ["Take out of use…", "Set site…", "Set location…", "Set use…"];
const WHY = /Other projects see th/;
const shared = { ...DEVICE, shared: true };

beforeAll(() => loadTexts("devices", "common", "errors", "refusals"));

const disabled = () => OURS.map((name) => button(name).disabled);

it("is its project's to take out and to place while no other sees it", async () => {
  await show(<DeviceUseOf project="demo" device={DEVICE} may />);
  expect([disabled(), WHY.test(shownText())]).toEqual([[false, false, false, false], false]);
});

it("is not once others see it, and says why, but for administrators of the server", async () => {
  await show(<DeviceUseOf project="demo" device={shared} may />);
  expect([disabled(), WHY.test(shownText())]).toEqual([[true, true, true, true], true]);
});

it("is an administrator's, by a project and by none", async () => {
  await show(<DeviceUseOf project="demo" device={shared} may />, "/", { user_role: { udt_admin: true } });
  expect(disabled()).toEqual([false, false, false, false]);
});

it("is taken out with others only where one of them is the project's own", async () => {
  function Buttons({ devices }: { devices: (typeof DEVICE)[] }) {
    return useBulkButtons("demo", BULK_ACTIONS).buttons(devices);
  }
  await show(<Buttons devices={[shared, { ...shared, device_id: "d2" }]} />);
  expect([disabled(), button("Inspect now…").disabled, WHY.test(shownText())]).toEqual([
    [true, true, true, true],
    false,
    true,
  ]);
});

it("tells to whom it is given, and finds one of many projects", async () => {
  const projects = ["Alpha", "Beta", "Gamma"].map((name) => ({ project_id: name.toLowerCase(), name }));
  const given: AdminDevice = { ...DEVICE, given_to: "projects", project_count: 40, projects, last_test_at: null };
  const path = `/v1/plat/admin/devices/${DEVICE.device_id}/projects`;
  const asked = answerFetch({ [path]: { list: projects.slice(1, 2), total: 1, page_num: 1, page_size: 25 } });
  await show(<DeviceGiven device={given} />);
  expect(shownText()).toContain("Given to Alpha, Beta, Gamma and 37 more");
  await fill(field("Project"), "bet");
  expect(asked.at(-1)?.query).toMatchObject({ keyword: "bet" });
});

it("says that nobody sees it whom it is given to", async () => {
  const given: AdminDevice = { ...DEVICE, given_to: "projects", project_count: 0, projects: [], last_test_at: null };
  await show(<DeviceGiven device={given} />);
  expect(shownText()).toContain("Given to nobody");
});
