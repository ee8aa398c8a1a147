import type { Element, ElementTree } from "@udt/contract";
import { expect, test } from "vitest";
import { candidatesOf, elementText, locatorText, matchesOf } from "./index.ts";

const bare = { class_name: "android.view.View", resource_id: "", text: "", description: "", package_name: "shop" };
const bounds = { left: 0, top: 0, right: 100, bottom: 100 };
const element = (parent: number | null, part: Partial<Element>): Element => ({
  ...bare,
  parent,
  bounds,
  states: [],
  ...part,
});
const tree: ElementTree = {
  width: 1080,
  height: 2400,
  is_cut: false,
  list: [
    element(null, { class_name: "android.widget.FrameLayout" }),
    element(0, { resource_id: "shop:id/row" }),
    element(1, { text: "Field notebook" }),
    element(1, { resource_id: "shop:id/add", text: "Add", class_name: "android.widget.Button" }),
    element(0, { resource_id: "shop:id/row" }),
    element(4, { text: "Desk lamp" }),
    element(4, { resource_id: "shop:id/add", text: "Add", class_name: "android.widget.Button" }),
    element(0, { text: "far away", bounds: { left: 0, top: 3000, right: 10, bottom: 3010 } }),
  ],
};

test("finds elements by their words and relations", () => {
  expect(matchesOf(tree, { id: "add" })).toEqual([3, 6]);
  expect(matchesOf(tree, { id: "shop:id/add", class: "Button" })).toEqual([3, 6]);
  expect(matchesOf(tree, { id: "add", inside: { id: "row", has: { text: "Desk lamp" } } })).toEqual([6]);
  expect(matchesOf(tree, { text_contains: "note" })).toEqual([2]);
  expect(matchesOf(tree, { text: "far away" })).toEqual([]);
  const path = "/hierarchy/android.widget.FrameLayout[1]/android.view.View[2]/android.view.View[1]";
  expect(matchesOf(tree, { path })).toEqual([5]);
  expect(matchesOf(tree, { path, text: "Desk" })).toEqual([]);
  expect(matchesOf(tree, { path: `${path}/android.view.View[1]` })).toEqual([]);
});

test("names what is most like a locator that finds nothing", () => {
  expect(candidatesOf(tree, { by: "ui", text: "Field notebooks" })[0]).toBe(
    'text: "Field notebook", class: View [0,0][100,100]',
  );
  expect(candidatesOf(tree, { by: "ui", text: "zzzz" })).toEqual([]);
});

test("says locators and elements in a line", () => {
  expect(locatorText({ by: "ui", id: "add", inside: { has: { text: "a" } }, which: 2 })).toBe(
    'id: add, inside: {has: {text: "a"}} (#2)',
  );
  expect(locatorText({ by: "ui", path: "/hierarchy/a[1]" })).toBe("path: /hierarchy/a[1]");
  expect(locatorText({ by: "position", x: 0.5, y: 0.25 })).toBe("position: 50 %, 25 %");
  expect(elementText(tree.list[3]!)).toBe('id: add, text: "Add", class: Button [0,0][100,100]');
});
