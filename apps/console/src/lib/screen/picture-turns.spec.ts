import { expect, it } from "vitest";
import { PictureTurns } from "./picture-turns.ts";

const mark = (turn: number, number: number, bytes = number * 10) => ({ turn, number, pts_us: number, bytes });

it("takes a turn from its key frame on, picture by picture, until the other end says that it is over", () => {
  const turns = new PictureTurns();
  expect([turns.way, turns.takes(mark(1, 1), false, 0)]).toEqual(["server", false]);
  expect([turns.takes(mark(1, 2), true, 0), turns.way]).toEqual([true, "direct"]);
  expect(turns.takes(mark(1, 3), false, 0)).toBe(true);
  turns.over(1);
  expect([turns.way, turns.takes(mark(1, 4), true, 0)]).toEqual(["server", false]);
  expect([turns.takes(mark(2, 1), true, 0), turns.way]).toEqual([true, "direct"]);
  // What comes late of the one before is not shown.
  expect(turns.takes(mark(1, 5), true, 0)).toBe(false);
  turns.over(1);
  expect(turns.way).toBe("direct");
});

it("leaves out what follows on a gap up to the next key frame, and what came before", () => {
  const turns = new PictureTurns();
  const takes = [mark(1, 1), mark(1, 2), mark(1, 4), mark(1, 5)].map((one, at) => turns.takes(one, at === 0, 0));
  expect(takes).toEqual([true, true, false, false]);
  expect([turns.takes(mark(1, 7), true, 0), turns.takes(mark(1, 6), false, 0)]).toEqual([true, false]);
  expect([turns.takes(mark(1, 8), false, 0), turns.takes(mark(1, 8), false, 0)]).toEqual([true, false]);
});

it("finds what was sent and did not come, and a path by which nothing comes", () => {
  const turns = new PictureTurns();
  turns.takes(mark(1, 1), true, 0);
  turns.sent(1, 10, 100);
  expect(turns.check(60_000)).toBe("well");
  turns.sent(1, 30, 60_000);
  turns.sent(1, 40, 60_600);
  expect([turns.check(60_700), turns.check(60_701)]).toEqual(["well", "late"]);
  // It was only late, and what was sent after it has its own time.
  turns.takes(mark(1, 2, 35), true, 61_000);
  expect([turns.check(61_700), turns.check(61_701)]).toEqual(["well", "late"]);
  expect([turns.check(63_500), turns.check(63_501)]).toEqual(["late", "broken"]);
  turns.over(1);
  expect(turns.check(70_000)).toBe("well");
});

it("finds a path broken whose first picture never comes, and hears nothing more of a turn that is over", () => {
  const turns = new PictureTurns();
  turns.sent(1, 10, 0);
  expect([turns.check(700), turns.check(701), turns.check(2_501)]).toEqual(["well", "late", "broken"]);
  turns.over(1);
  turns.sent(1, 20, 3_000);
  expect(turns.check(9_000)).toBe("well");
});

it("finds a path broken sooner by which nothing else gets through, until a picture comes", () => {
  const turns = new PictureTurns();
  turns.takes(mark(1, 1), true, 0);
  turns.doubt();
  expect(turns.check(60_000)).toBe("well");
  turns.sent(1, 30, 60_000);
  expect([turns.check(61_000), turns.check(61_001)]).toEqual(["late", "broken"]);
  turns.takes(mark(1, 2, 20), true, 61_001);
  expect([turns.check(63_501), turns.check(63_502)]).toEqual(["late", "broken"]);
});

it("begins anew with another path, whose turns have the same numbers", () => {
  const turns = new PictureTurns();
  turns.takes(mark(3, 1), true, 0);
  turns.reset();
  expect([turns.way, turns.takes(mark(1, 1), true, 0)]).toEqual(["server", true]);
});
