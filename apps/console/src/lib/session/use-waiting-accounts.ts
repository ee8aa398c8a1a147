import { useQuery } from "@tanstack/react-query";
import { waitingEndpoints } from "@udt/contract/endpoints/waiting";
import { queryOf } from "../api/queries.ts";
import { useUser } from "./use-user.ts";

/** How many accounts wait to be approved; asked only for administrators, who decide. Events keep it true. */
export const useWaitingAccounts = () =>
  useQuery({
    ...queryOf(waitingEndpoints.adminWaiting, {}),
    enabled: useUser().user_role.udt_admin,
  });
