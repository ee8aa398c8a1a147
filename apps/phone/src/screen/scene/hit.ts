import { contains, isClickable, type SceneNode } from "./node.ts";

/** The path from the root to the top-most view at a point, the deepest last. Decoration never takes a touch. */
export const pathAt = (root: SceneNode, x: number, y: number): SceneNode[] => {
  if (root.spec.ghost === true || !contains(root.clip, x, y)) return [];
  for (const child of root.children.toReversed()) {
    const path = pathAt(child, x, y);
    if (path.length > 0) return [root, ...path];
  }
  const takes =
    root.spec.bg !== undefined ||
    root.spec.text !== undefined ||
    root.spec.paint !== undefined ||
    root.spec.scroll !== undefined ||
    isClickable(root.spec);
  return takes ? [root] : [];
};
