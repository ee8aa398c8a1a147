import { expect, test } from "vitest";
import { elementText, locatorText, matchesOf } from "./index.ts";
import { ROWS } from "./screen.fixture.ts";

const tree = ROWS;

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

test("says locators and elements in a line", () => {
  expect(locatorText({ by: "ui", id: "add", inside: { has: { text: "a" } }, which: 2 })).toBe(
    'id: add, inside: {has: {text: "a"}} (#2)',
  );
  expect(locatorText({ by: "ui", path: "/hierarchy/a[1]" })).toBe("path: /hierarchy/a[1]");
  expect(locatorText({ by: "position", x: 0.5, y: 0.25 })).toBe("position: 50 %, 25 %");
  expect(elementText(tree.list[3]!)).toBe('id: add, text: "Add", class: Button [0,0][100,100]');
});
