import type { MemorySample, MemoryTree } from "@udt/contract";
import { paths } from "../../lib/navigation/paths.ts";
import { useProjectId } from "../../lib/project.ts";
import { stackKey } from "./flame/names.ts";

/** A sample, as an address names it. */
export type SampleAt = Pick<MemorySample, "trace_id" | "sample_id">;

/** Tells where a stack is seen in the flame graph of its sample; beside `before` where that is given, which may be of another trace. */
export function useStackPlace() {
  const project = useProjectId();
  return (
    { trace_id, sample_id: sample }: SampleAt,
    tree: MemoryTree,
    stack: readonly string[],
    before?: SampleAt,
  ): string =>
    paths.memoryFlame(project, trace_id, { sample, tree, at: stackKey(stack), ...besides(trace_id, before) });
}

/** What the address of a trace's flame graph says of the sample that it is compared with. */
export const besides = (trace_id: string, before: SampleAt | undefined): Record<string, string> =>
  before === undefined
    ? {}
    : { before: before.sample_id, ...(before.trace_id !== trace_id && { before_trace: before.trace_id }) };
