import { queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError } from "@udt/client";
import { SWITCHABLE_PRIVILEGES, VIEW_PRIVILEGES, type Privilege } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { queryOf } from "../api/queries.ts";

/** `project.owner` is no privilege of its own: it is the owner's standing, asked in the same breath. */
export type Asked = Privilege | "project.owner";
const ASKED: readonly Asked[] = ["project.owner", ...SWITCHABLE_PRIVILEGES, ...VIEW_PRIVILEGES];

const SHUT: ReadonlySet<string | undefined> = new Set(["user_not_in_project", "project_not_exists"]);

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
  /** The project is not there for the caller, or not theirs to look into. */
  readonly isShut: boolean;
}

/**
 * What to show, never what is allowed: the server decides that on each call. Only for what the screens hide; asked again
 * when the project says that something changed and after each refusal for lack of a privilege.
 */
export function usePrivileges(project: string | undefined): Privileges {
  const { data, isError, error } = useQuery({ ...privilegesQuery(project ?? ""), enabled: project !== undefined });
  return {
    may: (privilege) => data?.privilege_list.includes(privilege) === true,
    known: data !== undefined,
    failed: isError && data === undefined,
    // A refusal counts also where it was granted before: somebody was taken out meanwhile.
    isShut: error instanceof ApiError && SHUT.has(error.code),
  };
}

export const useMay = (project: string | undefined, privilege: Asked): boolean => usePrivileges(project).may(privilege);
