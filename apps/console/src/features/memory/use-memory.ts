import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { BodyInputOf, MEMORY_TRACE_SORTS } from "@udt/contract";
import { memgraphEndpoints } from "@udt/contract/endpoints/memgraphs";
import { memoryEndpoints } from "@udt/contract/endpoints/memory";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

export type TraceSort = (typeof MEMORY_TRACE_SORTS)[number];

export const tracesQuery = (
  project: string,
  filters: { keyword: string; sort?: TraceSort; order?: "asc" | "desc"; page_num?: number; page_size: number },
) => queryOf(memoryEndpoints.memoryTraceList, { query: { project, ...filters } });

export const useTraces = (project: string, filters: Parameters<typeof tracesQuery>[1]) =>
  useQuery({ ...tracesQuery(project, filters), placeholderData: keepPreviousData });

export const useTrace = (project: string, trace_id: string | undefined) =>
  useQuery({
    ...queryOf(memoryEndpoints.memoryTraceGet, { params: { trace_id: trace_id ?? "" }, query: { project } }),
    enabled: trace_id !== undefined,
  });

/** A sample's report; what is read once stays so. */
export const useReport = (project: string, sample_id: string | undefined) =>
  useQuery({
    ...queryOf(memoryEndpoints.memorySampleGet, { params: { sample_id: sample_id ?? "" }, query: { project } }),
    enabled: sample_id !== undefined,
    placeholderData: keepPreviousData,
  });

export const useComparison = (
  project: string,
  { before, after, noise }: { before: string | undefined; after: string | undefined; noise: number },
) =>
  useQuery({
    ...queryOf(memoryEndpoints.memoryCompare, { query: { project, before: before ?? "", after: after ?? "", noise } }),
    enabled: before !== undefined && after !== undefined,
    placeholderData: keepPreviousData,
  });

/** All that is shown of traces is read anew, once a change has been made or refused. */
function useMemoryChange<Wish, Answer>(project: string, change: (wish: Wish) => Promise<Answer>) {
  const stale = useStale();
  return useMutation({
    mutationFn: change,
    onSettled: () => stale(["memoryTraceList", "memoryTraceGet"], project),
  });
}

export const useMakeTrace = (project: string) =>
  useMemoryChange(project, (body: BodyInputOf<typeof memoryEndpoints.memoryTraceCreate>) =>
    api.call(memoryEndpoints.memoryTraceCreate, { query: { project }, body }),
  );

export const useTraceChange = (project: string, trace_id: string) =>
  useMemoryChange(project, (body: BodyInputOf<typeof memoryEndpoints.memoryTraceUpdate>) =>
    api.call(memoryEndpoints.memoryTraceUpdate, { params: { trace_id }, query: { project }, body }),
  );

export const useDeleteTrace = (project: string) =>
  useMemoryChange(project, (trace_id: string) =>
    api.call(memoryEndpoints.memoryTraceDelete, { params: { trace_id }, query: { project } }),
  );

/** Several by one call, which tells of each that was left why. */
export const useDeleteTraces = (project: string) =>
  useMemoryChange(project, (trace_ids: string[]) =>
    api.call(memoryEndpoints.memoryTracesDelete, { query: { project }, body: { trace_ids } }),
  );

export const useMakeSample = (project: string, trace_id: string) =>
  useMemoryChange(project, (body: BodyInputOf<typeof memoryEndpoints.memorySampleCreate>) =>
    api.call(memoryEndpoints.memorySampleCreate, { params: { trace_id }, query: { project }, body }),
  );

export const useNameScene = (project: string, sample_id: string) =>
  useMemoryChange(project, (label: string) =>
    api.call(memoryEndpoints.memorySampleUpdate, { params: { sample_id }, query: { project }, body: { label } }),
  );

export const useReadAgain = (project: string) =>
  useMemoryChange(project, (sample_id: string) =>
    api.call(memgraphEndpoints.memorySampleReadAgain, { params: { sample_id }, query: { project } }),
  );

export const useDeleteSample = (project: string) =>
  useMemoryChange(project, (sample_id: string) =>
    api.call(memoryEndpoints.memorySampleDelete, { params: { sample_id }, query: { project } }),
  );
