// @vitest-environment happy-dom
import { DEVICE_STATES, type Device } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { standing } from "../../lib/project.fixture.ts";
import { pageOf } from "../../lib/runs.fixture.ts";
import { FreeDevices } from "./free-devices.tsx";

beforeAll(() => loadTexts("home", "common"));

const state_counts = { ...Object.fromEntries(DEVICE_STATES.map((state) => [state, 0])), idle: 1 };
async function shown(change: Partial<Device>): Promise<string> {
  answerFetch({
    ...standing(2),
    "/v1/api/devices": { ...pageOf({ ...DEVICE, ...change }), state_counts, care_count: 0, sites: [] },
  });
  await show(<FreeDevices project="demo" />);
  await vi.waitFor(() => expect(document.querySelector(".home-name")).not.toBeNull());
  return shownText();
}
const hasDebug = () => [...document.querySelectorAll("button")].some((one) => one.textContent?.startsWith("Debug"));

it("offers a device that is free, and tells what is wrong with it", async () => {
  const said = await shown({ open_work_orders: 2, last_check: { state: "failed", ended_at: 1 } });
  expect(said).toContain("open work order, failed its last self-check");
  await vi.waitFor(() => expect(hasDebug()).toBe(true));
  document.body.replaceChildren();
  expect(await shown({})).not.toContain("reported");
});

it("leaves out a device that nobody gets, whose agent is being drained", async () => {
  const draining = { ...DEVICE, device_id: "d-2", model: "Two", draining: { since: 1, user_name: "Ada" } };
  answerFetch({
    ...standing(2),
    "/v1/api/devices": { ...pageOf(DEVICE, draining), state_counts, care_count: 0, sites: [] },
  });
  await show(<FreeDevices project="demo" />);
  await vi.waitFor(() => expect(document.querySelectorAll(".home-name")).toHaveLength(1));
  expect(shownText()).not.toContain("Two");
});

it.each<[Partial<Device>, string]>([
  [{ remote_access: false }, "Not for debugging"],
  [{ out_of_use: { since: 1, user_name: "Ada", reason: "The battery swells" } }, "Out of use"],
])("offers no session on one that would be refused, and says why: %o", async (change, why) => {
  expect(await shown(change)).toContain(why);
  expect(hasDebug()).toBe(false);
});
