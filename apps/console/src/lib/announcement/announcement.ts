import { queryOptions } from "@tanstack/react-query";
import { consoleEndpoints } from "@udt/contract/endpoints/console";
import { queryOf } from "../api/queries.ts";

/** The administrator's announcement, or null. Events tell of it; by time it is asked for where no project is open. */
export const announcementQuery = queryOptions({
  ...queryOf(consoleEndpoints.noticeGet, {}),
  refetchInterval: 60_000,
});
