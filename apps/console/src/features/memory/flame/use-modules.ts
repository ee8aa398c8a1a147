import type { PartitionRule } from "@udt/contract";
import { useMemo } from "react";
import type { Layout } from "./layout.ts";
import { callModules, frameModules } from "./modules.ts";
import type { FlameNames } from "./tree.ts";

const NONE: readonly string[] = [];

/** Which module each call of a graph belongs to; none where colours do not tell them, and no graph is given. */
export function useModules(names: FlameNames, layout: Layout | undefined, rules: readonly PartitionRule[]) {
  const isAsked = layout !== undefined && rules.length > 0;
  const ofFrames = useMemo(() => (isAsked ? frameModules(names, rules) : undefined), [isAsked, names, rules]);
  const of_call = useMemo(() => (layout && ofFrames ? callModules(layout.tree, ofFrames) : null), [layout, ofFrames]);
  return { modules: ofFrames?.modules ?? NONE, of_call };
}
