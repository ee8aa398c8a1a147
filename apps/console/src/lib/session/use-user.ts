import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { LIMITS, type UserInfo } from "@udt/contract";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { queryOf } from "../api/queries.ts";

/** Who is signed in; asked again every 30 minutes, so that a session that ended shows. */
export const userQuery = queryOptions({
  ...queryOf(userEndpoints.userInfo, {}),
  staleTime: LIMITS.user_refresh_ms,
  refetchInterval: LIMITS.user_refresh_ms,
  refetchOnWindowFocus: true,
});

/** The signed-in user. Only below the shell, whose loader has fetched it. */
export const useUser = (): UserInfo => useSuspenseQuery(userQuery).data;
