import { queryOptions, useQuery } from "@tanstack/react-query";
import { SWITCHABLE_PRIVILEGES, VIEW_PRIVILEGES, type Privilege } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { queryOf } from "../api/queries.ts";

/** `project.owner` is no privilege of its own: it is the owner's standing, asked in the same breath. */
export type Asked = Privilege | "project.owner";
const ASKED: readonly Asked[] = ["project.owner", ...SWITCHABLE_PRIVILEGES, ...VIEW_PRIVILEGES];

/** What the caller may do in a project, asked once for all screens. */
export const privilegesQuery = (project: string) =>
  queryOptions({
    ...queryOf(projectEndpoints.privilegeEnforce, {
      params: { project_id: project },
      query: { project, privilege_list: ASKED.join(",") },
    }),
    staleTime: 60_000,
  });

export interface Privileges {
  /** False until it is known: what may not be done must not flash by. */
  may(privilege: Asked): boolean;
  readonly known: boolean;
  /** It could not be asked. */
  readonly failed: boolean;
}

/**
 * What to show, never what is allowed: the server decides that on each call. Only for what the screens hide; asked again
 * when the project says that something changed and after each refusal for lack of a privilege.
 */
export function usePrivileges(project: string | undefined): Privileges {
  const { data, isError } = useQuery({ ...privilegesQuery(project ?? ""), enabled: project !== undefined });
  return {
    may: (privilege) => data?.privilege_list.includes(privilege) === true,
    known: data !== undefined,
    failed: isError && data === undefined,
  };
}

export const useMay = (project: string, privilege: Asked): boolean => usePrivileges(project).may(privilege);
