// @vitest-environment happy-dom
import { DEVICE_STATES, type Device } from "@udt/contract";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, press, shownText } from "../../lib/components/rendered.fixture.tsx";
import { DEVICE } from "../../lib/device.fixture.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf, RUN, RUN_CASE } from "../../lib/runs.fixture.ts";
import { showInReport } from "./report.fixture.tsx";
import { RunAlone } from "./run-alone.tsx";

beforeAll(() => loadTexts("common", "errors", "refusals", "runs"));

const LIST = "/v1/api/devices";
const NONE_COUNTED = Object.fromEntries(DEVICE_STATES.map((state) => [state, 0]));
const run = { ...RUN, job_id: "j-1" };
const other = (index: number): Device => ({ ...DEVICE, device_id: `o-${index}`, serial: `other-${index}` });
/** The device where the case ran. */
const own = (state: Device["state"]): Device => ({ ...DEVICE, device_id: "d-1", serial: "own", state });
const offered = () => [...document.querySelectorAll(".runs-alone small[data-literal]")].map((each) => each.textContent);
const checked = () => document.querySelector<HTMLInputElement>(".runs-alone input:checked")?.value;

describe("where a case runs alone", () => {
  let ask: ReturnType<typeof answerFetch>;
  const answer = (total: number, mine: Device) => {
    const list = Array.from({ length: Math.min(total, 100) }, (_, index) => other(index));
    ask = answerFetch({
      [LIST]: { ...pageOf(...list), total, state_counts: NONE_COUNTED, care_count: 0, draining_count: 0, sites: [] },
      [`${LIST}/d-1`]: mine,
      "/v1/api/jobs/j-1/run": { test_id: "t-2" },
    });
  };
  const open = async () => {
    await showInReport(<RunAlone run={run} one={RUN_CASE} />, "/case/7");
    await press(button("Run this case alone"));
    await vi.waitFor(() => expect(offered()).not.toEqual([]));
  };
  beforeEach(() => answer(130, own("idle")));

  it("is at first where it ran, also where that is not among the first hundred", async () => {
    await open();
    expect(offered()[0]).toBe("own");
    expect(offered()).toHaveLength(101);
    expect(checked()).toBe("d-1");
    await press(button("Run"));
    await vi.waitFor(() =>
      expect(ask.find(({ method }) => method === "POST")?.body).toMatchObject({ device_id: "d-1" }),
    );
  });

  it("tells of each device what may keep the case from it", async () => {
    answer(2, { ...own("idle"), open_work_orders: 1, last_check: { state: "failed", ended_at: 1 } });
    await open();
    expect(shownText()).toContain("open work order, failed its last self-check");
  });

  it("is searched for where there are more than are shown", async () => {
    await open();
    expect(shownText()).toContain("101 of 130 are shown");
    await fill(field("Search"), "other-120");
    await vi.waitFor(() => expect(ask.filter(({ path }) => path === LIST).at(-1)?.query["keyword"]).toBe("other-120"));
  });

  it("is not searched for where all are shown, and is none that cannot be used", async () => {
    answer(2, own("offline"));
    await open();
    expect(offered()).toEqual(["other-0", "other-1", "own"]);
    expect(document.querySelector("input[type=search]")).toBeNull();
    expect(checked()).toBe("o-0");
  });
});
