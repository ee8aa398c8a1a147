import { describe, expect, it } from "vitest";
import { eachBox, placeAt, ROW } from "./boxes.ts";
import { flameOf, largeFlame, levelTexts } from "./flame.fixture.ts";
import { layoutOf, slotAt, type Order } from "./layout.ts";
import { movedTo, type Move } from "./moves.ts";
import { treeOf } from "./tree.ts";
import { moved, viewFrom, viewOf, viewText, viewWith, wholeOf, zoomed } from "./view.ts";

const laid = (stacks: Parameters<typeof flameOf>[0], order: Order = "heavy") => {
  const flame = flameOf(stacks);
  const layout = layoutOf(treeOf(flame), flame, order);
  const nameOf = (slot = -1) => flame.symbols[layout.tree.frame[layout.node[slot] ?? 0] ?? -1] ?? "all";
  return { flame, layout, nameOf };
};
const STACKS = { "a;x": 30, "a;y": 50, "b;z;w": 100, c: 20 };

describe("the layout of a flame graph", () => {
  it("has the largest call of each caller first, or the first by name", () => {
    const { layout, flame } = laid(STACKS);
    expect(levelTexts(layout, flame)).toEqual([
      "all 0-200",
      "b 0-100, a 100-180, c 180-200",
      "z 0-100, y 100-150, x 150-180",
      "w 0-100",
    ]);
    const byName = laid(STACKS, "name");
    expect(levelTexts(byName.layout, byName.flame)[1]).toBe("a 0-80, b 80-180, c 180-200");
  });

  it("gives what is gone the room that it had, and what has nothing none", () => {
    const { layout, flame } = laid({ "a;gone": [60, 0], "a;grown": [10, 40], none: [0, 0] });
    expect(levelTexts(layout, flame)).toEqual(["all 0-100", "a 0-100", "gone 0-60, grown 60-100"]);
    expect([layout.total[0], layout.total_before?.[0]]).toEqual([40, 70]);
  });

  it("finds the call at a place, and none beside it", () => {
    const { layout, nameOf } = laid(STACKS);
    expect(nameOf(slotAt(layout, 2, 149))).toBe("y");
    expect(nameOf(slotAt(layout, 2, 150))).toBe("x");
    expect([slotAt(layout, 3, 120), slotAt(layout, 2, 190), slotAt(layout, 9, 0), slotAt(layout, -1, 0)]).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it("is walked by keys", () => {
    const { layout, nameOf } = laid(STACKS);
    const walk = (...moves: Move[]) => nameOf(moves.reduce((slot, move) => movedTo(layout, slot, move), 0));
    expect(walk("callee")).toBe("b");
    expect(walk("callee", "right", "callee")).toBe("y");
    expect(walk("callee", "right", "callee", "left")).toBe("z");
    expect(walk("callee", "right", "right", "right")).toBe("c");
    expect(walk("callee", "right", "right", "callee")).toBe("c");
    expect(walk("callee", "callee", "caller")).toBe("b");
    expect(walk("callee", "callee", "callee", "first")).toBe("all");
    expect(walk("caller", "left")).toBe("all");
  });
});

describe("the view of a flame graph", () => {
  const { layout } = laid(STACKS);

  it("comes nearer around a place, and stays within the whole", () => {
    expect(zoomed(layout, wholeOf(layout), 0.5, 0.25, 10)).toEqual({ from: 25, to: 125, top: 0 });
    expect(zoomed(layout, { from: 150, to: 200, top: 0 }, 2, 1, 10)).toEqual({ from: 100, to: 200, top: 0 });
    expect(zoomed(layout, wholeOf(layout), 9, 0.5, 10)).toEqual({ from: 0, to: 200, top: 0 });
    expect(zoomed(layout, wholeOf(layout), 1e-9, 0, 10)).toEqual({ from: 0, to: 16, top: 0 });
  });

  it("moves no farther than its ends", () => {
    expect(moved(layout, { from: 0, to: 100, top: 0 }, 0.5, 9, 3)).toEqual({ from: 50, to: 150, top: 1 });
    expect(moved(layout, { from: 0, to: 100, top: 1 }, -3, -9, 3)).toEqual({ from: 0, to: 100, top: 0 });
  });

  it("shows one call in full, and its level where that is out of sight", () => {
    const w = slotAt(layout, 3, 5) ?? 0;
    expect(viewOf(layout, w, 0, 4)).toEqual({ from: 0, to: 100, top: 0 });
    expect(viewOf(layout, w, 0, 2)).toEqual({ from: 0, to: 100, top: 2 });
  });

  it("goes no farther than is needed to see a call", () => {
    const [y, c] = [slotAt(layout, 2, 110) ?? 0, slotAt(layout, 1, 190) ?? 0];
    const view = { from: 100, to: 160, top: 0 };
    expect(viewWith(layout, view, y, 4)).toEqual(view);
    expect(viewWith(layout, view, y, 2)).toEqual({ ...view, top: 1 });
    expect(viewWith(layout, view, c, 4)).toEqual({ from: 140, to: 200, top: 0 });
    expect(viewWith(layout, { from: 180, to: 200, top: 0 }, y, 4)).toEqual({ from: 115, to: 135, top: 0 });
  });

  it("is the same again from an address", () => {
    const view = { from: 50, to: 150, top: 2 };
    expect(viewText(layout, wholeOf(layout))).toBe("");
    expect(viewText(layout, view)).toBe("250000000-750000000-2");
    expect(viewFrom(layout, "250000000-750000000-2", 2)).toEqual(view);
    for (const text of ["", "x", "5-5-0", "9-3-0", "1-2", "1-99999999999-0"])
      expect(viewFrom(layout, text, 2)).toBeUndefined();
  });
});

describe("what of a flame graph is drawn", () => {
  const boxes = (
    stacks: Parameters<typeof flameOf>[0],
    space: Partial<Parameters<typeof eachBox>[2]> = {},
    from = 0,
    to = 200,
  ) => {
    const { layout, nameOf } = laid(stacks);
    const told: string[] = [];
    eachBox(
      layout,
      { from, to, top: 0 },
      { width: 200, height: 4 * ROW, grows: "down", ...space },
      1,
      (slot, left, right, y) => told.push(`${slot < 0 ? "strip" : nameOf(slot)} ${left}-${right} ${y}`),
    );
    return told;
  };

  it("is what is in view, from the top or from the bottom", () => {
    expect(boxes(STACKS, { height: 2 * ROW })).toEqual(["all 0-200 0", "b 0-100 18", "a 100-180 18", "c 180-200 18"]);
    expect(boxes(STACKS, { height: 2 * ROW, grows: "up" })[3]).toBe("c 180-200 0");
    expect(boxes(STACKS, {}, 100, 150)).toEqual(["all -400-400 0", "a 0-320 18", "y 0-200 36"]);
  });

  it("is one strip where calls are too narrow to be told apart", () => {
    const many = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`a;n${index}`, 0.125]));
    const told = boxes({ ...many, "a;wide": 100 });
    expect(told.filter((box) => box.endsWith(" 36"))).toEqual(["wide 0-100 36", "strip 100-200 36"]);
  });

  it("is no more than the width has room for, however many calls there are", () => {
    const flame = largeFlame(100_000);
    const layout = layoutOf(treeOf(flame), flame, "heavy");
    const perLevel = new Map<number, number>();
    eachBox(layout, wholeOf(layout), { width: 800, height: 900, grows: "down" }, 1, (_slot, _left, _right, y) =>
      perLevel.set(y, (perLevel.get(y) ?? 0) + 1),
    );
    expect(Math.max(...perLevel.values())).toBeGreaterThan(100);
    expect(Math.max(...perLevel.values())).toBeLessThanOrEqual(2 * 800);
  });

  it("is found again under the pointer", () => {
    const { layout, nameOf } = laid(STACKS);
    const at = (grows: "down" | "up", x: number, y: number) => {
      const { level, bytes } = placeAt(wholeOf(layout), { width: 400, height: 10 * ROW, grows }, x, y);
      return nameOf(slotAt(layout, level, bytes));
    };
    expect(at("down", 299, 2 * ROW + 1)).toBe("y");
    expect(at("up", 299, 8 * ROW - 1)).toBe("y");
    expect(at("up", 1, 7 * ROW - 1)).toBe("w");
  });
});
