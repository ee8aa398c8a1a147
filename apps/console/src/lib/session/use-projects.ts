import { queryOptions, useQuery } from "@tanstack/react-query";
import { LIMITS } from "@udt/contract";
import { projectEndpoints } from "@udt/contract/endpoints/projects";
import { queryOf } from "../api/queries.ts";

/** The projects that the user is a member of: the first hundred, narrowed by the keyword on the server. */
export const projectsQuery = (keyword = "") =>
  queryOptions({
    ...queryOf(projectEndpoints.projectList, {
      query: { keyword, member: "1", page_size: LIMITS.menu_project_page_size },
    }),
    staleTime: 60_000,
  });

export const useProjects = (keyword = "") => useQuery(projectsQuery(keyword));

/** For administrators, who give devices to whichever project there is: the first hundred of all, narrowed likewise. */
export const useEveryProject = (keyword = "") =>
  useQuery({
    ...queryOf(projectEndpoints.projectList, { query: { keyword, page_size: LIMITS.menu_project_page_size } }),
    staleTime: 60_000,
  });
