import { ENDPOINTS } from "@udt/contract";
import type { Routes } from "../../platform/http/routes.ts";
import type { MembersService } from "./members.service.ts";
import { memberActorOf } from "./membership.ts";

export function membersRoutes(routes: Routes, members: MembersService): void {
  routes.implement(ENDPOINTS.memberList, ({ params, query }) => members.list(params.project_id, query));
  routes.implement(ENDPOINTS.memberAdd, (call) => members.add(memberActorOf(call), call.body));
  routes.implement(ENDPOINTS.memberUpdate, async (call) => {
    await members.setType(memberActorOf(call), [call.params.user_id], call.body.user_type);
    return null;
  });
  routes.implement(ENDPOINTS.memberUpdateMany, async (call) => {
    await members.setType(memberActorOf(call), call.body.user_id_list, call.body.user_type);
    return null;
  });
  routes.implement(ENDPOINTS.memberRemove, async (call) => {
    await members.remove(memberActorOf(call), [call.params.user_id]);
    return null;
  });
  routes.implement(ENDPOINTS.memberRemoveMany, async (call) => {
    await members.remove(memberActorOf(call), call.body.user_id_list);
    return null;
  });
  routes.implement(ENDPOINTS.joinRequest, async ({ caller, request, params, body }) => {
    await members.requestJoin({ user: caller.user, ip: request.ip }, params.project_id, body.message);
    return null;
  });
  routes.implement(ENDPOINTS.joinList, ({ params }) => members.requests(params.project_id));
  routes.implement(ENDPOINTS.joinDecide, async (call) => {
    await members.decideJoin(memberActorOf(call), call.params.user_id, call.body.accept);
    return null;
  });
}
