// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { answerFetch, show, shownText } from "../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../lib/i18n/index.ts";
import { Behind } from "./behind.tsx";
import { Trends } from "./trends.tsx";
import type { BehindList } from "./use-board.ts";

beforeAll(() => loadTexts("quality", "common"));

const DEVICE = {
  device_id: "phone",
  project_id: "shop",
  brand: "Google",
  model: "Pixel 9",
  serial: "s-1",
  os: "android",
};
const page = (list: unknown[]) => ({ list, total: list.length, page_num: 1, page_size: 25 });
const open = async (list: BehindList, search = "") => {
  const narrowed: unknown[] = [];
  await show(
    <Behind
      list={list}
      query={{ days: "7", time_zone: "UTC" }}
      page_num={1}
      search={new URLSearchParams(search)}
      onPage={() => {}}
      onNarrow={(to) => narrowed.push(to)}
      onClose={() => {}}
    />,
    "/",
  );
  return narrowed;
};
const says = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text));

it("lists devices by how much of their time they were there, each with where it is told of", async () => {
  const asked = answerFetch({
    "/v1/api/bi/quality/device_list": page([
      { ...DEVICE, busy_minutes: 30, online_minutes: 45, looked_minutes: 60 },
      { ...DEVICE, device_id: "late", busy_minutes: 0, online_minutes: null, looked_minutes: null },
    ]),
  });
  await open("presence");
  await says("75%");
  expect(asked.at(-1)?.query).toMatchObject({ sort: "offline" });
  expect(document.querySelector(".quality-behind a")?.getAttribute("href")).toBe(
    "/shop/management/device/phone/recent",
  );
  expect(document.querySelectorAll(".quality-behind b")[1]?.textContent).toBe("–");
  await open("devices");
  await vi.waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ sort: "busy" }));
});

it("lists work orders that are open, and those that were closed, for how long each was", async () => {
  const order = { ...DEVICE, number: 7, state: "processed", reported_at: 0, closed_at: 7_200_000 };
  const asked = answerFetch({ "/v1/api/bi/quality/orders": page([order]) });
  await open("mended");
  await says("Pixel 9");
  expect(asked.at(-1)?.query).toMatchObject({ which: "closed" });
  expect(document.querySelector(".quality-behind a")?.getAttribute("href")).toContain("number=7");
});

it("says to which day a list is narrowed, and leads to all", async () => {
  const asked = answerFetch({ "/v1/api/bi/quality/flaky": page([]) });
  const narrowed = await open("flaky", "day=2026-11-20");
  await says("20 Nov");
  await vi.waitFor(() => expect(asked.at(-1)?.query).toMatchObject({ day: "2026-11-20" }));
  await act(async () => document.querySelector<HTMLButtonElement>(".quality-narrowed button")?.click());
  expect(narrowed).toEqual([expect.objectContaining({ day: undefined, signature: undefined })]);
});

it("opens what is behind a day of a trend, by a click as by the keys", async () => {
  const FIGURES = { runs: 3, success: 8, skipped: 0, failed: 1, device_faults: 0, total: 9, new_failures: 1, flaky: 0 };
  const by_day = ["2026-11-19", "2026-11-20"].map((day) => ({ ...FIGURES, day }));
  const choices = { oses: [], brands: [], frameworks: [], app_versions: [] };
  const queue = { now: null, before: null };
  const board = { by_day, totals: FIGURES, before: FIGURES, queue, choices, pending: 0 };
  const opened: unknown[] = [];
  await show(<Trends board={board} onOpen={(list, day) => opened.push([list, day])} />, "/");
  expect(shownText()).toContain("New failures");
  const [passed, , failed] = document.querySelectorAll<HTMLElement>('[role="slider"]');
  const press = (of: HTMLElement | undefined, key: string) =>
    act(async () => of?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));
  await press(passed, "Home");
  await press(passed, "Enter");
  await press(failed, "End");
  await act(async () => failed?.click());
  expect(opened).toEqual([
    ["runs", "2026-11-19"],
    ["failed", "2026-11-20"],
  ]);
});
