// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { answerFetch, show } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Trend } from "./trend.tsx";

beforeAll(() => loadTexts("home", "common"));

const NONE = { runs: 0, success: 0, skipped: 0, failed: 0, total: 0 };
const counted = (success: number, total: number, skipped = 0) => ({
  runs: 2,
  success,
  skipped,
  failed: total - success - skipped,
  total,
});
const days = Array.from({ length: 14 }, (_, index) => `2026-11-${String(index + 7).padStart(2, "0")}`);

/** The line of the days that are named, and what is said of the newest of them. */
async function drawn(of: Record<string, ReturnType<typeof counted>>, before = NONE, pending = 0) {
  const by_day = days.map((day) => ({ day, ...(of[day] ?? NONE) }));
  const newest = by_day.findLast(({ total }) => total > 0);
  answerFetch({
    "/v1/plat/project/demo/privilege/enforce": { privilege_list: ["case.view"] },
    "/v1/api/home/pass_rate": { by_day, newest: newest === undefined ? null : { ...newest, before }, pending },
  });
  await show(<Trend project="demo" />);
  await vi.waitFor(() => expect(document.querySelector(".home-trend p")).not.toBeNull());
  return document.querySelector(".home-trend p")?.textContent;
}

describe("the pass rate of the last days", () => {
  it.each([
    [
      "2026-11-20",
      counted(313, 340),
      counted(950, 1000),
      "92.1% of 340 cases passed today, 2.9 points less than in the two weeks before.",
    ],
    [
      "2026-11-20",
      counted(9, 12, 2),
      counted(8, 10),
      "90% of 10 cases passed today, 10 points more than in the two weeks before.",
    ],
    ["2026-11-20", counted(1, 2), counted(1, 2), "50% of 2 cases passed today, the same as in the two weeks before."],
    ["2026-11-20", counted(1, 1), NONE, "100% of 1 case passed today; none ran in the two weeks before."],
    [
      "2026-11-18",
      counted(0, 4),
      counted(1, 1),
      "0% of 4 cases passed on 18 Nov, 100 points less than in the two weeks before.",
    ],
  ])("of %s is told in words", async (day, of, before, words) => {
    expect(await drawn({ [day]: of }, before)).toBe(words);
  });

  it("has gaps where nothing ran, not zeros", async () => {
    await drawn({ "2026-11-07": counted(1, 1), "2026-11-10": counted(0, 1), "2026-11-11": counted(1, 1) });
    expect(document.querySelectorAll("polyline")).toHaveLength(2);
    expect(document.querySelectorAll(".udt-line-dot")).toHaveLength(3);
    const texts = [...document.querySelectorAll("td")].map(({ textContent }) => textContent);
    expect(texts.slice(3, 5)).toEqual(["10 Nov: 0% of 1 case passed, 2 runs", "11 Nov: 100% of 1 case passed, 2 runs"]);
    expect(texts[5]).toBe("12 Nov: no run");
  });

  it("says so where no case ran at all", async () => {
    expect(await drawn({})).toBe("No case has run to its end in the last 14 days.");
    expect(document.querySelector("figure")).toBeNull();
  });

  const told = () => [...document.querySelectorAll(".home-trend > p")].map(({ textContent }) => textContent);

  it("says where no case was counted yet what is still to be", async () => {
    await drawn({}, NONE, 2);
    expect(told()).toEqual(["2 runs that are over are still being counted."]);
  });

  it("tells of runs that are not in it yet", async () => {
    await drawn({ "2026-11-20": counted(1, 2) }, NONE, 1);
    expect(told()).toEqual([
      "50% of 2 cases passed today; none ran in the two weeks before.",
      "1 run that is over is still being counted.",
    ]);
  });

  it("tells a day by the keyboard", async () => {
    await drawn({ "2026-11-20": counted(3, 4), "2026-11-19": counted(1, 2) });
    const slider = document.querySelector<HTMLElement>("[role=slider]")!;
    const key = (name: string) =>
      act(async () => slider.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })));
    const tip = () => document.querySelector(".udt-days-tip")?.textContent;
    expect(tip()).toBeUndefined();
    await key("ArrowLeft");
    expect(tip()).toBe("19 Nov: 50% of 2 cases passed, 2 runs");
    expect(slider.getAttribute("aria-valuetext")).toBe(tip());
    await key("Home");
    expect(tip()).toBe("7 Nov: no run");
    await key("ArrowLeft");
    expect(tip()).toBe("7 Nov: no run");
    await key("End");
    expect(tip()).toBe("20 Nov: 75% of 4 cases passed, 2 runs");
  });
});
