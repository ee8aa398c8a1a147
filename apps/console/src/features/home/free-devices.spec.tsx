// @vitest-environment happy-dom
import { DEVICE_STATES, type Device } from "@udt/contract";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { standing } from "../../lib/project.fixture.ts";
import { pageOf } from "../../lib/runs.fixture.ts";
import { Availability, FreeDevices } from "./free-devices.tsx";

beforeAll(() => loadTexts("home", "common"));

const state_counts = { ...Object.fromEntries(DEVICE_STATES.map((state) => [state, 0])), idle: 1 };
async function shown(change: Partial<Device>): Promise<string> {
  answerFetch({
    ...standing(2),
    "/v1/api/devices": {
      ...pageOf({ ...DEVICE, ...change }),
      state_counts,
      care_count: 0,
      draining_count: 0,
      sites: [],
    },
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

it("counts as idle, and asks for, only what somebody can get", async () => {
  const told = { ...pageOf(DEVICE), state_counts: { ...state_counts, idle: 3 }, care_count: 0, draining_count: 2 };
  const asked = answerFetch({ ...standing(2), "/v1/api/devices": { ...told, sites: [] } });
  await show(<Availability project="demo" />);
  const idle = () => document.querySelector(".home-figures a");
  await vi.waitFor(() => expect(idle()?.textContent).toBe("1Idle"));
  expect(idle()?.getAttribute("href")).toContain("state=idle&no_draining=1");
  expect(asked.find(({ path }) => path === "/v1/api/devices")?.query).toMatchObject({ no_draining: "1" });
});

it.each<[Partial<Device>, string]>([
  [{ remote_access: false }, "Not for debugging"],
  [{ out_of_use: { since: 1, user_name: "Ada", reason: "The battery swells" } }, "Out of use"],
])("offers no session on one that would be refused, and says why: %o", async (change, why) => {
  expect(await shown(change)).toContain(why);
  expect(hasDebug()).toBe(false);
});
