import type { Marked } from "@udt/contract";
import { beforeEach, expect, test } from "vitest";
import { TouchMarks } from "./touch-marks.ts";

let told: Marked[];
let marks: TouchMarks;
beforeEach(() => {
  told = [];
  marks = new TouchMarks((marked) => told.push(marked));
});

test("tells of the first picture that was captured after the device had the touch, once", () => {
  marks.given({ mark: 4, receivedMs: 100, givenMs: 103 });
  marks.pictured({ pts_us: 1, capturedMs: 102, arrivedMs: 110 });
  expect(told).toEqual([]);
  marks.pictured({ pts_us: 2, capturedMs: 115, arrivedMs: 121 });
  marks.pictured({ pts_us: 3, capturedMs: 131, arrivedMs: 137 });
  expect(told).toEqual([
    { type: "marked", mark: 4, agent_ms: 3, device_ms: 12, encode_ms: 6, pts_us: 2, direct: false },
  ]);
});

test("a newer mark takes the older one's place, for its picture would be of the newer touch", () => {
  marks.given({ mark: 1, receivedMs: 100, givenMs: 101 });
  marks.given({ mark: 2, receivedMs: 200, givenMs: 201 });
  marks.pictured({ pts_us: 9, capturedMs: 210, arrivedMs: 212 });
  expect(told.map(({ mark }) => mark)).toEqual([2]);
});

test("a picture that comes much later is of something else", () => {
  marks.given({ mark: 1, receivedMs: 0, givenMs: 1 });
  marks.pictured({ pts_us: 9, capturedMs: 2_100, arrivedMs: 2_105 });
  marks.pictured({ pts_us: 10, capturedMs: 2_110, arrivedMs: 2_115 });
  expect(told).toEqual([]);
});
