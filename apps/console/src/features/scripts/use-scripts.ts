import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyInputOf, LibraryFramework, ScriptRepository, ScriptSort, ScriptTemplate } from "@udt/contract";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { scriptEndpoints } from "@udt/contract/endpoints/scripts";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

export interface ScriptFilters {
  keyword: string;
  sort: ScriptSort;
  order: "asc" | "desc";
  page_num: number;
  page_size: number;
}

export const useScripts = (project: string, filters: ScriptFilters) =>
  useQuery({
    ...queryOf(scriptEndpoints.scriptList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

const scriptQuery = (project: string, repo_id: string) =>
  queryOf(scriptEndpoints.scriptGet, { params: { repo_id }, query: { project } });
export const useScript = (project: string, repo_id: string) => useQuery(scriptQuery(project, repo_id));

export const useBranches = (project: string, repo_id: string) =>
  useQuery(queryOf(scriptEndpoints.scriptBranches, { params: { repo_id }, query: { project } }));

export const useTree = (project: string, repo_id: string, branch: string) =>
  useQuery({
    ...queryOf(scriptEndpoints.scriptTree, { params: { repo_id }, query: { project, branch } }),
    placeholderData: keepPreviousData,
  });

export const useFile = (project: string, repo_id: string, branch: string, path: string) =>
  useQuery(queryOf(scriptEndpoints.scriptFile, { params: { repo_id }, query: { project, branch, path } }));

export const useCommits = (
  project: string,
  repo_id: string,
  filters: { branch: string; page_num: number; page_size: number },
) =>
  useQuery({
    ...queryOf(scriptEndpoints.scriptCommits, { params: { repo_id }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

export const useCommit = (project: string, repo_id: string, commit_id: string | undefined) =>
  useQuery({
    ...queryOf(scriptEndpoints.scriptCommit, {
      params: { repo_id, commit_id: commit_id ?? "" },
      query: { project },
    }),
    enabled: commit_id !== undefined,
  });

/** Everything that is shown of repositories is read anew, once a change has been made or refused. */
function useScriptChange<T>(project: string, change: (wish: T) => Promise<ScriptRepository | null>) {
  const queryClient = useQueryClient();
  const stale = useStale();
  return useMutation({
    mutationFn: change,
    onSuccess: (script) => {
      if (script) queryClient.setQueryData(scriptQuery(project, script.repo_id).queryKey, script);
    },
    onSettled: () => stale(["scriptList"], project),
  });
}

export const useMakeScript = (project: string) =>
  useScriptChange(project, (body: BodyInputOf<typeof scriptEndpoints.scriptCreate>) =>
    api.call(scriptEndpoints.scriptCreate, { query: { project }, body }),
  );

export const useSaveScript = (project: string, repo_id: string) =>
  useScriptChange(project, (body: BodyInputOf<typeof scriptEndpoints.scriptUpdate>) =>
    api.call(scriptEndpoints.scriptUpdate, { params: { repo_id }, query: { project }, body }),
  );

export const useDeleteScript = (project: string) =>
  useScriptChange(project, (repo_id: string) =>
    api.call(scriptEndpoints.scriptDelete, { params: { repo_id }, query: { project } }),
  );

const FRAMEWORKS: Record<ScriptTemplate, LibraryFramework> = {
  low_code: "low_code",
  typescript: "node_test",
  pytest: "pytest",
};

/** Makes a case library that reads a repository's main branch. */
export function useReadCases(project: string) {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ name, template, clone_url }: ScriptRepository) =>
      api.call(libraryEndpoints.libraryCreate, {
        query: { project },
        body: { name, framework: FRAMEWORKS[template], url: clone_url },
      }),
    onSettled: () => stale(["libraryList"], project),
  });
}
