import { expect, it } from "vitest";
import { dropOtherTrees, type Read } from "./join.ts";
import type { FormatName } from "./sample.ts";
import { CallTree } from "./tree/call-tree.ts";

const readOf = (format: FormatName, ...trees: ("malloc" | "vm")[]): Read => ({
  source: { file: format, format, lines: 1 },
  findings: Object.fromEntries(trees.map((kind) => [kind, new CallTree()])),
});

it("keeps of the trees of several files those alone that the sample will have", () => {
  const read = [
    readOf("collapsed", "malloc"),
    readOf("call_tree", "malloc", "vm"),
    readOf("heap"),
    readOf("all_by_size", "malloc"),
  ];
  dropOtherTrees(read);
  expect(read.map(({ findings }) => Object.keys(findings))).toEqual([[], ["vm"], [], ["malloc"]]);
});
