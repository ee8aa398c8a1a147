import { useQuery } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { queryOf } from "../api/queries.ts";
import { useMay } from "../privileges/index.ts";

const REFRESH_MS = 60_000;

/** Who waits to join the project; asked only for those who may decide. */
export const useJoinRequests = (project: string) =>
  useQuery({
    ...queryOf(ENDPOINTS.joinList, { params: { project_id: project }, query: { project } }),
    enabled: useMay(project, "member.invite"),
    refetchInterval: REFRESH_MS,
  });
