import type { LogLine } from "@udt/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LogBuffer, type LogRow } from "./log-buffer.ts";
import { plainLine } from "./log-format.ts";
import { LogView } from "./log-view.ts";

const line = (number: number, tag = "T"): LogLine => [number, "I", tag, 1, 1, `message ${number}`];
const numbers = (view: LogView) =>
  Array.from({ length: view.length }, (_, index) => view.at(index)!).map((row) =>
    "line" in row ? row.line[0] : -row.dropped,
  );

describe("the ring of log rows", () => {
  it("keeps the newest up to its capacity, under stable numbers", () => {
    const buffer = new LogBuffer(3);
    for (let number = 0; number < 5; number++) buffer.push(line(number));
    expect([buffer.first, buffer.end, buffer.size]).toEqual([2, 5, 3]);
    expect(buffer.get(1)).toBeUndefined();
    expect(buffer.get(2)).toEqual({ seq: 2, line: line(2) });
    expect(buffer.get(4)).toEqual({ seq: 4, line: line(4) });
    expect(buffer.get(5)).toBeUndefined();
  });

  it("forgets on clear and counts on", () => {
    const buffer = new LogBuffer(3);
    for (let number = 0; number < 5; number++) buffer.push(line(number));
    buffer.clear();
    buffer.pushDropped(7);
    expect(buffer.size).toBe(1);
    expect(buffer.get(5)).toEqual({ seq: 5, dropped: 7 });
  });
});

describe("the rows that pass a filter", () => {
  it("follows what comes and goes, and counts what has gone", () => {
    const buffer = new LogBuffer(4);
    const view = new LogView(buffer, (row) => row[0] % 2 === 0);
    for (let number = 0; number < 4; number++) buffer.push(line(number));
    view.refresh();
    expect(numbers(view)).toEqual([0, 2]);
    for (let number = 4; number < 7; number++) buffer.push(line(number));
    view.refresh();
    expect(numbers(view)).toEqual([4, 6]);
    expect(view.gone).toBe(2);
  });

  it("shows marks of missing rows whatever the filter is", () => {
    const buffer = new LogBuffer(10);
    const view = new LogView(buffer, () => false);
    buffer.push(line(1));
    buffer.pushDropped(5);
    view.refresh();
    expect(numbers(view)).toEqual([-5]);
  });

  it("is empty after a clear and takes in what follows", () => {
    const buffer = new LogBuffer(10);
    const view = new LogView(buffer, () => true);
    buffer.push(line(1));
    view.refresh();
    buffer.clear();
    view.refresh();
    expect(view.length).toBe(0);
    buffer.push(line(2));
    view.refresh();
    expect(numbers(view)).toEqual([2]);
  });

  it("is at every moment what filtering everything anew would give", () => {
    const action = fc.oneof(
      { weight: 8, arbitrary: fc.record({ push: fc.integer({ min: 1, max: 40 }) }) },
      { weight: 1, arbitrary: fc.record({ modulus: fc.integer({ min: 1, max: 5 }) }) },
      { weight: 1, arbitrary: fc.constant({ clear: true }) },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(action, { maxLength: 60 }), (capacity, actions) => {
        const buffer = new LogBuffer(capacity);
        let modulus = 1;
        let next = 1;
        const view = new LogView(buffer, () => true);
        for (const each of actions) {
          if ("push" in each) for (let left = each.push; left > 0; left--) buffer.push(line(next++));
          else if ("modulus" in each) {
            modulus = each.modulus;
            view.filter((row) => row[0] % modulus === 0);
          } else buffer.clear();
          view.refresh();
          const kept: LogRow[] = [];
          for (let seq = buffer.first; seq < buffer.end; seq++) kept.push(buffer.get(seq)!);
          const expected = kept.flatMap((row) => ("line" in row && row.line[0] % modulus === 0 ? [row.line[0]] : []));
          expect(numbers(view)).toEqual(expected);
        }
      }),
    );
  });

  it("keeps its place in memory when far more rows have gone than are kept", () => {
    const buffer = new LogBuffer(1000);
    const view = new LogView(buffer, () => true);
    for (let number = 0; number < 50_000; number++) {
      buffer.push(line(number));
      if (number % 100 === 0) view.refresh();
    }
    view.refresh();
    expect([view.length, view.gone]).toEqual([1000, 49_000]);
    expect(numbers(view)[0]).toBe(49_000);
  });
});

describe("a line as text", () => {
  it("reads as logcat's threadtime with the year", () => {
    const at = new Date(2026, 10, 20, 14, 32, 13, 511).getTime();
    const row: LogRow = { seq: 0, line: [at, "E", "ShopCheckout", 88, 1234, "timeout"] };
    expect(plainLine(row, String)).toBe("2026-11-20 14:32:13.511    88  1234 E ShopCheckout: timeout");
    expect(plainLine({ seq: 1, dropped: 3 }, (count) => `${count} left out`)).toBe("--------- 3 left out");
  });
});
