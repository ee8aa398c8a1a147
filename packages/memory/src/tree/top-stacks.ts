import type { CallTree } from "./call-tree.ts";
import { Largest } from "./largest.ts";
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
  const largest = new Largest(most);
  for (let node = 0; node < tree.size; node += 1) largest.offer(node, own[node] ?? 0);
  return stacksOf(tree, largest);
}

export const stacksOf = (tree: CallTree, largest: Largest): Stack[] =>
  largest.nodes().map(({ node, bytes }) => {
    const path = tree.pathTo(node);
    return { ...namingFrame(tree, path), bytes, stack: stackOf(tree, path) };
  });
