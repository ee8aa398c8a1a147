import { useMutation, useQuery } from "@tanstack/react-query";
import { memoryBaselineEndpoints } from "@udt/contract/endpoints/memory-baselines";
import { api } from "../../../lib/api/api.ts";
import { queryOf, useStale } from "../../../lib/api/queries.ts";

/** All of the project's, by app and branch. */
export const useAllBaselines = (project: string) =>
  useQuery(queryOf(memoryBaselineEndpoints.memoryBaselineList, { query: { project } }));

/** The baselines of an app, by branch. */
export const useBaselines = (project: string, app_name: string) =>
  useQuery({
    ...queryOf(memoryBaselineEndpoints.memoryBaselineList, { query: { project, app_name } }),
    enabled: app_name !== "",
  });

/** What is shown of baselines is read anew, once a change has been made or refused. */
function useBaselineChange<Wish, Answer>(project: string, mutationFn: (wish: Wish) => Promise<Answer>) {
  const stale = useStale();
  return useMutation({ mutationFn, onSettled: () => stale(["memoryBaselineList"], project) });
}

export const useSetBaseline = (project: string) =>
  useBaselineChange(project, (body: { sample_id: string; branch: string }) =>
    api.call(memoryBaselineEndpoints.memoryBaselineSet, { query: { project }, body }),
  );

export const useRemoveBaseline = (project: string) =>
  useBaselineChange(project, (baseline_id: string) =>
    api.call(memoryBaselineEndpoints.memoryBaselineRemove, { params: { baseline_id }, query: { project } }),
  );
