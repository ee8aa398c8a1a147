import { describe, expect, it } from "vitest";
import { branchesOf, elementAt, findElements, foundAgain, inDisplay, pathTo } from "./element-tree.ts";
import { box, element, tree } from "./elements.fixture.ts";
import { locatorsOf, xpathText } from "./locators.ts";

describe("an element", () => {
  const screen = tree(
    element(null),
    element(0, box(0, 0, 100, 50)),
    element(1, { ...box(10, 10, 30, 30), text: "Buy" }),
    element(0, box(10, 10, 30, 30)),
  );

  it("is found where one points: the smallest there, the topmost of equals", () => {
    expect(elementAt(screen, { x: 20, y: 20 })).toBe(3);
    expect(elementAt(screen, { x: 60, y: 20 })).toBe(1);
    expect(elementAt(screen, { x: 99, y: 99 })).toBe(0);
    expect(elementAt(screen, { x: 100, y: 99 })).toBeUndefined();
  });

  it("is found by a part of the picture, whatever size that is shown in", () => {
    expect(inDisplay({ x: 0.5, y: 0.999 }, { width: 1080, height: 2400 })).toEqual({ x: 540, y: 2397 });
    expect(inDisplay({ x: 1.2, y: -1 }, { width: 1080, height: 2400 })).toEqual({ x: 1079, y: 0 });
  });

  it("has its place in a tree", () => {
    expect(branchesOf(screen)).toEqual([
      {
        at: 0,
        children: [
          { at: 1, children: [{ at: 2, children: [] }] },
          { at: 3, children: [] },
        ],
      },
    ]);
    expect(pathTo(screen, 2)).toEqual([0, 1, 2]);
  });

  it("is known again whatever it says, and among others by its place beside those like it", () => {
    const row = (text: string) => element(0, { resource_id: "shop:id/row", text });
    const before = tree(element(null), row("1"), row("2"));
    const after = tree(element(null), element(0, { class_name: "new" }), row("one"), row("two"));
    expect(foundAgain(before, 2, after)).toBe(3);
    expect(foundAgain(after, 1, before)).toBeUndefined();
  });

  it("is found by its words, in any case", () => {
    expect(findElements(screen, " bUy ")).toEqual([2]);
    expect(findElements(screen, "  ")).toEqual([]);
  });
});

describe("a locator", () => {
  it("is what no other element has: its id, else its description, else its text", () => {
    const screen = tree(
      element(null, { resource_id: "shop:id/row", text: "Mug" }),
      element(null, { resource_id: "shop:id/row", text: "Lamp", description: "A lamp" }),
      element(null, { resource_id: "shop:id/pay" }),
    );
    expect(locatorsOf(screen, 2)).toEqual({
      xpath: "//*[@resource-id='shop:id/pay']",
      ui_selector: 'new UiSelector().resourceId("shop:id/pay")',
      uiautomator2: 'd(resourceId="shop:id/pay")',
    });
    expect(locatorsOf(screen, 1).xpath).toBe("//*[@content-desc='A lamp']");
    expect(locatorsOf(screen, 0).xpath).toBe("//*[@text='Mug']");
  });

  it("counts where others are the same in everything", () => {
    const row = { resource_id: "shop:id/row" };
    expect(locatorsOf(tree(element(null, row), element(null, row)), 1)).toEqual({
      xpath: "(//*[@resource-id='shop:id/row'])[2]",
      ui_selector: 'new UiSelector().resourceId("shop:id/row").instance(1)',
      uiautomator2: 'd(resourceId="shop:id/row", instance=1)',
    });
  });

  it("is the way to it for one without any words", () => {
    const screen = tree(element(null), element(0), element(0), element(2));
    expect(locatorsOf(screen, 3).xpath).toBe(
      "/hierarchy/android.view.View[1]/android.view.View[2]/android.view.View[1]",
    );
    expect(locatorsOf(screen, 3).ui_selector).toBe('new UiSelector().className("android.view.View").instance(3)');
  });

  it("keeps any text as it is", () => {
    expect(xpathText(`it's`)).toBe(`"it's"`);
    expect(xpathText(`it's "so"`)).toBe(`concat('it', "'", 's "so"')`);
    const screen = tree(element(null, { text: 'say "注文"\n' }));
    expect(locatorsOf(screen, 0).uiautomator2).toBe('d(text="say \\"注文\\"\\n")');
  });
});
