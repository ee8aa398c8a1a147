import { describe, expect, it } from "vitest";
import { boxAt, treeOf } from "./conductor.fixture.ts";
import { divergenceOf } from "./divergence.ts";

const named = (...ids: string[]) => ids.map((id) => ({ resource_id: `dev.shop:id/${id}`, bounds: boxAt(1, 1) }));
const list = (...ids: string[]) => [
  { states: ["scrollable" as const] },
  ...named(...ids).map((row) => ({ ...row, parent: 1 })),
];

describe("screens", () => {
  it("agree when they show the same, however large they are and wherever it lies", () => {
    const large = treeOf([{ resource_id: "dev.shop:id/buy", text: "12:01" }], { width: 800, height: 1600 });
    expect(divergenceOf(treeOf([{ resource_id: "dev.shop:id/buy", text: "12:02" }]), large)).toBeUndefined();
  });

  it("diverge when another app is in front", () => {
    const other = treeOf([]);
    other.list[0]!.package_name = "dev.launcher";
    expect(divergenceOf(treeOf([]), other)).toEqual({ kind: "app", leader: "dev.shop", follower: "dev.launcher" });
  });

  it("diverge when one is turned", () => {
    expect(divergenceOf(treeOf([]), treeOf([], { width: 200, height: 100 }))).toEqual({ kind: "turned" });
  });

  it("diverge by what only one of them has", () => {
    expect(divergenceOf(treeOf(named("a", "b")), treeOf(named("a", "c", "d")))).toEqual({
      kind: "elements",
      missing: ["b"],
      extra: ["c", "d"],
    });
    const pressable = (text: string) => treeOf([{ text, states: ["clickable"] }]);
    expect(divergenceOf(pressable("Buy"), pressable("Sell"))).toMatchObject({ missing: ["Buy"], extra: ["Sell"] });
  });

  it("show more of a list where there is room, and agree", () => {
    expect(divergenceOf(treeOf(list("row", "footer")), treeOf(list("row")))).toBeUndefined();
    // What is small scrolls what fits elsewhere.
    expect(divergenceOf(treeOf(list("row", "buy")), treeOf([...list("row"), ...named("buy")]))).toBeUndefined();
    expect(divergenceOf(treeOf(list("row")), treeOf(list("setting")))).toEqual({
      kind: "elements",
      missing: ["row"],
      extra: ["setting"],
    });
  });
});
