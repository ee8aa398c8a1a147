import { describe, expect, it } from "vitest";
import { changeColors, changeStep } from "./colors.ts";
import { flameOf, largeFlame } from "./flame.fixture.ts";
import { layoutOf } from "./layout.ts";
import { frameKey, frameOfKey, nodeKey, slotOfKey, stackKey } from "./names.ts";
import { found, framesWith } from "./search.ts";
import { systemFrames } from "./system-frames.ts";
import { treeOf } from "./tree.ts";

describe("the key of a call", () => {
  const one = flameOf({ "a;b": 3, "c;b": 4 });
  const tree = treeOf(one);

  it("is of its stack as a report tells it, and finds it in any order of any sample", () => {
    const key = stackKey(["c (App)", "b (App)"]);
    expect(nodeKey(tree, one, 4)).toBe(key);
    const other = flameOf({ n: 90, "c;d": 6, "c;b": 1 });
    const layout = layoutOf(treeOf(other), other, "name");
    const slot = slotOfKey(layout, other, key) ?? -1;
    expect(layout.node[slot]).toBe(4);
    expect(slotOfKey(layout, other, stackKey(["a (App)", "b (App)"]))).toBeUndefined();
    expect(slotOfKey(layout, other, "no key")).toBeUndefined();
  });

  it("is no other call's of a large tree", () => {
    const flame = largeFlame(3_000);
    const large = treeOf(flame);
    const stacks = new Set<string>();
    const keys = new Set<string>();
    const paths = [""];
    for (let node = 1; node < large.size; node += 1) {
      paths[node] = `${paths[large.parent[node] ?? 0]};${large.frame[node]}`;
      stacks.add(paths[node] ?? "");
      keys.add(nodeKey(large, flame, node));
    }
    expect(keys.size).toBe(stacks.size);
  });

  it("of a frame is that of its name and image", () => {
    expect(frameOfKey(one, frameKey(one, 1))).toBe(1);
    expect(frameOfKey(one, "x")).toBeUndefined();
  });
});

describe("a search", () => {
  it("finds by a part of the name or the image, and counts nothing twice", () => {
    const flame = flameOf({ "Load;decode;LoadMore": 3, "draw;load": 4, "draw;x": 9 });
    const tree = treeOf(flame);
    const { total } = layoutOf(tree, flame, "heavy");
    expect(found(tree, total, framesWith(flame, "load"))).toEqual({ calls: 3, bytes: 7 });
    expect(found(tree, total, framesWith(flame, "(app"))).toEqual({ calls: 6, bytes: 16 });
    expect(found(tree, total, framesWith(flame, "nothing"))).toEqual({ calls: 0, bytes: 0 });
  });
});

describe("system frames", () => {
  it.each([
    ["start", "dyld", 1],
    ["malloc", "libsystem_malloc.dylib", 1],
    ["-[UIView draw]", "UIKitCore", 1],
    ["ImageCache.load", "Shop", 0],
    ["decode", "ShopKit", 0],
    ["art::Alloc", "/apex/com.android.art/lib64/libart.so", 1],
    ["malloc", "libc.so", 1],
    ["Texture::make", "libgemdrift.so", 0],
    ["Texture::make", "/data/app/gem/lib/arm64/libgemdrift.so", 0],
    ["java.util.ArrayList.grow", "", 1],
    ["com.gem.Drift.start", "", 0],
  ])("%s of %j: %d", (symbol, image, is) => {
    expect([...systemFrames({ symbols: [symbol], images: [image], image: [0] })]).toEqual([is]);
  });
});

describe("the colour of a change", () => {
  it("is stronger the more of it came or went, and grey for neither", () => {
    expect([changeStep(0, 5), changeStep(5, 0), changeStep(7, 7), changeStep(0, 0)]).toEqual([6, -6, 0, 0]);
    expect([changeStep(100, 101), changeStep(50, 100), changeStep(100, 50)]).toEqual([1, 3, -3]);
    const hues = changeColors("light").map((color) => /hsl\((\d+) (\d+)/.exec(color)?.slice(1).map(Number));
    expect([hues[0]?.[0], hues[12]?.[0], hues[6]?.[1]]).toEqual([214, 2, 0]);
    expect(hues[12]?.[1]).toBeGreaterThan(hues[7]?.[1] ?? 100);
  });
});
