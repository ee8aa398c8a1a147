import { describe, expect, it } from "vitest";
import { boxAt, treeOf } from "./conductor.fixture.ts";
import { matchOf } from "./matching.ts";

const tapped = { x: 0.155, y: 0.0775 };
const HERE = boxAt(10, 10);
const wide = { width: 400, height: 200 };
const button = (of: object) => ({ states: ["clickable" as const], bounds: HERE, ...of });

describe("what was tapped", () => {
  it("is found by its id wherever it lies, and tapped in its middle", () => {
    const leader = treeOf([button({ resource_id: "dev.shop:id/buy" })]);
    const follower = treeOf([button({ resource_id: "dev.shop:id/buy", bounds: boxAt(200, 100, 20) })], wide);
    expect(matchOf(leader, tapped, follower)).toEqual({ at: { x: 210 / 400, y: 110 / 200 } });
  });

  it("is found by what a screen reader says, or by its text", () => {
    for (const words of [{ description: "Buy" }, { text: "Buy" }]) {
      const follower = treeOf([button({ ...words, bounds: boxAt(50, 50) })]);
      expect(matchOf(treeOf([button(words)]), tapped, follower)).toEqual({ at: { x: 0.55, y: 0.275 } });
    }
  });

  it("is a row by what it holds, and what a list repeats by id and text together", () => {
    const rows = (at: number, texts: readonly string[]) =>
      treeOf(
        texts.flatMap((text, index) => [
          button({ bounds: boxAt(10, at + 20 * index, 15) }),
          { parent: 1 + 2 * index, resource_id: "row_title", text, bounds: boxAt(12, at + 20 * index, 5) },
        ]),
      );
    // Beside the title, within the row.
    const leader = rows(10, ["Lamp", "Chair"]);
    const found = matchOf(leader, { x: 0.225, y: 0.1 }, rows(50, ["Desk", "Chair", "Lamp"]));
    expect(found).toEqual({ at: { x: 14.5 / 100, y: (90 + 2.5) / 200 } });
  });

  it("is the button that a label lies in", () => {
    const leader = treeOf([
      button({ resource_id: "buy", bounds: boxAt(5, 5, 30) }),
      { parent: 1, bounds: HERE, class_name: "Label" },
    ]);
    expect(matchOf(leader, tapped, treeOf([button({ resource_id: "buy" })]))).toEqual({ at: { x: 0.15, y: 0.075 } });
  });

  it("is touched as far along as on the leader where that matters", () => {
    const bar = { class_name: "android.widget.SeekBar", resource_id: "volume" };
    const leader = treeOf([button({ ...bar, bounds: { left: 10, top: 10, right: 20, bottom: 20 } })]);
    const follower = treeOf([button({ ...bar, bounds: { left: 0, top: 0, right: 100, bottom: 20 } })]);
    const { at } = matchOf(leader, { x: 0.12, y: 0.075 }, follower) as { at: { x: number } };
    expect(at.x).toBeCloseTo(0.2);
  });

  it.each([
    ["nameless", [button({})], [button({})]],
    ["none", [button({ resource_id: "buy" })], [button({ resource_id: "sell" })]],
    ["many", [button({ text: "Buy" })], [button({ text: "Buy" }), button({ text: "Buy" })]],
    // A screen's background is no button, whatever its id: its middle may be anything.
    [
      "nameless",
      [
        { resource_id: "content", bounds: boxAt(0, 0, 100) },
        { parent: 1, bounds: boxAt(80, 80) },
      ],
      [{ resource_id: "content" }],
    ],
  ] as const)("has no element (%s)", (no, leader, follower) => {
    expect(matchOf(treeOf(leader), tapped, treeOf(follower))).toEqual({ no });
  });
});
