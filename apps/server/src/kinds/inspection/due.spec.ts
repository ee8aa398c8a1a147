import type { CheckWindow } from "@udt/contract";
import { expect, it } from "vitest";
import { spansFrom } from "./check-window.ts";
import { dueOf, type CheckHistory } from "./due.ts";
import { secondLook } from "./second-look.ts";

const at = (iso: string) => Date.parse(`${iso}:00Z`);
const iso = (time: number) => new Date(time).toISOString().slice(0, 16);
const BERLIN = { from: "02:00", to: "04:00", time_zone: "Europe/Berlin" };
const spans = (window: CheckWindow, now: string) =>
  spansFrom(window, at(now))
    .slice(0, 2)
    .map(({ from, to }) => `${iso(from)} ${iso(to)}`);
const never: CheckHistory = { finished_at: null, unfinished_at: null, settled_at: null };
const due = (
  now: string,
  history: Partial<CheckHistory>,
  { window = BERLIN, ...config }: Partial<Parameters<typeof dueOf>[0]> & { window?: CheckWindow } = {},
) => {
  const found = dueOf(
    { check_every_hours: 24, check_on: [], ...config },
    { ...never, ...history },
    { now: at(now), occasions: { cleaned: at("2026-07-01T10:00") }, spans: spansFrom(window, at(now)) },
  );
  return found && [found.at === 0 ? 0 : iso(found.at), found.why];
};

it.each([
  [
    "before them",
    BERLIN,
    "2026-07-01T12:00",
    ["2026-07-02T00:00 2026-07-02T02:00", "2026-07-03T00:00 2026-07-03T02:00"],
  ],
  ["in them", BERLIN, "2026-07-02T01:59", ["2026-07-02T00:00 2026-07-02T02:00", "2026-07-03T00:00 2026-07-03T02:00"]],
  [
    "as they end",
    BERLIN,
    "2026-07-02T02:00",
    ["2026-07-03T00:00 2026-07-03T02:00", "2026-07-04T00:00 2026-07-04T02:00"],
  ],
  [
    "over midnight",
    { from: "22:00", to: "06:00", time_zone: "Asia/Shanghai" },
    "2026-07-01T20:00",
    ["2026-07-01T14:00 2026-07-01T22:00", "2026-07-02T14:00 2026-07-02T22:00"],
  ],
  [
    "all day but a minute, on the day of 25 hours",
    { from: "03:00", to: "02:59", time_zone: "Europe/Berlin" },
    "2026-10-25T00:58",
    ["2026-10-24T01:00 2026-10-25T00:59", "2026-10-25T02:00 2026-10-26T01:59"],
  ],
  [
    "as clocks are put forward into them",
    BERLIN,
    "2026-03-28T12:00",
    ["2026-03-29T01:00 2026-03-29T02:00", "2026-03-30T00:00 2026-03-30T02:00"],
  ],
  [
    "as clocks are put forward over all of them",
    { ...BERLIN, from: "02:15", to: "02:45" },
    "2026-03-28T12:00",
    ["2026-03-30T00:15 2026-03-30T00:45", "2026-03-31T00:15 2026-03-31T00:45"],
  ],
  [
    "as clocks are put back, once",
    { ...BERLIN, from: "02:15", to: "02:45" },
    "2026-10-24T12:00",
    ["2026-10-25T00:15 2026-10-25T00:45", "2026-10-26T01:15 2026-10-26T01:45"],
  ],
  [
    "as clocks are put back within them",
    BERLIN,
    "2026-10-24T12:00",
    ["2026-10-25T00:00 2026-10-25T03:00", "2026-10-26T01:00 2026-10-26T03:00"],
  ],
])("knows the hours of a day: %s", (_, window, now, expected) => expect(spans(window, now)).toEqual(expected));

it.each([
  ["that was never checked waits for the hours", "2026-07-01T12:00", {}, ["2026-07-02T00:00", "window"]],
  ["that was never checked is due within them", "2026-07-02T00:30", {}, [0, "first_check"]],
  [
    "that was busy through them waits for the next ones",
    "2026-07-02T02:00",
    { finished_at: at("2026-07-01T00:10") },
    ["2026-07-03T00:00", "window"],
  ],
  [
    "that comes free within them is due then",
    "2026-07-02T01:59",
    { finished_at: at("2026-07-01T00:10") },
    ["2026-07-02T00:00", "window"],
  ],
  [
    // Not ten minutes later each day.
    "that was checked within them is due again as the next ones begin",
    "2026-07-01T12:00",
    { finished_at: at("2026-07-01T00:10") },
    ["2026-07-02T00:00", "window"],
  ],
  [
    "whose last check did not come to its end is due again within them",
    "2026-07-02T00:20",
    { unfinished_at: at("2026-07-02T00:10") },
    ["2026-07-02T00:25", "again"],
  ],
  [
    "whose last check did not come to its end as they ended waits for the next ones",
    "2026-07-02T01:56",
    { unfinished_at: at("2026-07-02T01:55") },
    ["2026-07-03T00:00", "window"],
  ],
])("a device %s", (_, now, history, expected) => expect(due(now, history)).toEqual(expected));

it("is checked several times within hours that are long enough, so many hours apart", () => {
  const window = { from: "20:00", to: "06:00", time_zone: "UTC" };
  const again = (finished: string) => due(finished, { finished_at: at(finished) }, { window, check_every_hours: 4 });
  expect(again("2026-07-01T20:01")).toEqual(["2026-07-02T00:01", "interval"]);
  expect(again("2026-07-02T04:01")).toEqual(["2026-07-02T20:00", "window"]);
});

it("comes on an occasion at any hour", () => {
  expect(due("2026-07-01T12:00", {}, { check_on: ["cleaned"] })).toEqual(["2026-07-01T10:00", "cleaned"]);
});

it("does not come by the hours alone", () => {
  expect(due("2026-07-02T00:30", {}, { check_every_hours: null })).toBeUndefined();
});

it.each([
  ["soon after a check that failed once", "2026-07-02T00:10", BERLIN, ["2026-07-02T00:25", "failed_once"]],
  ["as the hours begin where it failed outside of them", "2026-07-01T12:00", BERLIN, ["2026-07-02T00:00", "window"]],
  ["soon where no hours are named", "2026-07-01T12:00", null, ["2026-07-01T12:15", "failed_once"]],
])("a device is looked at again %s", (_, failed, window, expected) => {
  const failure = { project_id: null, is_first_look: false, at: at(failed) };
  const again = secondLook(failure, window, at("2026-07-01T12:10"));
  expect([iso(again.at), again.why, again.occasion]).toEqual([...expected, "failed_once"]);
});
