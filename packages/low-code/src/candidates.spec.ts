import type { Element, ElementTree } from "@udt/contract";
import { array, assert, constantFrom, nat, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { candidatesAt, candidatesOf, type Locator, matchesOf } from "./index.ts";
import { element, ROWS, screen } from "./screen.fixture.ts";

const locators = (tree: ElementTree, ...wanted: Locator[]) => candidatesOf(tree, wanted).map(({ locator }) => locator);
const button = (words: Partial<Element>): Element => element(0, { class_name: "android.widget.Button", ...words });
const root = element(null, {});

describe("what may be meant by a locator", () => {
  it("is what is most like it, the closest first, with how like it is", () => {
    const tree = screen(root, button({ text: "Buy later" }), button({ text: "Buy now!" }), button({ text: "Help" }));
    const found = candidatesOf(tree, [{ by: "ui", text: "Buy now" }]);
    expect(found.map(({ element: line }) => line)).toEqual([
      'text: "Buy now!", class: Button [0,0][100,100]',
      'text: "Buy later", class: Button [0,0][100,100]',
    ]);
    const [first, second] = found.map(({ likeness }) => likeness);
    expect(first).toBeGreaterThan(0.7);
    expect(second).toBeGreaterThan(0.3);
    expect(second).toBeLessThan(0.5);
    expect(candidatesOf(tree, [{ by: "ui", text: "zzzz" }])).toEqual([]);
  });

  it("may say by another word what the locator says by its own", () => {
    const tree = screen(root, button({ resource_id: "shop:id/b1", text: "Add to cart" }), button({ text: "Remove" }));
    expect(candidatesOf(tree, [{ by: "ui", id: "add_to_cart" }])).toEqual([
      { locator: { by: "ui", id: "b1" }, element: expect.stringContaining('text: "Add to cart"'), likeness: 0.9 },
    ]);
    expect(locators(tree, { by: "ui", id: "shop:id/add_to_cart" })).toEqual([{ by: "ui", id: "shop:id/b1" }]);
    expect(locators(tree, { by: "ui", id: "gone" }, { by: "ui", text: "Removed" })).toEqual([
      { by: "ui", text: "Remove" },
    ]);
  });

  it("is sooner what lies where its element was", () => {
    const at = (top: number) => button({ text: "Buy", bounds: { left: 0, top, right: 1080, bottom: top + 100 } });
    const tree = screen(root, at(0), at(2200));
    const wanted: Locator = { by: "ui", text: "Buy it" };
    expect(locators(tree, wanted, { by: "position", x: 0.5, y: 0.95 })).toEqual([
      { by: "ui", text: "Buy", which: 2 },
      { by: "ui", text: "Buy", which: 1 },
    ]);
    const rows = screen(
      ...ROWS.list.slice(0, 3),
      element(0, { resource_id: "shop:id/other" }),
      element(3, { text: "Field notebook" }),
    );
    expect(locators(rows, { ...wanted, text: "Field notebooks", inside: { id: "other" } })[0]).toEqual({
      by: "ui",
      text: "Field notebook",
      inside: { id: "other" },
    });
    const path = "/hierarchy/android.view.View[1]/android.widget.Button[2]/android.view.View[1]";
    expect(locators(screen(root, at(0), at(9), at(19)), { by: "ui", path })[0]).toEqual({
      by: "ui",
      text: "Buy",
      which: 2,
    });
  });

  it("is never off the screen, and never more than five", () => {
    expect(candidatesOf(ROWS, [{ by: "ui", text: "far awa" }])).toEqual([]);
    const below = { left: 0, top: 3000, right: 9, bottom: 3009 };
    const hidden = Array.from({ length: 9 }, () => button({ text: "Buy", bounds: below }));
    expect(locators(screen(root, ...hidden, button({ text: "Buy it" })), { by: "ui", text: "Buy" })).toEqual([
      { by: "ui", text: "Buy it" },
    ]);
    const many = screen(root, ...Array.from({ length: 9 }, (_, at) => button({ text: `Buy ${at}` })));
    expect(candidatesOf(many, [{ by: "ui", text: "Buy" }])).toHaveLength(5);
  });
});

describe("the locator of a candidate", () => {
  it("tells rows apart by what stands in them", () => {
    const found = candidatesOf(ROWS, [{ by: "ui", id: "add" }], matchesOf(ROWS, { id: "add" }));
    expect(found).toMatchObject([
      { locator: { by: "ui", id: "add", inside: { id: "row", has: { text: "Field notebook" } } }, likeness: 1 },
      { locator: { by: "ui", id: "add", inside: { id: "row", has: { text: "Desk lamp" } } }, likeness: 1 },
    ]);
  });

  it("is by no text that somebody typed, and by none that a file cannot hold or takes for a variable", () => {
    const field = element(0, { class_name: "android.widget.EditText", text: "ada@example.com" });
    const [typed] = locators(screen(root, field), { by: "ui", text: "ada@example.org" });
    expect(typed).toEqual({ by: "ui", class: "EditText" });
    const [variable] = locators(screen(root, button({ text: "Pay ${sum}" })), { by: "ui", text: "Pay ${total}" });
    expect(variable).toEqual({ by: "ui", class: "Button" });
    const [broken] = locators(screen(root, button({ text: "Pay \0" })), { by: "ui", text: "Pay now" });
    expect(broken).toEqual({ by: "ui", class: "Button" });
  });

  it("means its element and no other, whatever is on the screen", () => {
    const word = constantFrom("", "", "a", "a b", "buy", "${x}");
    const part = record({
      resource_id: word,
      text: word,
      description: word,
      up: nat(),
      kind: constantFrom("a.B", "a.EditText"),
    });
    assert(
      property(array(part, { minLength: 1, maxLength: 30 }), constantFrom("a", "b", "buy"), (parts, text) => {
        const tree = screen(
          root,
          ...parts.map(({ up, kind, ...words }, at) =>
            element(up % (at + 1), {
              ...words,
              class_name: kind,
              bounds: { left: at, top: 0, right: 100, bottom: 100 },
            }),
          ),
        );
        for (const { locator, element: line } of candidatesOf(tree, [{ by: "ui", text, id: text }])) {
          const found = matchesOf(tree, locator);
          if (locator.which === undefined) expect(found).toHaveLength(1);
          const [only] = candidatesOf(tree, [locator], [found[(locator.which ?? 1) - 1] ?? -1]);
          expect(only?.element).toBe(line);
        }
      }),
    );
  });
});

describe("what is where the screen is like a picture", () => {
  const at = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom });
  const tree = screen(
    element(null, { bounds: at(0, 0, 1080, 2400) }),
    element(0, { resource_id: "shop:id/card", bounds: at(0, 1000, 1080, 1240) }),
    element(1, { resource_id: "shop:id/cart", bounds: at(900, 1020, 1060, 1180) }),
    element(2, { text: "Cart", bounds: at(900, 1020, 1060, 1180) }),
  );
  const place = (bounds: ReturnType<typeof at>, score: number) => ({
    ...at(bounds.left / 1080, bounds.top / 2400, bounds.right / 1080, bounds.bottom / 2400),
    score,
  });

  it("is the innermost that has most of that part, each once", () => {
    const cart = place(at(905, 1030, 1050, 1170), 0.8);
    const all = [cart, { ...cart, score: 0.7 }, place(at(0, 1000, 1000, 1240), 0.5), place(at(0, 0, 30, 30), 0.45)];
    expect(candidatesAt(tree, all).map(({ locator, likeness }) => [locator, likeness])).toEqual([
      [{ by: "ui", text: "Cart" }, 0.8],
      [{ by: "ui", id: "card" }, 0.5],
    ]);
    expect(candidatesAt(tree, [{ ...cart, score: 0.2 }])).toEqual([]);
    expect(candidatesAt(screen(), [cart])).toEqual([]);
  });
});
