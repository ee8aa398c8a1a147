import { ENDPOINTS } from "@udt/contract";
import type { Caller } from "../../platform/http/caller.ts";
import type { Routes } from "../../platform/http/routes.ts";
import type { MemberActor } from "./membership.ts";
import type { OrgTreeService } from "./org-tree.service.ts";
import type { OrgsService } from "./orgs.service.ts";
import type { Actor } from "./projects.service.ts";

interface OrgCall {
  caller: Caller;
  request: { ip: string };
}
const actorOf = ({ caller, request }: OrgCall): Actor => ({ user: caller.user, ip: request.ip });
const memberOf = (call: OrgCall): MemberActor => ({
  ...actorOf(call),
  project: call.caller.project,
  by: call.caller.by,
});

export function orgsRoutes(routes: Routes, orgs: OrgsService, tree: OrgTreeService): void {
  routes.implement(ENDPOINTS.orgList, ({ params, query }) => orgs.list(params.project_id, query));
  routes.implement(ENDPOINTS.orgChildList, ({ params, query }) => orgs.children(params.project_id, query));
  routes.implement(ENDPOINTS.orgAdd, (call) => orgs.add(memberOf(call), call.body));
  routes.implement(ENDPOINTS.orgUpdate, async (call) => {
    await orgs.setType(memberOf(call), [call.params.org_id], call.body.user_type);
    return null;
  });
  routes.implement(ENDPOINTS.orgUpdateMany, async (call) => {
    await orgs.setType(memberOf(call), call.body.org_id_list, call.body.user_type);
    return null;
  });
  routes.implement(ENDPOINTS.orgRemove, async (call) => {
    await orgs.remove(memberOf(call), [call.params.org_id]);
    return null;
  });
  routes.implement(ENDPOINTS.orgRemoveMany, async (call) => {
    await orgs.remove(memberOf(call), call.body.org_id_list);
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
