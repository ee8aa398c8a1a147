import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { LIMITS } from "../limits.ts";
import { SWITCHABLE_PRIVILEGES } from "../privileges.ts";
import { description, newProjectId, projectName, sentPassword } from "../rules.ts";
import {
  id,
  page,
  pageQuery,
  projectDetail,
  projectInfo,
  projectOfPath,
  queryFlag,
  text,
  time,
  userSummary,
} from "../shapes.ts";
import { TARGET_USAGES } from "../states.ts";

const params = z.object({ project_id: id });
const visibility = z.literal([1, 2, 3]);

/** How much of each kind there is; `running_tests` are among the sessions and runs, `agents` those that serve no other project. */
const projectContents = z.object({
  members: z.int(),
  orgs: z.int(),
  join_requests: z.int(),
  sessions: z.int(),
  runs: z.int(),
  running_tests: z.int(),
  files: z.int(),
  file_bytes: z.int(),
  /** Attached to work orders by the project. */
  order_files: z.int(),
  order_file_bytes: z.int(),
  apps: z.int(),
  app_bytes: z.int(),
  jobs: z.int(),
  schedules: z.int(),
  account_files: z.int(),
  libraries: z.int(),
  script_repositories: z.int(),
  script_bytes: z.int(),
  memory_traces: z.int(),
  /** Of the files of memory samples. */
  memory_bytes: z.int(),
  tags: z.int(),
  ios_certificates: z.int(),
  credentials: z.int(),
  channels: z.int(),
  triggers: z.int(),
  deliveries: z.int(),
  shares: z.int(),
  tokens: z.int(),
  /** API keys that are for this project alone. */
  keys: z.int(),
  agents: z.int(),
});
export type ProjectContents = z.output<typeof projectContents>;

export const projectEndpoints = {
  projectList: endpoint({
    name: "projectList",
    method: "GET",
    path: "/v1/plat/project/list",
    access: "session",
    single_project_keys: true,
    summary:
      "The projects the caller can see: own ones and public ones, and private ones by name so that one can ask to join; all of them for an administrator. Secret ones only for their members. To an API key of one project, that one alone.",
    query: z.object({
      keyword: text(LIMITS.keyword_max).default(""),
      /** Only those the caller is a member of. */
      member: queryFlag,
      /** Only those the caller owns. */
      manage_flag: queryFlag,
      project_id: id.optional(),
      ...pageQuery,
    }),
    response: page(
      projectInfo.extend({
        description: z.string(),
        member_count: z.int(),
        created_at: time,
        /** The caller may open it. */
        can_open: z.boolean(),
        /** The caller has asked to join and waits. */
        join_requested: z.boolean(),
      }),
    ),
    errors: [],
  }),
  projectCreate: endpoint({
    name: "projectCreate",
    method: "POST",
    path: "/v1/plat/project",
    access: "session",
    summary: "Create a project; the caller becomes its owner.",
    body: z.object({
      project_id: newProjectId,
      name: projectName,
      description: description.default(""),
      visibility: visibility.default(1),
      target_usage: z.enum(TARGET_USAGES).default("normal"),
    }),
    response: projectDetail,
    errors: ["project_id_exists", "project_name_exists"],
  }),
  projectGet: endpoint({
    name: "projectGet",
    method: "GET",
    path: "/v1/plat/project/{project_id}",
    access: "viewer",
    summary: "One project and what the caller may do in it.",
    params,
    query: projectOfPath,
    response: projectDetail,
    errors: ["project_mismatch"],
  }),
  projectDoor: endpoint({
    name: "projectDoor",
    method: "GET",
    path: "/v1/plat/project/{project_id}/door",
    access: "session",
    summary:
      "Who lets somebody into a project: its owners by name, the longest ones first and a few at most. Told to whom the list tells of the project; a secret one does not exist for strangers.",
    params,
    query: projectOfPath,
    response: projectInfo.pick({ name: true, visibility: true }).extend({
      owners: z.array(userSummary.pick({ user_name: true })),
      /** The caller has asked to join and waits. */
      join_requested: z.boolean(),
    }),
    errors: ["project_mismatch", "project_not_exists"],
  }),
  projectUpdate: endpoint({
    name: "projectUpdate",
    method: "PUT",
    path: "/v1/plat/project/{project_id}",
    access: { privilege: "project.edit" },
    summary: "Edit a project's name, description, visibility and kind.",
    params,
    query: projectOfPath,
    body: z.object({ name: projectName, description, visibility, target_usage: z.enum(TARGET_USAGES) }),
    response: projectDetail,
    errors: ["project_mismatch", "project_name_exists"],
  }),
  projectContents: endpoint({
    name: "projectContents",
    method: "GET",
    path: "/v1/plat/project/{project_id}/contents",
    access: "owner",
    summary: "What goes with the project when it is deleted.",
    params,
    query: projectOfPath,
    response: projectContents,
    errors: ["project_mismatch"],
  }),
  projectDelete: endpoint({
    name: "projectDelete",
    method: "DELETE",
    path: "/v1/plat/project/{project_id}",
    access: "owner",
    summary:
      "Delete a project with all that belongs to it; running sessions end first. Agents that serve it alone are revoked, and it is refused while devices of such an agent are given to others. `confirm` is its id, typed.",
    params,
    query: projectOfPath.extend({ confirm: text(LIMITS.project_id_max) }),
    response: z.null(),
    errors: ["project_mismatch", "project_confirm", "agent_gives_elsewhere"],
  }),
  projectIconPut: endpoint({
    name: "projectIconPut",
    method: "PUT",
    path: "/v1/plat/project/{project_id}/icon",
    access: { privilege: "project.edit" },
    summary: "Set the project's icon: PNG, JPEG, WebP or GIF, at most 1 MiB, told by its first bytes.",
    params,
    query: projectOfPath,
    body: z.unknown(),
    body_kind: "bytes",
    response: projectDetail,
    errors: ["project_mismatch", "image_type", "body_too_large"],
  }),
  projectIconGet: endpoint({
    name: "projectIconGet",
    method: "GET",
    path: "/v1/plat/project/{project_id}/icon",
    access: "session",
    summary: "A project's icon; a secret project's only for its members.",
    params,
    query: projectOfPath,
    response: z.unknown(),
    response_kind: "raw",
    errors: ["project_mismatch", "project_not_exists", "resource_not_found"],
  }),
  privilegeList: endpoint({
    name: "privilegeList",
    method: "GET",
    path: "/v1/plat/project/{project_id}/privilege/list",
    access: "member",
    summary: "Which switchable privileges ordinary members hold.",
    params,
    query: projectOfPath,
    response: z.object({
      privilege_list: z.array(
        z.object({
          privilege: z.enum(SWITCHABLE_PRIVILEGES),
          enabled: z.boolean(),
          /** Set by the parent platform: nobody changes it here. */
          locked: z.boolean(),
        }),
      ),
    }),
    errors: ["project_mismatch"],
  }),
  privilegeSet: endpoint({
    name: "privilegeSet",
    method: "POST",
    path: "/v1/plat/project/{project_id}/privilege",
    access: "owner",
    summary:
      "Set exactly which switchable privileges ordinary members hold. With platform sync on only `project.token` can be changed here.",
    params,
    query: projectOfPath,
    body: z.object({ privilege_list: z.array(z.enum(SWITCHABLE_PRIVILEGES)).max(SWITCHABLE_PRIVILEGES.length) }),
    response: z.null(),
    errors: ["project_mismatch", "platform_managed"],
  }),
  privilegeEnforce: endpoint({
    name: "privilegeEnforce",
    method: "GET",
    path: "/v1/plat/project/{project_id}/privilege/enforce",
    access: "viewer",
    summary:
      "Which of the asked privileges (comma-joined; `project.owner` may be among them) the caller holds. `device.view` is always answered.",
    params,
    query: projectOfPath.extend({ privilege_list: text(1000).default("") }),
    response: z.object({ privilege_list: z.array(z.string()) }),
    errors: ["project_mismatch"],
  }),
  tokenList: endpoint({
    name: "tokenList",
    method: "GET",
    path: "/v1/plat/project/{project_id}/token/list",
    access: { privilege: "project.token" },
    summary: "The project's tokens: name and prefix, never the whole.",
    params,
    query: projectOfPath,
    response: z.object({
      list: z.array(
        z.object({ name: z.string(), prefix: z.string(), created_at: time, last_used_at: time.nullable() }),
      ),
    }),
    errors: ["project_mismatch"],
  }),
  tokenReset: endpoint({
    name: "tokenReset",
    method: "POST",
    path: "/v1/plat/project/{project_id}/token/reset",
    access: { privilege: "project.token" },
    signed_in: true,
    summary:
      "Make a new project token and end the old one; shown this once. It acts as a member limited to this project, as `Authorization: Bearer`. `confirm` is the project's id, typed. Who the caller is must be proved again, as for `keyCreate`.",
    params,
    query: projectOfPath,
    body: z.object({ confirm: text(LIMITS.project_id_max), password: sentPassword.optional() }),
    response: z.object({ token: z.string() }),
    errors: [
      "project_mismatch",
      "project_confirm",
      "password_required",
      "wrong_password",
      "sign_in_again",
      "too_many_attempts",
      "signed_in_only",
    ],
  }),
};
