import type { Element, ElementTree } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { DriveFault } from "./access.ts";
import { lineOfElement, listElements, pointOfElement } from "./elements.ts";

const element = (change: Partial<Element>): Element => ({
  parent: null,
  class_name: "android.widget.TextView",
  resource_id: "",
  text: "",
  description: "",
  package_name: "dev.udt.shop",
  bounds: { left: 0, top: 0, right: 100, bottom: 50 },
  states: ["enabled"],
  ...change,
});
const treeOf = (...list: Element[]): ElementTree => ({ width: 400, height: 800, list, is_cut: false });
const button = (text: string, change: Partial<Element> = {}) =>
  element({ class_name: "android.widget.Button", text, states: ["enabled", "clickable"], ...change });
const refOf = (tree: ElementTree, text: string) =>
  listElements(tree).find((one) => one.text === text)?.ref ?? expect.fail(`nothing says ${text}`);
const faultOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return (error as DriveFault).code;
  }
  return undefined;
};

describe("the list of elements", () => {
  it("tells what can be read or used, in a line, and no boxes around it", () => {
    const box = element({
      class_name: "android.widget.FrameLayout",
      bounds: { left: 0, top: 0, right: 400, bottom: 800 },
    });
    const field = element({
      parent: 0,
      class_name: "android.widget.EditText",
      resource_id: "dev.udt.shop:id/email_input",
      text: "ada",
      bounds: { left: 10, top: 20, right: 390, bottom: 70 },
      states: ["clickable", "password"],
    });
    const [only, ...more] = listElements(treeOf(box, field));
    expect(more).toEqual([]);
    expect(lineOfElement(only!)).toMatch(
      /^e[0-9a-z]{8} EditText "ada" #email_input \[10,20\]\[390,70\] clickable password disabled$/,
    );
  });

  it("leaves out what lies outside of the screen", () => {
    const below = button("Far", { bounds: { left: 0, top: 900, right: 100, bottom: 950 } });
    expect(listElements(treeOf(below))).toEqual([]);
  });
});

describe("a reference", () => {
  it("holds while the element is the same, whatever moves around it or is typed into it", () => {
    const id = "dev.udt.shop:id/email_input";
    const field = (text: string) => element({ class_name: "android.widget.EditText", resource_id: id, text });
    const before = treeOf(button("Buy"), field("ada"));
    const after = treeOf(
      element({ text: "New" }),
      field("ada@example.com"),
      button("Buy", { bounds: { left: 0, top: 200, right: 100, bottom: 260 } }),
    );
    expect(refOf(after, "Buy")).toBe(refOf(before, "Buy"));
    expect(refOf(after, "ada@example.com")).toBe(refOf(before, "ada"));
    expect(pointOfElement(after, refOf(before, "Buy"))).toEqual({ x: 50, y: 230 });
  });

  it("tells rows of one id apart by what stands on them, and finds them where they were scrolled to", () => {
    const row = (text: string, top: number) => [
      element({
        class_name: "android.view.ViewGroup",
        resource_id: "shop:id/row",
        states: ["enabled", "clickable"],
        bounds: { left: 0, top, right: 400, bottom: top + 100 },
      }),
      element({ parent: -1, text, bounds: { left: 0, top, right: 400, bottom: top + 100 } }),
    ];
    const rows = (...all: [string, number][]) =>
      treeOf(
        ...all.flatMap(([text, top], at) =>
          row(text, top).map((one) => (one.parent === -1 ? { ...one, parent: at * 2 } : one)),
        ),
      );
    const before = rows(["Kettle", 0], ["Lamp", 100]);
    const [, lamp] = listElements(before).filter(({ id }) => id === "row");
    expect(pointOfElement(rows(["Lamp", 0], ["Chair", 100]), lamp!.ref)).toEqual({ x: 200, y: 50 });
    expect(faultOf(() => pointOfElement(rows(["Chair", 0], ["Table", 100]), lamp!.ref))).toBe("element_gone");
  });

  it("is refused when several elements fit, and of two alike each has its own", () => {
    const id = "shop:id/delete";
    const alone = treeOf(button("Delete", { resource_id: id }));
    const ref = refOf(alone, "Delete");
    const two = treeOf(button("Delete", { resource_id: id }), button("Delete", { resource_id: id }));
    expect(faultOf(() => pointOfElement(two, ref))).toBe("element_ambiguous");
    const refs = listElements(two).map((one) => one.ref);
    expect(new Set(refs).size).toBe(2);
    for (const each of refs) expect(pointOfElement(two, each)).toBeDefined();
  });

  it("is refused for what is there and cannot be seen", () => {
    const ref = refOf(treeOf(button("Buy")), "Buy");
    const gone = treeOf(button("Buy", { bounds: { left: 0, top: 900, right: 100, bottom: 950 } }));
    expect(faultOf(() => pointOfElement(gone, ref))).toBe("element_hidden");
  });
});
