import { elementTree, LIMITS, type Element } from "@udt/contract";
import { expect, test } from "vitest";
import { fitting } from "./commands.ts";

const element = (text = ""): Element => ({
  parent: null,
  class_name: "",
  resource_id: "",
  text,
  description: "",
  package_name: "",
  states: [],
  bounds: { left: 0, top: 0, right: 1, bottom: 1 },
});
const treeOf = (count: number, text?: string) => ({
  width: 100,
  height: 100,
  list: Array.from({ length: count }, () => element(text)),
  is_cut: false,
});

test("a tree that an answer takes is whole", () => {
  const whole = treeOf(100, "注".repeat(LIMITS.element_text_max));
  expect(fitting(whole)).toEqual(whole);
});

test.each([
  ["elements", treeOf(LIMITS.elements_max * 2)],
  ["words", treeOf(LIMITS.elements_max, "注".repeat(LIMITS.element_text_max))],
])("a tree with too many %s is cut so that the server takes it, and says so", (_, tree) => {
  const cut = fitting(tree);
  expect(elementTree.parse(cut)).toEqual({ ...tree, list: tree.list.slice(0, cut.list.length), is_cut: true });
  expect(Buffer.byteLength(JSON.stringify(cut.list))).toBeLessThanOrEqual(LIMITS.element_tree_max_bytes + 2);
  expect(cut.list.length).toBeGreaterThan(100);
});
