import type { Element, ElementTree } from "@udt/contract";

/** An element with nothing of its own but what is said. */
export const element = (parent: number | null, more: Partial<Element> = {}): Element => ({
  parent,
  class_name: "android.view.View",
  resource_id: "",
  text: "",
  description: "",
  package_name: "shop",
  bounds: { left: 0, top: 0, right: 100, bottom: 100 },
  states: [],
  ...more,
});

export const box = (left: number, top: number, right: number, bottom: number) => ({
  bounds: { left, top, right, bottom },
});

/** A screen of 100 × 100, on which these are. */
export const tree = (...list: Element[]): ElementTree => ({ width: 100, height: 100, is_cut: false, list });
