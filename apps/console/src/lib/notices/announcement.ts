import { queryOptions } from "@tanstack/react-query";
import { ENDPOINTS } from "@udt/contract";
import { api } from "../api/api.ts";

/** The administrator's announcement, or null. Events tell of it; by time it is asked for where no project is open. */
export const announcementQuery = queryOptions({
  queryKey: ["noticeGet"],
  queryFn: ({ signal }) => api.call(ENDPOINTS.noticeGet, { signal }),
  refetchInterval: 60_000,
});
