import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  BodyInputOf,
  Library,
  LibraryFramework,
  ScriptRepository,
  ScriptRestore,
  ScriptSort,
  ScriptTemplate,
} from "@udt/contract";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { scriptBranchEndpoints } from "@udt/contract/endpoints/script-branches";
import { scriptHistoryEndpoints } from "@udt/contract/endpoints/script-history";
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

export const scriptQuery = (project: string, repo_id: string) =>
  queryOf(scriptEndpoints.scriptGet, { params: { repo_id }, query: { project } });
const FETCH_LOOK_MS = 1_000;
export const useScript = (project: string, repo_id: string) =>
  useQuery({
    ...scriptQuery(project, repo_id),
    // How far a fetch is, is told by nothing.
    refetchInterval: ({ state }) => (state.data?.outside?.fetch_state === "fetching" ? FETCH_LOOK_MS : false),
  });

export const useBranches = (project: string, repo_id: string) =>
  useQuery(queryOf(scriptBranchEndpoints.scriptBranches, { params: { repo_id }, query: { project } }));

/** What the branch is called that is meant where none is named. */
export const useMainBranch = (project: string, repo_id: string): string =>
  useScript(project, repo_id).data?.default_branch ?? "main";

export const useTree = (project: string, repo_id: string, branch: string) =>
  useQuery({
    ...queryOf(scriptEndpoints.scriptTree, { params: { repo_id }, query: { project, branch } }),
    placeholderData: keepPreviousData,
  });

/** Not asked for without a path. */
export const useFile = (project: string, repo_id: string, branch: string, path: string | undefined) =>
  useQuery({
    ...queryOf(scriptEndpoints.scriptFile, { params: { repo_id }, query: { project, branch, path: path ?? "" } }),
    enabled: path !== undefined,
  });

export const useCommits = (
  project: string,
  repo_id: string,
  filters: { branch: string; path?: string; page_num: number; page_size: number },
) =>
  useQuery({
    ...queryOf(scriptHistoryEndpoints.scriptCommits, { params: { repo_id }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

/** @param path What it did to that file; empty: all that it did. */
export const useCommit = (project: string, repo_id: string, commit_id: string | undefined, path: string) =>
  useQuery({
    ...queryOf(scriptHistoryEndpoints.scriptCommit, {
      params: { repo_id, commit_id: commit_id ?? "" },
      query: { project, path },
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
    mutationFn: ({ name, template, clone_url }: ScriptRepository & { template: ScriptTemplate }) =>
      api.call(libraryEndpoints.libraryCreate, {
        query: { project },
        body: { name, framework: FRAMEWORKS[template], url: clone_url },
      }),
    onSettled: () => stale(["libraryList"], project),
  });
}

/** A branch of a repository. */
export interface BranchPlace {
  project: string;
  repo_id: string;
  /** Empty: the main one. */
  branch: string;
}

/** All that changes when a branch does. */
const OF_BRANCHES = ["scriptBranches", "scriptTree", "scriptFile", "scriptCommits", "scriptGet"] as const;

export interface RestoreWish {
  commit_id: string;
  what: ScriptRestore;
  /** Empty: all files. */
  path: string;
}

/** What restoring would change of the branch as it is now. */
export const useRestorePreview = ({ project, repo_id, branch }: BranchPlace, wish: RestoreWish) =>
  useQuery({
    ...queryOf(scriptHistoryEndpoints.scriptRestorePreview, {
      params: { repo_id },
      query: { project, branch, ...wish },
    }),
    // What was answered before may have been pushed over since.
    staleTime: 0,
    retry: false,
  });

export function useRestore({ project, repo_id, branch }: BranchPlace, wish: RestoreWish) {
  const stale = useStale();
  return useMutation({
    mutationFn: (said: { base_commit_id: string; message: string }) =>
      api.call(scriptHistoryEndpoints.scriptRestore, {
        params: { repo_id },
        query: { project },
        body: { branch, ...wish, ...said },
      }),
    onSettled: () => stale([...OF_BRANCHES, "scriptRestorePreview"], project),
  });
}

export function useMakeBranch({ project, repo_id }: BranchPlace) {
  const stale = useStale();
  return useMutation({
    mutationFn: (body: { name: string; commit_id: string }) =>
      api.call(scriptBranchEndpoints.scriptBranchCreate, { params: { repo_id }, query: { project }, body }),
    onSettled: () => stale(OF_BRANCHES, project),
  });
}

export function useDeleteBranch({ project, repo_id }: BranchPlace) {
  const stale = useStale();
  return useMutation({
    mutationFn: ({ name, commit_id }: { name: string; commit_id: string }) =>
      api.call(scriptBranchEndpoints.scriptBranchDelete, {
        params: { repo_id },
        query: { project, branch: name, commit_id },
      }),
    onSettled: () => stale(OF_BRANCHES, project),
  });
}

const READERS_MAX = 100;

/** The case libraries that read a repository: those whose address is its own. */
export function useReaders(project: string, repo_id: string): readonly Library[] | undefined {
  const query = { project, keyword: `${repo_id}.git`, sort: "name", order: "asc", page_size: READERS_MAX } as const;
  const { data } = useQuery(queryOf(libraryEndpoints.libraryList, { query }));
  return data?.list.filter((library) => library.repo_id === repo_id);
}
