import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import { sendImage } from "../../platform/http/sent-image.ts";
import { actorOf } from "../../platform/http/caller.ts";
import type { AdminProjects } from "./admin-projects.service.ts";
import type { ProjectsService } from "./projects.service.ts";
import { heldAmong } from "./privileges.ts";
import type { ProjectDeletion } from "./project-deletion.service.ts";
import type { ProjectIcons } from "./project-icons.ts";
import type { SyncService } from "./sync.service.ts";
import type { ProjectTokensService } from "./tokens.service.ts";

const VISIBILITIES = { "1": 1, "2": 2, "3": 3 } as const;

interface ProjectServices {
  all: AdminProjects;
  projects: ProjectsService;
  icons: ProjectIcons;
  deletion: ProjectDeletion;
  sync: SyncService;
}

export function projectsRoutes(routes: Routes, { all, projects, icons, deletion, sync }: ProjectServices): void {
  routes.implement(ENDPOINTS.projectList, ({ caller, query }) =>
    projects.list(caller.user, query, caller.only_project),
  );
  routes.implement(ENDPOINTS.projectCreate, (call) => projects.create(actorOf(call), call.body));
  routes.implement(ENDPOINTS.projectSync, (call) => sync.resolve(actorOf(call), call.body.sync_project_id));
  routes.implement(ENDPOINTS.adminProjectList, ({ query }) =>
    all.list({ ...query, visibility: query.visibility && VISIBILITIES[query.visibility] }),
  );
  routes.implement(ENDPOINTS.projectGet, ({ caller }) => projects.get(caller.user, caller.project));
  routes.implement(ENDPOINTS.projectDoor, ({ caller, params }) => projects.door(caller.user, params.project_id));
  routes.implement(ENDPOINTS.projectUpdate, (call) => projects.update(actorOf(call), call.caller.project, call.body));
  routes.implement(ENDPOINTS.projectContents, ({ params }) => deletion.contents(params.project_id));
  routes.implement(ENDPOINTS.projectDelete, async (call) => {
    await deletion.delete(actorOf(call), call.params.project_id, call.query.confirm);
    return null;
  });
  routes.implement(ENDPOINTS.projectIconPut, async (call) => {
    await icons.put(actorOf(call), call.params.project_id, call.body);
    return projects.get(call.caller.user, call.caller.project);
  });
  routes.implement(ENDPOINTS.projectIconGet, async ({ caller, params, reply }) =>
    sendImage(reply, await icons.open(caller.user, params.project_id)),
  );

  routes.implement(ENDPOINTS.privilegeList, ({ params }) => projects.privileges(params.project_id));
  routes.implement(ENDPOINTS.privilegeSet, async (call) => {
    await projects.setPrivileges(actorOf(call), call.params.project_id, call.body.privilege_list);
    return null;
  });
  routes.implement(ENDPOINTS.privilegeEnforce, async ({ caller, query }) => {
    const asked = [...query.privilege_list.split(",").map((name) => name.trim()), "device.view"];
    return { privilege_list: heldAmong(asked, caller.project) };
  });
}

export function projectTokensRoutes(routes: Routes, tokens: ProjectTokensService): void {
  routes.implement(ENDPOINTS.tokenList, async ({ params }) => ({ list: await tokens.list(params.project_id) }));
  routes.implement(ENDPOINTS.tokenReset, ({ caller, request, params, body: { confirm, password } }) =>
    tokens.reset({ caller, password, ip: request.ip }, params.project_id, confirm),
  );
}
