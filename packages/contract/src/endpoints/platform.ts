import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { id, text } from "../shapes.ts";

export const platformEndpoints = {
  projectSync: endpoint({
    name: "projectSync",
    method: "POST",
    path: "/v1/plat/project/sync",
    access: "session",
    summary:
      "The project that stands here for one of the parent platform. It is made when there is none yet, for callers whom the platform sent: internal and external-site accounts, and administrators.",
    body: z.object({ sync_project_id: text(LIMITS.sync_project_id_max).trim().min(1) }),
    response: z.object({ project_id: id }),
    errors: ["platform_sync_off", "project_not_exists", "user_not_in_project"],
  }),
};
