import { expect, it } from "vitest";
import { treeOf, type FileNode } from "./file-tree.ts";

const shown = (nodes: readonly FileNode[], depth = 0): string[] =>
  nodes.flatMap(({ title, isLeaf, children }) => [
    `${" ".repeat(depth)}${title}${isLeaf ? "" : "/"}`,
    ...shown(children, depth + 1),
  ]);

it("puts files into their folders, folders first", () => {
  const paths = ["README.md", "tests/cart/adds.ts", "a.ts", "tests/b.ts", "lib/测试.ts", "tests/cart/empties.ts"];
  const nodes = treeOf(paths.map((path) => ({ path, kind: "file", size_bytes: 1 })));
  expect(shown(nodes)).toEqual([
    "lib/",
    " 测试.ts",
    "tests/",
    " cart/",
    "  adds.ts",
    "  empties.ts",
    " b.ts",
    "a.ts",
    "README.md",
  ]);
  expect(nodes[1]?.children[0]?.key).toBe("tests/cart");
});
