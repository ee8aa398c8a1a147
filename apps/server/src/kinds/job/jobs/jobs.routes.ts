import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../../platform/http/routes.ts";
import { actorOf } from "../../../platform/http/caller.ts";
import { seenBy } from "../../../platform/http/guests.ts";
import type { JobsService } from "./jobs.service.ts";

export function jobsRoutes(routes: Routes, jobs: JobsService): void {
  routes.implement(ENDPOINTS.jobList, async ({ caller, query: { project, ...filter } }) => {
    const page = await jobs.list({ project_id: project, ...filter });
    return { ...page, list: page.list.map((job) => seenBy(caller.project, job)) };
  });
  routes.implement(ENDPOINTS.jobGet, async ({ caller, params, query }) =>
    seenBy(caller.project, await jobs.get(query.project, params.job_id)),
  );
  routes.implement(ENDPOINTS.jobCreate, (call) => jobs.create(actorOf(call), call.query.project, call.body));
  routes.implement(ENDPOINTS.jobUpdate, (call) =>
    jobs.update(actorOf(call), call.query.project, call.params.job_id, call.body),
  );
  routes.implement(ENDPOINTS.jobCopy, (call) =>
    jobs.copy(actorOf(call), call.query.project, call.params.job_id, call.body.name),
  );
  routes.implement(ENDPOINTS.jobDelete, async (call) => {
    await jobs.delete(actorOf(call), call.query.project, call.params.job_id);
    return null;
  });
  routes.implement(ENDPOINTS.jobRun, ({ caller, params, query, body }) =>
    jobs.run(caller.user, query.project, params.job_id, {
      ...body,
      origin: caller.by === "session" ? "manual" : "api",
    }),
  );
  routes.implement(ENDPOINTS.jobDevices, ({ caller, query, body }) =>
    jobs.devices(query.project, body, caller.project.privileges.has("tag.view")),
  );
}
