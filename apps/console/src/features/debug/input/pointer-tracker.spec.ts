import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PointerTracker, type TouchMessage } from "./pointer-tracker.ts";

const VIDEO = { width: 720, height: 1600 };

function started() {
  const sent: TouchMessage[] = [];
  const tracker = new PointerTracker((touch) => sent.push(touch));
  tracker.resize(VIDEO);
  return { sent, tracker };
}
const brief = (sent: TouchMessage[]) =>
  sent.map((touch) => `${touch.action} ${touch.pointer_id} ${touch.x},${touch.y}`);

describe("one finger", () => {
  it("joins moves until the frame, and sends the last before the up", () => {
    const { sent, tracker } = started();
    tracker.down(7, { x: 1, y: 1 });
    tracker.move(7, { x: 2, y: 2 });
    tracker.move(7, { x: 3, y: 3 });
    expect(brief(sent)).toEqual(["down 0 1,1"]);
    tracker.flush();
    tracker.flush();
    tracker.move(7, { x: 4, y: 4 });
    tracker.up(7, { x: 5, y: 5 });
    expect(brief(sent)).toEqual(["down 0 1,1", "move 0 3,3", "move 0 5,5", "up 0 5,5"]);
  });

  it("is nothing before the screen's size is known", () => {
    const sent: TouchMessage[] = [];
    const tracker = new PointerTracker((touch) => sent.push(touch));
    tracker.down(1, { x: 1, y: 1 });
    tracker.up(1);
    expect(sent).toEqual([]);
  });

  it("does not move while it is up", () => {
    const { sent, tracker } = started();
    tracker.move(1, { x: 1, y: 1 });
    tracker.flush();
    expect(sent).toEqual([]);
  });
});

describe("many fingers", () => {
  it("gives each the smallest free id", () => {
    const { sent, tracker } = started();
    tracker.down(10, { x: 1, y: 1 });
    tracker.down(20, { x: 2, y: 2 });
    tracker.up(10);
    tracker.down(30, { x: 3, y: 3 });
    expect(brief(sent)).toEqual(["down 0 1,1", "down 1 2,2", "up 0 1,1", "down 0 3,3"]);
  });

  it("sends a pending move before another finger's down", () => {
    const { sent, tracker } = started();
    tracker.down(1, { x: 1, y: 1 });
    tracker.move(1, { x: 9, y: 9 });
    tracker.down(2, { x: 5, y: 5 });
    expect(brief(sent)).toEqual(["down 0 1,1", "move 0 9,9", "down 1 5,5"]);
  });

  it("pinches with a mirrored finger that lifts with the first", () => {
    const { sent, tracker } = started();
    tracker.down(1, { x: 100, y: 200 }, { pinch: true });
    tracker.move(1, { x: 200, y: 300 });
    tracker.up(1);
    expect(brief(sent)).toEqual([
      "down 0 100,200",
      "down 1 619,1399",
      "move 0 200,300",
      "move 1 519,1299",
      "up 0 200,300",
      "up 1 519,1299",
    ]);
    expect(tracker.active).toBe(false);
  });
});

describe("a screen that turns under a finger", () => {
  it("cancels in the new size, for the device drops touches of another", () => {
    const { sent, tracker } = started();
    tracker.down(1, { x: 360, y: 800 });
    tracker.resize({ width: 1600, height: 720 });
    expect(sent.at(-1)).toMatchObject({ action: "cancel", x: 800, y: 360, width: 1600, height: 720 });
    expect(tracker.active).toBe(false);
  });

  it("does nothing when the size stays", () => {
    const { sent, tracker } = started();
    tracker.down(1, { x: 360, y: 800 });
    tracker.resize({ ...VIDEO });
    expect(sent).toHaveLength(1);
  });
});

const pointer = fc.integer({ min: 1, max: 12 });
const place = fc.record({ x: fc.integer({ min: 0, max: 719 }), y: fc.integer({ min: 0, max: 719 }) });
const step = fc.oneof(
  fc.record({ do: fc.constant("down" as const), pointer, place, pinch: fc.boolean() }),
  fc.record({ do: fc.constant("move" as const), pointer, place }),
  fc.record({ do: fc.constant("up" as const), pointer, place }),
  fc.record({ do: fc.constant("cancel" as const), pointer }),
  fc.record({ do: fc.constant("flush" as const) }),
  fc.record({ do: fc.constant("release" as const) }),
  fc.record({ do: fc.constant("turn" as const), wide: fc.boolean() }),
);

describe("whatever the user does", () => {
  it("every down is followed by exactly one up or cancel, and nothing else happens to a finger that is up", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const { sent, tracker } = started();
        for (const each of steps) {
          if (each.do === "down") tracker.down(each.pointer, each.place, { pinch: each.pinch });
          else if (each.do === "move") tracker.move(each.pointer, each.place);
          else if (each.do === "up") tracker.up(each.pointer, each.place);
          else if (each.do === "cancel") tracker.cancel(each.pointer);
          else if (each.do === "flush") tracker.flush();
          else if (each.do === "release") tracker.releaseAll();
          else tracker.resize(each.wide ? { width: 1600, height: 720 } : VIDEO);
        }
        tracker.releaseAll();
        const down = new Set<number>();
        for (const touch of sent) {
          expect(down.has(touch.pointer_id)).toBe(touch.action !== "down");
          if (touch.action === "down") down.add(touch.pointer_id);
          if (touch.action === "up" || touch.action === "cancel") down.delete(touch.pointer_id);
          expect(touch.pointer_id).toBeLessThan(10);
          expect(touch.x).toBeLessThan(touch.width);
          expect(touch.y).toBeLessThan(touch.height);
        }
        expect(down.size).toBe(0);
        expect(tracker.touches).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("a finger's last place before its up is where the up is", () => {
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 40 }), place, (moves, end) => {
        const { sent, tracker } = started();
        tracker.down(1, moves[0]!);
        for (const move of moves) tracker.move(1, move);
        tracker.up(1, end);
        expect(sent[0]).toMatchObject({ action: "down", ...moves[0]! });
        expect(sent.at(-1)).toMatchObject({ action: "up", ...end });
      }),
    );
  });
});
