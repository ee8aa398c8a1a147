import { describe, expect, it } from "vitest";
import { flameOf } from "./flame.fixture.ts";
import { layoutOf } from "./layout.ts";
import { callModules, frameModules } from "./modules.ts";
import { paint, type Look, type Picture } from "./paint.ts";
import { treeOf } from "./tree.ts";
import { wholeOf } from "./view.ts";

const LOOK: Look = {
  text: "text",
  faint: "faint",
  dim: "dim",
  strip: "strip",
  accent: "accent",
  root: "root",
  frames: ["of main", "of load", "of draw"],
  modules: ["of Images"],
  changes: Array.from({ length: 13 }, (_, step) => `change ${step}`),
  font: "11px mono",
  letter: 6,
};

/** The colours in which boxes are filled, row by row. */
function filled(
  stacks: Parameters<typeof flameOf>[0],
  given: (names: Picture["names"], tree: Picture["layout"]["tree"]) => Partial<Picture>,
) {
  const names = flameOf(stacks);
  const tree = treeOf(names);
  const layout = layoutOf(tree, names, "name");
  const colors: string[] = [];
  const context = {
    fillStyle: "",
    clearRect: () => undefined,
    strokeRect: () => undefined,
    fillText: () => undefined,
    fillRect() {
      colors.push(this.fillStyle);
    },
  };
  paint(context as unknown as CanvasRenderingContext2D, {
    layout,
    names,
    view: wholeOf(layout),
    space: { width: 600, height: 90, grows: "down" },
    isMoving: false,
    look: LOOK,
    all: "All",
    isFound: null,
    modules: null,
    focused: -1,
    pointed: -1,
    ...given(names, tree),
  });
  return colors;
}

const STACKS = { "main;load": 50, "main;draw": 60 };

describe("a call's colour", () => {
  it("is its frame's, or dim where it is not looked for", () => {
    expect(filled(STACKS, () => ({}))).toEqual(["root", "of main", "of draw", "of load"]);
    expect(filled(STACKS, () => ({ isFound: Uint8Array.of(0, 1, 0) }))).toEqual(["dim", "dim", "dim", "of load"]);
  });

  it("is its module's where colours tell modules, and grey of none", () => {
    const rule = { module: "Images", owner: "", budget_bytes: null, symbol: "load", image: "", region: "" };
    const byModule = (names: Picture["names"], tree: Picture["layout"]["tree"]) => ({
      modules: callModules(tree, frameModules(names, [rule])),
    });
    expect(filled(STACKS, byModule)).toEqual(["root", "strip", "strip", "of Images"]);
  });

  it("is how it changed where two samples are compared", () => {
    const changed: Record<string, [number, number]> = { "main;load": [0, 50], "main;draw": [60, 60] };
    expect(filled(changed, () => ({}))).toEqual(["change 9", "change 9", "change 6", "change 12"]);
  });
});
