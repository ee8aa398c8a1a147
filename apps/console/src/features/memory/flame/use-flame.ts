import { useQuery } from "@tanstack/react-query";
import type { MemoryFlame, MemoryTree } from "@udt/contract";
import { memoryEndpoints } from "@udt/contract/endpoints/memory";
import { useMemo } from "react";
import { api } from "../../../lib/api/api.ts";
import { keyOf } from "../../../lib/api/keys.ts";
import { layoutOf, type Layout, type Order } from "./layout.ts";
import { calleesOf, callersOf, framesHidden, recursionFolded } from "./shapes.ts";
import { systemFrames } from "./system-frames.ts";
import { treeOf, type FlameNames, type FlameTree } from "./tree.ts";

/** The tree of a sample as it was read, which stays so. */
export interface Flame {
  names: FlameNames;
  tree: FlameTree;
  left_out: number;
}

/** Its columns are not looked through one by one: with 600,000 calls that would take longer than to draw them. */
const flameOf = (answer: MemoryFlame): Flame => {
  const { symbols, images, image, left_out } = answer;
  return { names: { symbols, images, image }, tree: treeOf(answer), left_out };
};

export function useFlame(
  project: string,
  { sample_id, tree, before }: { sample_id: string | undefined; tree: MemoryTree; before: string | undefined },
) {
  const asked = { params: { sample_id: sample_id ?? "" }, query: { project, tree, before } };
  const endpoint = memoryEndpoints.memorySampleTree;
  return useQuery({
    queryKey: keyOf(endpoint, asked),
    queryFn: async ({ signal }) =>
      flameOf((await (await api.raw(endpoint, { ...asked, signal })).json()) as MemoryFlame),
    enabled: sample_id !== undefined,
    staleTime: Infinity,
    // Each takes tens of megabytes.
    gcTime: 60_000,
    structuralSharing: false,
  });
}

export const VIEWS = ["calls", "callers", "sandwich"] as const;
export type FlameView = (typeof VIEWS)[number];

/** What a call's colour tells, where nothing is compared. */
export const COLORS = ["image", "module"] as const;

export interface Shape {
  view: FlameView;
  order: Order;
  isFolded: boolean;
  isAppOnly: boolean;
  /** In the middle of a sandwich. */
  frame: number | undefined;
}

/** The graphs of a shape: of a sandwich first who calls, then what is called; of others one. None without a function in the middle. */
export function useLayouts(flame: Flame | undefined, { view, order, isFolded, isAppOnly, frame }: Shape): Layout[] {
  const tree = useMemo(() => {
    if (!flame) return undefined;
    const shown = isAppOnly ? framesHidden(flame.tree, systemFrames(flame.names)) : flame.tree;
    return isFolded ? recursionFolded(shown) : shown;
  }, [flame, isAppOnly, isFolded]);
  return useMemo(() => {
    if (!flame || !tree) return [];
    const laid = (one: FlameTree) => layoutOf(one, flame.names, order);
    if (view === "calls") return [laid(tree)];
    if (view === "callers") return [laid(callersOf(tree))];
    return frame === undefined ? [] : [laid(callersOf(tree, frame)), laid(calleesOf(tree, frame))];
  }, [flame, tree, view, order, frame]);
}
