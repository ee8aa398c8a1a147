import { useQuery } from "@tanstack/react-query";
import { memberEndpoints } from "@udt/contract/endpoints/members";
import { queryOf } from "../api/queries.ts";
import { useMay } from "../privileges/index.ts";

const REFRESH_MS = 60_000;

/** Who waits to join the project; asked only for those who may decide. */
export const useJoinRequests = (project: string) =>
  useQuery({
    ...queryOf(memberEndpoints.joinList, { params: { project_id: project }, query: { project } }),
    enabled: useMay(project, "member.invite"),
    refetchInterval: REFRESH_MS,
  });
