/** Script repositories: git repositories that the server keeps, what is in them, and who changed what. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { branchName, libraryName } from "../library-rules.ts";
import { pictureChange } from "../script-pictures.ts";
import { commitMessage, newBranchName, scriptPath } from "../script-rules.ts";
import { refused } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { description, rule } from "../rules.ts";
import { bodyFlag, id, page, pageQuery, projectQuery, text, time } from "../shapes.ts";

/** What a repository may begin as. */
export const SCRIPT_TEMPLATES = ["low_code", "typescript", "pytest"] as const;
export type ScriptTemplate = (typeof SCRIPT_TEMPLATES)[number];
export const SCRIPT_SORTS = ["name", "created_at", "updated_at", "size_bytes"] as const;
export type ScriptSort = (typeof SCRIPT_SORTS)[number];
/** What a path of a commit is; a link and a submodule are shown and never followed. */
export const SCRIPT_ENTRY_KINDS = ["file", "link", "submodule"] as const;

/** Of a commit, in full. */
export const commitId = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, rule("hash_format"));

/** How a fetch of an outside repository stands: one that failed leaves what was fetched before. */
export const SCRIPT_FETCH_STATES = ["fetching", "ready", "failed"] as const;

/** What is particular about a repository that somebody else keeps, and of which the server has a mirror. */
const scriptOutside = z.object({
  /** The library that reads it, whose access is used. */
  library_id: id,
  url: z.string(),
  fetch_state: z.enum(SCRIPT_FETCH_STATES),
  /** Of what travels; null when nobody can say. */
  percent: z.int().min(0).max(100).nullable(),
  /** Why the last fetch failed. */
  failure: refused.nullable(),
  /** When it was last fetched; null before the first time, when nothing is there to be read. */
  fetched_at: time.nullable(),
  /** Why nothing can be pushed there, as its host said when it was last asked; null where something can. */
  push_refusal: refused.nullable(),
});

export const scriptRepository = z.object({
  repo_id: id,
  project_id: id,
  name: z.string(),
  description: z.string(),
  /** What it began as; null for an outside one. */
  template: z.enum(SCRIPT_TEMPLATES).nullable(),
  default_branch: z.string(),
  /** By which git clones, fetches and pushes it, and by which a case library reads it. */
  clone_url: z.string(),
  size_bytes: z.int(),
  user_name: z.string(),
  created_at: time,
  /** When something was last pushed, or its name or description changed. */
  updated_at: time,
  /** Null for the server's own. */
  outside: scriptOutside.nullable(),
});
export type ScriptRepository = z.output<typeof scriptRepository>;

const scriptEntry = z.object({
  path: z.string(),
  kind: z.enum(SCRIPT_ENTRY_KINDS),
  /** 0 for a submodule. */
  size_bytes: z.int(),
});
export type ScriptEntry = z.output<typeof scriptEntry>;

export const repoParams = z.object({ repo_id: id });
const fields = { name: libraryName, description: description.default("") };
export const view = { privilege: "case.view" } as const;
/** Empty: the repository's main branch. */
export const atBranch = projectQuery.extend({ branch: branchName.default("") });
/** Empty: the newest commit of the branch; else that commit, of whichever branch. */
export const atCommit = atBranch.extend({ commit_id: commitId.or(z.literal("")).default("") });

/** What a save does to one file. A file that is there keeps whether it may be executed. */
export const fileChange = z.discriminatedUnion("change", [
  z.object({
    change: z.literal("write"),
    path: scriptPath,
    text: text(LIMITS.script_text_max_bytes),
    /** The caller takes it for a new file: one that is there, though the caller may not have seen it, is not overwritten. */
    is_new: bodyFlag.default(false),
  }),
  z.object({ change: z.literal("delete"), path: scriptPath }),
  z.object({
    change: z.literal("rename"),
    path: scriptPath,
    old_path: scriptPath,
    /** Null: as it was. */
    text: text(LIMITS.script_text_max_bytes).nullable().default(null),
  }),
]);

/** A save may bring pictures as well; what is tried without being saved finds those that are there. */
export const savedChange = z.discriminatedUnion("change", [...fileChange.options, pictureChange]);
const hasFewPictures = (changes: readonly z.output<typeof savedChange>[]): boolean =>
  changes.filter(({ change }) => change === "picture").length <= LIMITS.script_pictures_max;

/** Why a change of an outside repository is not made. */
export const outsideErrors = [
  ...(["script_outside_refused", "script_outside_large", "script_fetch_cancelled", "script_not_fetched"] as const),
  ...(["repository_auth_required", "repository_check_failed", "credential_not_found"] as const),
] as const;

export const scriptEndpoints = {
  scriptList: endpoint({
    name: "scriptList",
    method: "GET",
    path: "/v1/editor/repos",
    access: view,
    summary: "The project's script repositories. The keyword looks in name and description.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      sort: z.enum(SCRIPT_SORTS).default("updated_at"),
      order: z.enum(["asc", "desc"]).default("desc"),
      ...pageQuery,
    }),
    response: page(scriptRepository),
    errors: [],
  }),
  scriptGet: endpoint({
    name: "scriptGet",
    method: "GET",
    path: "/v1/editor/repos/{repo_id}",
    access: view,
    summary: "One script repository.",
    params: repoParams,
    query: projectQuery,
    response: scriptRepository,
    errors: ["script_repository_not_found"],
  }),
  scriptCreate: endpoint({
    name: "scriptCreate",
    method: "POST",
    path: "/v1/editor/repos",
    access: "member",
    summary: "Make a git repository on this server, with a first commit from a template.",
    query: projectQuery,
    body: z.object({ ...fields, template: z.enum(SCRIPT_TEMPLATES) }),
    response: scriptRepository,
    errors: ["script_name_exists", "script_repository_limit", "script_git_failed"],
  }),
  scriptUpdate: endpoint({
    name: "scriptUpdate",
    method: "PUT",
    path: "/v1/editor/repos/{repo_id}",
    access: "member",
    summary: "Change a repository's name or description. Its address stays.",
    params: repoParams,
    query: projectQuery,
    body: z.object(fields),
    response: scriptRepository,
    errors: ["script_repository_not_found", "script_name_exists"],
  }),
  scriptDelete: endpoint({
    name: "scriptDelete",
    method: "DELETE",
    path: "/v1/editor/repos/{repo_id}",
    access: "owner",
    summary: "Delete a repository with its history, which is nowhere else. One that a case library reads is kept.",
    params: repoParams,
    query: projectQuery,
    response: z.null(),
    errors: ["script_repository_not_found", "script_repository_used", "script_push_open"],
  }),
  scriptTree: endpoint({
    name: "scriptTree",
    method: "GET",
    path: "/v1/editor/repos/{repo_id}/tree",
    access: view,
    summary: "The files at a commit, by path: the first 10,000 of them, and how many there are.",
    params: repoParams,
    query: atCommit,
    response: z.object({
      commit_id: z.string(),
      entries: z.array(scriptEntry),
      /** There are more than are listed. */
      has_more: z.boolean(),
      /** All of them. */
      total: z.int(),
    }),
    errors: [
      ...(["script_repository_not_found", "script_not_fetched", "script_branch_not_found"] as const),
      ...(["script_commit_not_found", "script_git_failed"] as const),
    ],
  }),
  scriptFile: endpoint({
    name: "scriptFile",
    method: "GET",
    path: "/v1/editor/repos/{repo_id}/file",
    access: view,
    summary: "The text of one file at a commit; of a link, where it points.",
    params: repoParams,
    query: atCommit.extend({ path: text(LIMITS.library_path_max).min(1) }),
    response: scriptEntry.extend({
      commit_id: z.string(),
      /** Null for what is no UTF-8 text or too large to be shown. */
      text: z.string().nullable(),
    }),
    errors: [
      "script_repository_not_found",
      "script_not_fetched",
      "script_branch_not_found",
      "script_commit_not_found",
      "script_file_not_found",
      "script_git_failed",
    ],
  }),
  scriptSave: endpoint({
    name: "scriptSave",
    method: "POST",
    path: "/v1/editor/repos/{repo_id}/commits",
    access: "member",
    summary:
      "Save files, texts and pictures, as one commit of the caller's, on top of what a branch has by then. A file that was changed since the commit that the caller read is refused, and nothing is saved.",
    params: repoParams,
    query: projectQuery,
    body_max_bytes: LIMITS.script_save_max_bytes,
    body: z.object({
      branch: branchName.default(""),
      /** A branch to make for it, on top of what the caller read; empty: `branch`, as it is by then. */
      new_branch: newBranchName.or(z.literal("")).default(""),
      /** What the caller read. */
      base_commit_id: commitId,
      changes: z.array(savedChange).min(1).max(LIMITS.script_save_max).refine(hasFewPictures, rule("script_pictures")),
      message: commitMessage,
    }),
    response: z.object({
      /** The newest of the branch; the one before when nothing differs from it. */
      commit_id: z.string(),
      /** What it stands on: the caller's, or what others pushed meanwhile. */
      parent_commit_id: z.string(),
    }),
    errors: [
      ...(["script_repository_not_found", "script_branch_not_found", "script_commit_not_found"] as const),
      ...(["script_file_not_found", "script_file_changed", "script_path_taken"] as const),
      ...(["script_save_refused", "script_no_room", "script_push_open", "script_git_failed"] as const),
      "script_branch_exists",
      ...outsideErrors,
    ],
  }),
};
