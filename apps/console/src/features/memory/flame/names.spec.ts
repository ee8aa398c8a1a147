import { describe, expect, it } from "vitest";
import { changeColors, changeStep } from "./colors.ts";
import { flameOf, largeFlame } from "./flame.fixture.ts";
import { layoutOf } from "./layout.ts";
import { frameKey, frameOfKey, nodeKey, slotOfKey, stackKey } from "./names.ts";
import { callModules, frameModules } from "./modules.ts";
import { fitsOf, found, framesWith } from "./search.ts";
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
  const flame = flameOf({ "Load;decode;LoadMore": 3, "draw;load": 4, "draw;x": 9 });
  const tree = treeOf(flame);
  const { total } = layoutOf(tree, flame, "heavy");
  const { signal } = new AbortController();

  it.each([
    ["load", { calls: 3, bytes: 7 }],
    ["(app", { calls: 6, bytes: 16 }],
    ["nothing", { calls: 0, bytes: 0 }],
    ["/", { calls: 0, bytes: 0 }],
    ["/^load/", { calls: 1, bytes: 4 }],
    ["/^load/i", { calls: 3, bytes: 7 }],
    ["/x|decode/", { calls: 2, bytes: 12 }],
  ])("finds by %s in the name or the image, and counts nothing twice", async (keyword, wanted) => {
    const fits = await fitsOf(keyword);
    if (!fits.ok) throw new Error(fits.error);
    const isFound = await framesWith(flame, fits.value, signal);
    expect(found(tree, total, isFound ?? new Uint8Array())).toEqual(wanted);
  });

  it.each([
    ["/(/", "bad_regex"],
    ["/a(?=b)/", "unsupported_regex"],
  ])("that is no expression, %s, is told", async (keyword, error) => {
    expect(await fitsOf(keyword)).toEqual({ ok: false, error });
  });

  it("of very many names lets the page go on, and is given up when another begins", async () => {
    const gone = new AbortController();
    const many = largeFlame(3_000);
    const slow = (text: string) => {
      const until = performance.now() + 0.1;
      while (performance.now() < until);
      return text === "";
    };
    const looked = framesWith(many, slow, gone.signal);
    gone.abort();
    expect(await looked).toBeUndefined();
  });
});

describe("the module of a call", () => {
  const rule = { owner: "", budget_bytes: null, image: "", region: "" };
  const rules = [
    { ...rule, module: "Images", symbol: "Image*" },
    { ...rule, module: "List", symbol: "List*" },
    { ...rule, module: "Images", symbol: "", region: "Image IO" },
    { ...rule, module: "Shop", symbol: "", image: "App" },
  ];

  it("is by the first rule that one of the calls up to it fits", () => {
    const flame = flameOf({ "main;List.row;ImageCache.load;malloc": 3, "main;List.row;draw": 4, "main;other": 9 });
    const { modules, ...frames } = frameModules(flame, rules);
    const tree = treeOf(flame);
    const names = [...callModules(tree, { modules, ...frames })].map((module, node) => [
      flame.symbols[tree.frame[node] ?? -1],
      modules[module],
    ]);
    expect(modules).toEqual(["Images", "List", "Shop"]);
    expect(names).toEqual([
      [undefined, undefined],
      ["main", "Shop"],
      ["List.row", "List"],
      ["ImageCache.load", "Images"],
      ["malloc", "Images"],
      ["draw", "List"],
      ["other", "Shop"],
    ]);
  });

  it("is none where no rule fits", () => {
    const flame = flameOf({ "main;other": 9 });
    const frames = frameModules(flame, rules.slice(0, 3));
    expect([...callModules(treeOf(flame), frames)]).toEqual([-1, -1, -1]);
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
    ["com.shop.ImageCache", "app", 0],
    ["class com.shop.ImageCache", "app", 0],
    ["java.util.HashMap$Node[]", "app", 1],
    ["byte[]", "app", 1],
    ["class android.app.Activity", "app", 1],
    ["com.shop.ImageCache", "zygote", 1],
    ["[several roots]", "", 0],
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
