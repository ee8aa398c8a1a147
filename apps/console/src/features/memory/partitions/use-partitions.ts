import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { partitionRule, type PartitionRule } from "@udt/contract";
import { memoryPartitionEndpoints } from "@udt/contract/endpoints/memory-partitions";
import { useMemo } from "react";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";
import { useSettled } from "../../../lib/common/use-settled.ts";

/** The project's partition rules, as they are. */
export const useSavedRules = (project: string) =>
  useQuery(queryOf(memoryPartitionEndpoints.memoryPartitionsGet, { query: { project } }));

export const useVersions = (project: string) =>
  useQuery(queryOf(memoryPartitionEndpoints.memoryPartitionsVersions, { query: { project } }));

/** The rules as they were in a version. */
export const readVersion = (project: string, version: number) =>
  api.call(memoryPartitionEndpoints.memoryPartitionsGet, { query: { project, version } });

/** What a sample is by the rules that are saved. */
export const useSamplePartitions = (project: string, sample_id: string) =>
  useQuery(queryOf(memoryPartitionEndpoints.memorySamplePartitions, { params: { sample_id }, query: { project } }));

export const isWhole = (rule: PartitionRule): boolean => partitionRule.safeParse(rule).success;

/** What a sample would be by rules as they are edited; one that is not whole is left out. @param rules the same while they are unchanged */
export function useTriedPartitions(project: string, sample_id: string, rules: readonly PartitionRule[]) {
  const settled = useSettled(rules);
  const body = useMemo(() => ({ rules: settled.filter(isWhole).map((rule) => partitionRule.parse(rule)) }), [settled]);
  return useQuery({
    ...queryOf(memoryPartitionEndpoints.memoryPartitionsPreview, { params: { sample_id }, query: { project }, body }),
    placeholderData: keepPreviousData,
  });
}

/** Saves a new version; what there is by then is read anew, also where it was refused. */
export function useSaveRules(project: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: (body: { base_version: number; rules: PartitionRule[] }) =>
      api.call(memoryPartitionEndpoints.memoryPartitionsSave, { query: { project }, body }),
    onSettled: () => stale(["memoryPartitionsGet", "memoryPartitionsVersions", "memorySamplePartitions"], project),
  });
}
