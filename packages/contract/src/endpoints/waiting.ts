import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** What waits for administrators: for the badge on every page, and for home. */
export const waitingEndpoints = {
  adminWaiting: endpoint({
    name: "adminWaiting",
    method: "GET",
    path: "/v1/plat/admin/waiting",
    access: "admin",
    summary: "How many accounts wait to be approved.",
    response: z.object({ accounts: z.int() }),
    errors: [],
  }),
};
