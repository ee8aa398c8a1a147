import type { LogLine } from "@udt/contract";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LogBuffer } from "./log-buffer.ts";
import { LogView } from "./log-view.ts";
import { linesOf, WrappedPlaces } from "./row-places.ts";
import { oneLine, wrapped } from "./wrapping.ts";

describe("a line that is wrapped", () => {
  it("is cut where the columns end, and loses nothing", () => {
    expect(wrapped("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
    expect(wrapped("", 3)).toEqual([""]);
    expect(oneLine("a\n\tb")).toBe("a ⏎     b");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 2, max: 60 }), (text, columns) => {
        const lines = wrapped(text, columns);
        expect(lines.join("")).toBe(text);
        for (const line of lines) expect([...line].length).toBeLessThanOrEqual(columns);
      }),
    );
  });

  it("gives wide signs two columns each", () => {
    expect(wrapped("日本語です", 4)).toEqual(["日本", "語で", "す"]);
    expect(wrapped("a日b", 3)).toEqual(["a日", "b"]);
  });
});

describe("the places of wrapped rows", () => {
  const COLUMNS = 10;
  const line = (length: number): LogLine => [1, "I", "T", 1, 1, "x".repeat(length)];

  it("are at every moment what counting all rows anew would give", () => {
    const action = fc.oneof(
      { weight: 8, arbitrary: fc.record({ push: fc.array(fc.integer({ min: 0, max: 45 }), { maxLength: 12 }) }) },
      { weight: 1, arbitrary: fc.record({ longer: fc.integer({ min: 0, max: 30 }) }) },
      { weight: 1, arbitrary: fc.constant({ clear: true }) },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(action, { maxLength: 40 }), (capacity, actions) => {
        const buffer = new LogBuffer(capacity);
        const view = new LogView(buffer, () => true);
        const places = new WrappedPlaces(view, COLUMNS);
        for (const each of actions) {
          if ("push" in each) for (const length of each.push) buffer.push(line(length));
          else if ("longer" in each) view.filter((row) => row[5].length >= each.longer);
          else buffer.clear();
          view.refresh();
          const counts = view.rows().map((row) => linesOf(row, COLUMNS).length);
          expect(places.total).toBe(counts.reduce((sum, count) => sum + count, 0));
          let top = 0;
          for (const [index, count] of counts.entries()) {
            expect(places.topOf(index)).toBe(top);
            expect([places.rowAt(top), places.rowAt(top + count - 1)]).toEqual([index, index]);
            top += count;
          }
        }
      }),
    );
  });

  it("cost new rows alone, however many there are and have been", () => {
    const buffer = new LogBuffer(30_000);
    const view = new LogView(buffer, () => true);
    const places = new WrappedPlaces(view, COLUMNS);
    for (let number = 0; number < 90_000; number++) {
      buffer.push(line(number % 25));
      if (number % 500 === 0) {
        view.refresh();
        expect(places.total).toBeGreaterThan(0);
      }
    }
    view.refresh();
    const counts = view.rows().map((row) => linesOf(row, COLUMNS).length);
    expect(places.total).toBe(counts.reduce((sum, count) => sum + count, 0));
    expect(places.gone).toBeGreaterThan(60_000);
  });
});
