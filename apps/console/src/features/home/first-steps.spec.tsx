// @vitest-environment happy-dom
import { TARGET_USAGES } from "@udt/contract";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { FirstSteps } from "./first-steps.tsx";

const STEPS = "/v1/api/home/first_steps";
const NONE = { touch: false, run: false, phone: false, colleague: false, library: false, device: null, job: null };

beforeAll(() => loadTexts("home", "common"));

const PROJECT = {
  project_id: "demo",
  name: "Demo",
  icon: "",
  target_usage: TARGET_USAGES[0],
  visibility: 2,
  description: "",
  member_count: 1,
  created_at: 0,
  can_open: true,
  join_requested: false,
};

const shown = async (told: object, user_type = 2) => {
  const asked = answerFetch({
    "/v1/plat/project/list": { list: [{ ...PROJECT, user_type }], total: 1, page_num: 1, page_size: 100 },
    [STEPS]: { ...NONE, ...told },
  });
  await show(<FirstSteps project="demo" />);
  return asked;
};
const offered = () =>
  [...document.querySelectorAll("li:not([data-done]) :is(button, a)")].map((each) => each.textContent);

describe("first steps", () => {
  it("are told as they are done, with the way to those that are not", async () => {
    await shown({ touch: true, colleague: true, job: { job_id: "j", name: "Demo shop" } });
    await vi.waitFor(() => expect(shownText()).toContain("First steps, 2 of 5 done"));
    expect(shownText()).toContain("“Demo shop” runs on a phone");
    expect(offered()).toEqual(["Run now", "Connect", "Import"]);
  });

  it("begin at the lists where there is no free phone and no task", async () => {
    await shown({});
    await vi.waitFor(() => expect(offered()).toEqual(["All devices", "New task", "Connect", "Invite", "Import"]));
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
