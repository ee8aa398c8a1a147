import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { orgName } from "../rules.ts";
import { bodyFlag, id, page, pageQuery, projectOfPath, text, time, userSummary } from "../shapes.ts";

const params = z.object({ project_id: id });
const orgParams = params.extend({ org_id: id });
const treeParams = z.object({ org_id: id });
const user_type = z.literal([1, 2]);
const orgIds = z.array(id).min(1).max(LIMITS.bulk_max);
const keyword = text(LIMITS.keyword_max).default("");

/** One organisation of the tree. People below count once, however many of its organisations they are in. */
const orgNode = z.object({
  org_id: id,
  parent_id: id.nullable(),
  name: z.string(),
  /** The names from the top down to it. */
  path: z.array(z.string()),
  has_children: z.boolean(),
  /** People in it and in all that is below it. */
  user_count: z.int(),
});
const projectOrg = orgNode.omit({ has_children: true }).extend({ user_type, joined_at: time });
const adminOrg = orgNode.extend({
  /** People in it itself. */
  own_user_count: z.int(),
  /** Organisations below it, at any depth. */
  org_count: z.int(),
  /** Projects that it, or one below it, is a member of. */
  project_count: z.int(),
});
export type ProjectOrg = z.output<typeof projectOrg>;
export type AdminOrg = z.output<typeof adminOrg>;

/** Document 1 §7, to the letter. */
const projectOrgEndpoints = {
  orgList: endpoint({
    name: "orgList",
    method: "GET",
    path: "/v1/plat/project/{project_id}/org/list",
    access: "member",
    summary: "The organisations that are members of the project.",
    params,
    query: projectOfPath.extend({ keyword, ...pageQuery }),
    response: page(projectOrg),
    errors: ["project_mismatch"],
  }),
  orgChildList: endpoint({
    name: "orgChildList",
    method: "GET",
    path: "/v1/plat/project/{project_id}/org/child_list",
    access: { privilege: "member.invite" },
    summary:
      "The organisations right below one, or at the top of the tree without `org_id`; with a keyword those anywhere whose name has it. `user_type` is null for one that is no member of the project.",
    params,
    query: projectOfPath.extend({ org_id: id.optional(), keyword, ...pageQuery }),
    response: page(orgNode.extend({ user_type: user_type.nullable() })),
    errors: ["project_mismatch", "org_not_found"],
  }),
  orgAdd: endpoint({
    name: "orgAdd",
    method: "POST",
    path: "/v1/plat/project/{project_id}/org/",
    access: { privilege: "member.invite" },
    summary:
      "Make organisations members: everybody in them, and in those below, belongs to the project. Only an owner makes them owners; into a secret project only owners invite.",
    params,
    query: projectOfPath,
    body: z.object({
      org_id_list: orgIds,
      user_type: user_type.default(2),
      update_existing: bodyFlag.default(false),
    }),
    response: z.object({ added: z.int(), updated: z.int() }),
    errors: ["project_mismatch", "org_not_found", "project_secret", "last_project_owner"],
  }),
  orgUpdate: endpoint({
    name: "orgUpdate",
    method: "PUT",
    path: "/v1/plat/project/{project_id}/org/{org_id}",
    access: { privilege: "member.edit" },
    summary: "Change an organisation's type. Only an owner makes or unmakes owners.",
    params: orgParams,
    query: projectOfPath,
    body: z.object({ user_type }),
    response: z.null(),
    errors: ["project_mismatch", "org_not_in_project", "last_project_owner"],
  }),
  orgUpdateMany: endpoint({
    name: "orgUpdateMany",
    method: "POST",
    path: "/v1/plat/project/{project_id}/org/update",
    access: { privilege: "member.edit" },
    summary: "Change several organisations' type, all or none.",
    params,
    query: projectOfPath,
    body: z.object({ org_id_list: orgIds, user_type }),
    response: z.null(),
    errors: ["project_mismatch", "org_not_in_project", "last_project_owner"],
  }),
  orgRemove: endpoint({
    name: "orgRemove",
    method: "DELETE",
    path: "/v1/plat/project/{project_id}/org/{org_id}",
    access: { privilege: "member.remove" },
    summary:
      "Remove an organisation. Whoever belonged to the project by it alone loses access, sockets and running sessions at once.",
    params: orgParams,
    query: projectOfPath,
    response: z.null(),
    errors: ["project_mismatch", "org_not_in_project", "last_project_owner"],
  }),
  orgRemoveMany: endpoint({
    name: "orgRemoveMany",
    method: "POST",
    path: "/v1/plat/project/{project_id}/org/delete",
    access: { privilege: "member.remove" },
    summary: "Remove several organisations, all or none.",
    params,
    query: projectOfPath,
    body: z.object({ org_id_list: orgIds }),
    response: z.null(),
    errors: ["project_mismatch", "org_not_in_project", "last_project_owner"],
  }),
};

/** Administrators keep the tree. */
const adminOrgEndpoints = {
  adminOrgList: endpoint({
    name: "adminOrgList",
    method: "GET",
    path: "/v1/plat/admin/org/child_list",
    access: "admin",
    summary:
      "The organisations right below one, or at the top without `org_id`; with a keyword those anywhere whose name has it.",
    query: z.object({ org_id: id.optional(), keyword, ...pageQuery }),
    response: page(adminOrg),
    errors: ["org_not_found"],
  }),
  adminOrgGet: endpoint({
    name: "adminOrgGet",
    method: "GET",
    path: "/v1/plat/admin/org/{org_id}",
    access: "admin",
    summary: "One organisation.",
    params: treeParams,
    response: adminOrg,
    errors: ["org_not_found"],
  }),
  adminOrgCreate: endpoint({
    name: "adminOrgCreate",
    method: "POST",
    path: "/v1/plat/admin/org",
    access: "admin",
    summary: "Make an organisation, at the top or below another. Its name is its own among its siblings.",
    body: z.object({ name: orgName, parent_id: id.nullable().default(null) }),
    response: adminOrg,
    errors: ["org_not_found", "org_name_exists", "org_depth"],
  }),
  adminOrgUpdate: endpoint({
    name: "adminOrgUpdate",
    method: "PUT",
    path: "/v1/plat/admin/org/{org_id}",
    access: "admin",
    summary: "Rename or move an organisation with all that is below it; access follows at once.",
    params: treeParams,
    body: z.object({ name: orgName.optional(), parent_id: id.nullable().optional() }),
    response: adminOrg,
    errors: ["org_not_found", "org_name_exists", "org_cycle", "org_depth"],
  }),
  adminOrgDelete: endpoint({
    name: "adminOrgDelete",
    method: "DELETE",
    path: "/v1/plat/admin/org/{org_id}",
    access: "admin",
    summary: "Delete an organisation with all that is below it; who had access by it alone loses it at once.",
    params: treeParams,
    response: z.null(),
    errors: ["org_not_found"],
  }),
  adminOrgUserList: endpoint({
    name: "adminOrgUserList",
    method: "GET",
    path: "/v1/plat/admin/org/{org_id}/user/list",
    access: "admin",
    summary: "Who is in an organisation itself, those below it not counted.",
    params: treeParams,
    query: z.object({ keyword, ...pageQuery }),
    response: page(userSummary.extend({ joined_at: time })),
    errors: ["org_not_found"],
  }),
  adminOrgUserAdd: endpoint({
    name: "adminOrgUserAdd",
    method: "POST",
    path: "/v1/plat/admin/org/{org_id}/user",
    access: "admin",
    summary: "Put people into an organisation; those who are in it already stay. All or none.",
    params: treeParams,
    body: z.object({ user_id_list: orgIds }),
    response: z.object({ added: z.int() }),
    errors: ["org_not_found", "user_not_found"],
  }),
  adminOrgUserRemove: endpoint({
    name: "adminOrgUserRemove",
    method: "POST",
    path: "/v1/plat/admin/org/{org_id}/user/delete",
    access: "admin",
    summary: "Take people out of an organisation; access that they had by it alone ends at once. All or none.",
    params: treeParams,
    body: z.object({ user_id_list: orgIds }),
    response: z.null(),
    errors: ["org_not_found", "org_user_not_found"],
  }),
};

export const orgEndpoints = { ...projectOrgEndpoints, ...adminOrgEndpoints };
