import { useQuery } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { api } from "../api/api.ts";
import { useMay } from "../privileges/index.ts";

const REFRESH_MS = 60_000;

/** Who waits to join the project; asked only for those who may decide. */
export const useJoinRequests = (project: string) =>
  useQuery({
    queryKey: ["joinList", project],
    queryFn: ({ signal }) =>
      api.call(ENDPOINTS.joinList, { params: { project_id: project }, query: { project }, signal }),
    enabled: useMay(project, "member.invite"),
    refetchInterval: REFRESH_MS,
  });
