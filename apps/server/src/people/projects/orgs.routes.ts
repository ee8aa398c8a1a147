import { ENDPOINTS } from "@udt/contract";
import { actorOf } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import { memberActorOf } from "./membership.ts";
import type { OrgTreeService } from "./org-tree.service.ts";
import type { OrgsService } from "./orgs.service.ts";

export function orgsRoutes(routes: Routes, orgs: OrgsService, tree: OrgTreeService): void {
  routes.implement(ENDPOINTS.orgList, ({ params, query }) => orgs.list(params.project_id, query));
  routes.implement(ENDPOINTS.orgChildList, ({ params, query }) => orgs.children(params.project_id, query));
  routes.implement(ENDPOINTS.orgAdd, (call) => orgs.add(memberActorOf(call), call.body));
  routes.implement(ENDPOINTS.orgUpdate, async (call) => {
    await orgs.setType(memberActorOf(call), [call.params.org_id], call.body.user_type);
    return null;
  });
  routes.implement(ENDPOINTS.orgUpdateMany, async (call) => {
    await orgs.setType(memberActorOf(call), call.body.org_id_list, call.body.user_type);
    return null;
  });
  routes.implement(ENDPOINTS.orgRemove, async (call) => {
    await orgs.remove(memberActorOf(call), [call.params.org_id]);
    return null;
  });
  routes.implement(ENDPOINTS.orgRemoveMany, async (call) => {
    await orgs.remove(memberActorOf(call), call.body.org_id_list);
    return null;
  });

  routes.implement(ENDPOINTS.adminOrgList, ({ query }) => tree.list(query));
  routes.implement(ENDPOINTS.adminOrgGet, ({ params }) => tree.get(params.org_id));
  routes.implement(ENDPOINTS.adminOrgCreate, (call) => tree.create(actorOf(call), call.body));
  routes.implement(ENDPOINTS.adminOrgUpdate, (call) => tree.update(actorOf(call), call.params.org_id, call.body));
  routes.implement(ENDPOINTS.adminOrgDelete, async (call) => {
    await tree.delete(actorOf(call), call.params.org_id);
    return null;
  });
  routes.implement(ENDPOINTS.adminOrgUserList, ({ params, query }) => tree.users(params.org_id, query));
  routes.implement(ENDPOINTS.adminOrgUserAdd, (call) =>
    tree.addUsers(actorOf(call), call.params.org_id, call.body.user_id_list),
  );
  routes.implement(ENDPOINTS.adminOrgUserRemove, async (call) => {
    await tree.removeUsers(actorOf(call), call.params.org_id, call.body.user_id_list);
    return null;
  });
}
