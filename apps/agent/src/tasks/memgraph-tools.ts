/**
 * Apple's tools for memory graphs, with the words by which they write what is read of memory samples.
 * https://keith.github.io/xcode-man-pages/footprint.1.html and vmmap.1, heap.1, leaks.1, malloc_history.1 beside it
 */
import { MEMGRAPH_TOOLS, type MemgraphTool } from "@udt/contract";
import { pathOf } from "./program-path.ts";

interface Tool {
  /** @param file the memory graph. @param text where a text is written that goes not to the standard output */
  words(file: string, text: string): string[];
  /** With what it ends where it did what it was asked. */
  done: readonly number[];
  /** Whether it writes `text` by itself. */
  writesFile: boolean;
}

export const MEMGRAPH_TOOL_OF: Readonly<Record<MemgraphTool, Tool>> = {
  footprint: { words: (file, text) => ["--json", text, file], done: [0], writesFile: true },
  vmmap: { words: (file) => ["-summary", file], done: [0], writesFile: false },
  heap: { words: (file) => ["-s", file], done: [0], writesFile: false },
  // With 1 it says that something leaked.
  leaks: { words: (file) => [file], done: [0, 1], writesFile: false },
  malloc_history: { words: (file) => [file, "-allBySize", "-fullStacks"], done: [0], writesFile: false },
};

/** Where those of the tools are that are in the PATH. */
export async function memgraphPrograms(tools: readonly MemgraphTool[] = MEMGRAPH_TOOLS): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const tool of tools) {
    const path = await pathOf(tool);
    if (path !== undefined) found.set(tool, path);
  }
  return found;
}

/** Programs of these names elsewhere are others: `heap` and `leaks` read memory graphs on a Mac alone, and there all of them are. */
export async function readsMemgraphs(platform: NodeJS.Platform): Promise<boolean> {
  return platform === "darwin" && (await memgraphPrograms()).size === MEMGRAPH_TOOLS.length;
}
