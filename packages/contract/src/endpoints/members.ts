import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { bodyFlag, id, member, page, pageQuery, projectOfPath, text, time, userSummary } from "../shapes.ts";

const params = z.object({ project_id: id });
const memberParams = params.extend({ user_id: id });
const user_type = z.literal([1, 2]);
const userIds = z.array(id).min(1).max(LIMITS.bulk_max);

export const memberEndpoints = {
  memberList: endpoint({
    name: "memberList",
    method: "GET",
    path: "/v1/plat/project/{project_id}/member/list",
    access: "member",
    summary:
      "Everybody who belongs to the project, by themselves or by an organisation. The keyword looks in nickname and email.",
    params,
    query: projectOfPath.extend({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(member),
    errors: ["project_mismatch"],
  }),
  memberAdd: endpoint({
    name: "memberAdd",
    method: "POST",
    path: "/v1/plat/project/{project_id}/member",
    access: { privilege: "member.invite" },
    summary:
      "Add members. With `update_existing`, unless it is said otherwise, those who are members already get the new type, which takes `member.edit`. Only an owner makes owners; into a secret project only owners invite.",
    params,
    query: projectOfPath,
    body: z.object({
      user_id_list: userIds,
      user_type: user_type.default(2),
      update_existing: bodyFlag.default(true),
    }),
    response: z.object({ added: z.int(), updated: z.int() }),
    errors: ["project_mismatch", "user_not_found", "project_secret", "last_project_owner"],
  }),
  memberUpdate: endpoint({
    name: "memberUpdate",
    method: "PUT",
    path: "/v1/plat/project/{project_id}/member/{user_id}",
    access: { privilege: "member.edit" },
    summary: "Change a member's type, nobody their own but an owner. Only an owner unmakes owners.",
    params: memberParams,
    query: projectOfPath,
    body: z.object({ user_type }),
    response: z.null(),
    errors: ["project_mismatch", "member_not_found", "last_project_owner"],
  }),
  memberUpdateMany: endpoint({
    name: "memberUpdateMany",
    method: "POST",
    path: "/v1/plat/project/{project_id}/member/update",
    access: { privilege: "member.edit" },
    summary: "Change several members' type, all or none.",
    params,
    query: projectOfPath,
    body: z.object({ user_id_list: userIds, user_type }),
    response: z.null(),
    errors: ["project_mismatch", "member_not_found", "last_project_owner"],
  }),
  memberRemove: endpoint({
    name: "memberRemove",
    method: "DELETE",
    path: "/v1/plat/project/{project_id}/member/{user_id}",
    access: "member",
    summary:
      "Leave the project, or with `member.remove` remove a member; their access, sockets and running sessions in the project end at once.",
    params: memberParams,
    query: projectOfPath,
    response: z.null(),
    errors: ["no_permission", "project_mismatch", "member_not_found", "last_project_owner", "last_project_member"],
  }),
  memberRemoveMany: endpoint({
    name: "memberRemoveMany",
    method: "POST",
    path: "/v1/plat/project/{project_id}/member/delete",
    access: { privilege: "member.remove" },
    summary: "Remove several members, all or none.",
    params,
    query: projectOfPath,
    body: z.object({ user_id_list: userIds }),
    response: z.null(),
    errors: ["project_mismatch", "member_not_found", "last_project_owner", "last_project_member"],
  }),
  joinRequest: endpoint({
    name: "joinRequest",
    method: "POST",
    path: "/v1/plat/project/{project_id}/join",
    access: "session",
    summary: "Ask to join a private or public project. A secret one does not exist for strangers.",
    params,
    query: projectOfPath,
    body: z.object({ message: text(200).default("") }),
    response: z.null(),
    errors: ["project_mismatch", "project_not_exists", "join_exists", "already_member"],
  }),
  joinList: endpoint({
    name: "joinList",
    method: "GET",
    path: "/v1/plat/project/{project_id}/join/list",
    access: { privilege: "member.invite" },
    summary: "Requests to join that wait.",
    params,
    query: projectOfPath,
    response: z.object({ list: z.array(userSummary.extend({ message: z.string(), created_at: time })) }),
    errors: ["project_mismatch"],
  }),
  joinDecide: endpoint({
    name: "joinDecide",
    method: "POST",
    path: "/v1/plat/project/{project_id}/join/{user_id}",
    access: { privilege: "member.invite" },
    summary: "Accept or decline a request to join.",
    params: memberParams,
    query: projectOfPath,
    body: z.object({ accept: bodyFlag }),
    response: z.null(),
    errors: ["project_mismatch", "join_not_found", "project_secret"],
  }),
};
