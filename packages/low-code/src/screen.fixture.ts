/** A screen for specs: rows of products, each with a button that is called the same. */
import type { Element, ElementTree } from "@udt/contract";

const bare = { class_name: "android.view.View", resource_id: "", text: "", description: "", package_name: "shop" };
const bounds = { left: 0, top: 0, right: 100, bottom: 100 };

export const element = (parent: number | null, part: Partial<Element>): Element => ({
  ...bare,
  parent,
  bounds,
  states: [],
  ...part,
});

export const screen = (...list: Element[]): ElementTree => ({ width: 1080, height: 2400, is_cut: false, list });

export const ROWS: ElementTree = screen(
  element(null, { class_name: "android.widget.FrameLayout" }),
  element(0, { resource_id: "shop:id/row" }),
  element(1, { text: "Field notebook" }),
  element(1, { resource_id: "shop:id/add", text: "Add", class_name: "android.widget.Button" }),
  element(0, { resource_id: "shop:id/row" }),
  element(4, { text: "Desk lamp" }),
  element(4, { resource_id: "shop:id/add", text: "Add", class_name: "android.widget.Button" }),
  element(0, { text: "far away", bounds: { left: 0, top: 3000, right: 10, bottom: 3010 } }),
);
