import type { CallTree } from "./call-tree.ts";
import { namingFrame, stackOf } from "./naming.ts";

/** What was allocated at one place in the program. */
export interface Stack {
  name: string;
  image: string;
  bytes: number;
  stack: string[];
}

/** The `most` calls that allocated the most themselves. */
export function topStacks(tree: CallTree, most: number): Stack[] {
  const own = tree.ownBytes();
  const nodes: number[] = [];
  let least = 0;
  for (let node = 1; node < tree.size; node += 1) {
    const bytes = own[node] ?? 0;
    if (bytes <= 0 || (nodes.length >= most && bytes <= least)) continue;
    nodes.push(node);
    nodes.sort((a, b) => (own[b] ?? 0) - (own[a] ?? 0));
    nodes.length = Math.min(nodes.length, most);
    least = own[nodes.at(-1) ?? 0] ?? 0;
  }
  return nodes.map((node) => {
    const path = tree.pathTo(node);
    return { ...namingFrame(tree, path), bytes: own[node] ?? 0, stack: stackOf(tree, path) };
  });
}
