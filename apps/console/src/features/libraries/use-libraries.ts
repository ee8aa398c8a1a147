import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { BodyInputOf, Library, LibraryFramework, LibrarySort, ParseState } from "@udt/contract";
import { credentialEndpoints } from "@udt/contract/endpoints/credentials";
import { jobEndpoints } from "@udt/contract/endpoints/jobs";
import { libraryEndpoints } from "@udt/contract/endpoints/libraries";
import { api } from "../../lib/api/api.ts";
import { queryOf, useStale } from "../../lib/api/queries.ts";

export interface LibraryFilters {
  keyword: string;
  framework: LibraryFramework | undefined;
  parse_state: ParseState | undefined;
  sort: LibrarySort;
  order: "asc" | "desc";
  page_num: number;
  page_size: number;
}
export interface PageFilters {
  keyword: string;
  page_num: number;
  page_size: number;
}

export const useLibraries = (project: string, filters: LibraryFilters) =>
  useQuery({
    ...queryOf(libraryEndpoints.libraryList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

const libraryQuery = (project: string, library_id: string) =>
  queryOf(libraryEndpoints.libraryGet, { params: { library_id }, query: { project } });
export const useLibrary = (project: string, library_id: string) => useQuery(libraryQuery(project, library_id));

export const useCases = (project: string, library_id: string, filters: PageFilters) =>
  useQuery({
    ...queryOf(libraryEndpoints.libraryCases, { params: { library_id }, query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

export const useParses = (project: string, library_id: string, page: Omit<PageFilters, "keyword">) =>
  useQuery({
    ...queryOf(libraryEndpoints.libraryParses, { params: { library_id }, query: { project, ...page } }),
    placeholderData: keepPreviousData,
  });

/** Everything that is shown of libraries is read anew, once a change has been made or refused. */
export function useLibraryChange<T>(project: string, change: (wish: T) => Promise<Library | null>) {
  const queryClient = useQueryClient();
  const stale = useStale();
  return useMutation({
    mutationFn: change,
    onSuccess: (library) => {
      if (library) queryClient.setQueryData(libraryQuery(project, library.library_id).queryKey, library);
    },
    onSettled: () => stale(["libraryList", "libraryParses", "libraryCases"], project),
  });
}

export const useParse = (project: string, library_id: string) =>
  useLibraryChange(project, (action: "start" | "cancel") =>
    api.call(action === "start" ? libraryEndpoints.libraryParse : libraryEndpoints.libraryParseCancel, {
      params: { library_id },
      query: { project },
    }),
  );

/** A library's name, address, branch and how it is let in; a new one without `library_id`. */
export const useSaveLibrary = (project: string, library_id: string | undefined) =>
  useLibraryChange(project, (body: BodyInputOf<typeof libraryEndpoints.libraryCreate>) => {
    if (library_id === undefined) return api.call(libraryEndpoints.libraryCreate, { query: { project }, body });
    const { auth, ...fields } = body;
    // What was not given anew stays as it is.
    const change = auth === undefined ? fields : body;
    return api.call(libraryEndpoints.libraryUpdate, { params: { library_id }, query: { project }, body: change });
  });

export const useDeleteLibrary = (project: string) =>
  useLibraryChange(project, (library_id: string) =>
    api.call(libraryEndpoints.libraryDelete, { params: { library_id }, query: { project } }),
  );

/** The names of some jobs that use a library, and how many there are. */
export const useJobsOf = (project: string, library_id: string) =>
  useQuery(queryOf(jobEndpoints.jobList, { query: { project, library_id, page_size: 10 } }));

const hookQuery = (project: string, library_id: string) =>
  queryOf(libraryEndpoints.libraryHookGet, { params: { library_id }, query: { project } });
export const useHook = (project: string, library_id: string) => useQuery(hookQuery(project, library_id));

export function useResetHook(project: string, library_id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(libraryEndpoints.libraryHookReset, { params: { library_id }, query: { project } }),
    onSuccess: (hook) => queryClient.setQueryData(hookQuery(project, library_id).queryKey, hook),
  });
}

export const useCredentials = (project: string, filters: PageFilters) =>
  useQuery({
    ...queryOf(credentialEndpoints.credentialList, { query: { project, ...filters } }),
    placeholderData: keepPreviousData,
  });

export function useCredentialChange<T>(project: string, change: (wish: T) => Promise<unknown>) {
  const stale = useStale();
  return useMutation({
    mutationFn: change,
    onSettled: () => stale(["credentialList", "credentialGet"], project),
  });
}
