import { beforeEach, expect, test } from "vitest";
import { PictureTraces, type PictureTrace } from "./picture-traces.ts";

let now: number;
let told: PictureTrace[];
let traces: PictureTraces;
beforeEach(() => {
  now = 0;
  told = [];
  traces = new PictureTraces(
    (trace) => told.push(trace),
    () => now,
  );
});
const at = (time: number, what: "received" | "decoded" | "painted" | "ask", pts_us: number) => {
  now = time;
  traces[what](pts_us);
};

test("tells of a picture that is asked for before it is painted, or after", () => {
  at(1, "received", 10);
  at(2, "ask", 10);
  at(5, "decoded", 10);
  expect(told).toEqual([]);
  at(6, "painted", 10);
  expect(told).toEqual([{ pts_us: 10, receivedAt: 1, decodedAt: 5, paintedAt: 6 }]);
  at(9, "painted", 10);
  at(10, "ask", 10);
  expect(told).toHaveLength(2);
  expect(told[1]).toEqual(told[0]);
});

test("tells of a picture that was asked for before it came, as the answer's way can be the shorter one", () => {
  at(1, "ask", 10);
  at(2, "received", 10);
  at(3, "decoded", 10);
  at(4, "painted", 10);
  expect(told).toEqual([{ pts_us: 10, receivedAt: 2, decodedAt: 3, paintedAt: 4 }]);
});

test("a picture that was left out for a newer one is seen with that one", () => {
  at(1, "received", 10);
  at(2, "received", 20);
  at(3, "decoded", 10);
  at(4, "ask", 10);
  at(5, "decoded", 20);
  at(6, "painted", 20);
  expect(told).toEqual([{ pts_us: 10, receivedAt: 1, decodedAt: 3, paintedAt: 6 }]);
});

test("says nothing of pictures that never came, were never decoded, or are long past", () => {
  at(1, "ask", 5);
  at(2, "received", 10);
  at(3, "ask", 10);
  at(4, "received", 20);
  at(5, "decoded", 20);
  at(6, "painted", 20);
  for (let pts = 30; pts < 200; pts++) at(pts, "received", pts);
  at(300, "ask", 20);
  expect(told).toEqual([]);
});
