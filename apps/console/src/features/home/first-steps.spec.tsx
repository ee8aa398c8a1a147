// @vitest-environment happy-dom
import { DEVICE_STATES } from "@udt/contract";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, button, press, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { standing } from "../../lib/project.fixture.ts";
import { pageOf } from "../../lib/runs.fixture.ts";
import { FirstSteps } from "./first-steps.tsx";

const STEPS = "/v1/api/home/first_steps";
const NONE = { touch: false, run: false, phone: false, colleague: false, library: false, device: null, job: null };

beforeAll(() => loadTexts("home", "common"));

const shown = async (told: object, user_type: 0 | 2 = 2, more: object = {}) => {
  const asked = answerFetch({
    ...standing(user_type),
    [STEPS]: { ...NONE, ...told },
    ...more,
  });
  await show(<FirstSteps project="demo" />);
  return asked;
};
const offered = () =>
  [...document.querySelectorAll("li:not([data-done]) :is(button, a)")].map((each) => each.textContent);

describe("first steps", () => {
  it("are told as they are done, with the way to those that are not", async () => {
    await shown({ touch: true, colleague: true, job: { job_id: "j", name: "Demo shop", awaits_library: false } });
    await vi.waitFor(() => expect(shownText()).toContain("First steps, 2 of 5 done"));
    expect(shownText()).toContain("“Demo shop” runs on a phone");
    expect(offered()).toEqual(["Run now", "Connect", "Import"]);
  });

  it("wait with a task until its library was read", async () => {
    await shown({ job: { job_id: "j", name: "Demo shop", awaits_library: true } });
    await vi.waitFor(() => expect(shownText()).toContain("The cases of “Demo shop” are being read"));
    expect(button("Run now").disabled).toBe(true);
  });

  it("say of a task that ran not that it can run in a moment", async () => {
    await shown({ run: true, job: { job_id: "j", name: "Demo shop", awaits_library: true } });
    await vi.waitFor(() => expect(shownText()).toContain("First steps, 1 of 5 done"));
    expect(shownText()).toContain("A task runs its cases on phones");
    expect(shownText()).not.toContain("in a moment");
  });

  it("begin at the lists where there is no free phone and no task", async () => {
    await shown({});
    await vi.waitFor(() => expect(offered()).toEqual(["All devices", "New task", "Connect", "Invite", "Import"]));
  });

  it("have a phone that is free, with its picture and one click to it", async () => {
    const device = { ...DEVICE, picture_at: 1 };
    const state_counts = { ...Object.fromEntries(DEVICE_STATES.map((state) => [state, 0])), idle: 1 };
    await shown({}, 2, {
      "/v1/api/devices": { ...pageOf(device), state_counts, care_count: 0, draining_count: 0, sites: [] },
    });
    await vi.waitFor(() => expect(offered().join(" ")).toContain("Debug"));
    const picture = document.querySelector("li:first-child img");
    expect(picture?.getAttribute("src")).toContain(`/devices/${DEVICE.device_id}/`);
  });

  it("come back to who put them away by mistake", async () => {
    await shown({});
    await vi.waitFor(() => expect(shownText()).toContain("First steps, 0 of 5 done"));
    await press(button("Hide"));
    expect(shownText()).toBe("The first steps are hidden. Show them again");
    expect(localStorage.length).toBe(1);
    await press(button("Show them again"));
    expect(shownText()).toContain("First steps, 0 of 5 done");
    expect(localStorage.length).toBe(0);
  });

  it("lead to the words that connect a phone", async () => {
    await shown({});
    await vi.waitFor(() => expect(offered()).toContain("Connect"));
    const link = [...document.querySelectorAll("li a")].find(({ textContent }) => textContent === "Connect");
    expect(link?.getAttribute("href")).toBe("/demo/remote/list?connect=1");
  });

  it("are gone when all are done", async () => {
    const asked = await shown({ touch: true, run: true, phone: true, colleague: true, library: true });
    await vi.waitFor(() => expect(asked.some(({ path }) => path === STEPS)).toBe(true));
    expect(shownText()).toBe("");
  });

  it("are no guest's, who is not asked about them", async () => {
    const asked = await shown({}, 0);
    await vi.waitFor(() => expect(asked.some(({ path }) => path === "/v1/plat/project/list")).toBe(true));
    expect(asked.filter(({ path }) => path === STEPS)).toEqual([]);
    expect(shownText()).toBe("");
  });
});
