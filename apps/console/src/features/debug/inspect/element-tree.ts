import type { Element, ElementTree } from "@udt/contract";
import type { Point, Size } from "../../../lib/screen/geometry.ts";

/** By places in the tree's list. */
export interface Branch {
  at: number;
  children: Branch[];
}

/** The list as the tree that it is. */
export function branchesOf({ list }: ElementTree): Branch[] {
  const all: Branch[] = list.map((_, at) => ({ at, children: [] }));
  const roots: Branch[] = [];
  for (const [at, branch] of all.entries()) {
    const parent = list[at]?.parent;
    const above = parent === null || parent === undefined ? undefined : all[parent];
    (above ? above.children : roots).push(branch);
  }
  return roots;
}

/** The element and all that it is in, from the root on. */
export function pathTo({ list }: ElementTree, at: number): number[] {
  const path: number[] = [];
  for (let next: number | null = at; next !== null; next = list[next]?.parent ?? null) path.unshift(next);
  return path;
}

/** What one means by pointing there: the smallest that is there, and of equals the one on top. */
export function elementAt({ list }: ElementTree, { x, y }: Point): number | undefined {
  let found: number | undefined;
  let smallest = Infinity;
  for (const [at, { bounds }] of list.entries()) {
    if (x < bounds.left || x >= bounds.right || y < bounds.top || y >= bounds.bottom) continue;
    const area = (bounds.right - bounds.left) * (bounds.bottom - bounds.top);
    if (area > smallest) continue;
    found = at;
    smallest = area;
  }
  return found;
}

/** A place of the picture, from 0 to 1 in both directions, in the tree's pixels. */
export const inDisplay = (part: Point, { width, height }: Size): Point => ({
  x: Math.min(width - 1, Math.max(0, Math.floor(part.x * width))),
  y: Math.min(height - 1, Math.max(0, Math.floor(part.y * height))),
});

const lastOf = (text: string, separator: string) => text.slice(text.lastIndexOf(separator) + 1);

/** A class without its package, an id without its app. */
export const shortClass = ({ class_name }: Element): string => lastOf(class_name, ".");
export const shortId = ({ resource_id }: Element): string => lastOf(resource_id, "/");

/** The places of all whose text, description, id or class has these words in it. */
export function findElements({ list }: ElementTree, keyword: string): number[] {
  const wanted = keyword.trim().toLowerCase();
  if (wanted === "") return [];
  return list.flatMap((element, at) =>
    [element.text, element.description, element.resource_id, element.class_name].some((words) =>
      words.toLowerCase().includes(wanted),
    )
      ? [at]
      : [],
  );
}
