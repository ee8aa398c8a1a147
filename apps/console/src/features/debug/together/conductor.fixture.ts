import type { Element, ElementTree } from "@udt/contract";

/** An element of a specimen screen: only what matters of it. */
export const element = (of: Partial<Element> = {}): Element => ({
  parent: 0,
  class_name: "android.widget.Button",
  resource_id: "",
  text: "",
  description: "",
  package_name: "dev.shop",
  bounds: { left: 0, top: 0, right: 100, bottom: 200 },
  states: [],
  ...of,
});

/** A specimen screen, 100 by 200 unless it says otherwise, whose window is the first element. */
export const treeOf = (list: readonly Partial<Element>[], of: Partial<ElementTree> = {}): ElementTree => {
  const { width = 100, height = 200 } = of;
  const window = element({
    parent: null,
    class_name: "Frame",
    bounds: { left: 0, top: 0, right: width, bottom: height },
  });
  return { width, height, is_cut: false, list: [window, ...list.map(element)], ...of };
};

/** A square box at a place, as large as asked. */
export const boxAt = (left: number, top: number, size = 10) => ({ left, top, right: left + size, bottom: top + size });
