import type { ElementTree } from "./elements.ts";

/**
 * Where each element is, from its window on, as an XPath: each step by its class, and the how manieth it is of its siblings
 * of the same class, from 1. It names what has no words of its own, on this layout alone.
 */
export function elementPaths({ list }: ElementTree): string[] {
  const counts = new Map<string, number>();
  const paths: string[] = [];
  for (const { parent, class_name } of list) {
    const path = `${parent === null ? "/hierarchy" : (paths[parent] ?? "")}/${class_name || "*"}`;
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    paths.push(`${path}[${count}]`);
  }
  return paths;
}
