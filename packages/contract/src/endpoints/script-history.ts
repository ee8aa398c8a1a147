/** Who changed what in a script repository, and how it is taken back. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { branchName } from "../library-rules.ts";
import { commitMessage, scriptPath } from "../script-rules.ts";
import { page, pageQuery, projectQuery, time } from "../shapes.ts";
import { atBranch, commitId, outsideErrors, repoParams, view } from "./scripts.ts";

export const SCRIPT_CHANGES = ["added", "changed", "deleted", "renamed"] as const;
/**
 * What is taken from a commit: `version`, the files as they were in it, or `undo`, the opposite of what it changed against its
 * first parent, merged with what was changed since.
 */
export const SCRIPT_RESTORES = ["version", "undo"] as const;
export type ScriptRestore = (typeof SCRIPT_RESTORES)[number];

const scriptCommit = z.object({
  commit_id: z.string(),
  parent_ids: z.array(z.string()),
  /** As the commit says: anybody may write anything there. Who pushed it stands in the audit log. */
  author_name: z.string(),
  author_email: z.string(),
  authored_at: time,
  /** Its first line, and the rest. */
  subject: z.string(),
  body: z.string(),
});
export type ScriptCommit = z.output<typeof scriptCommit>;

const changedFile = z.object({
  path: z.string(),
  /** Its path before; the same unless it was renamed. */
  old_path: z.string(),
  change: z.enum(SCRIPT_CHANGES),
  /** Lines; null where the file is no text. */
  added: z.int().nullable(),
  removed: z.int().nullable(),
});
/** What differs between two commits. */
const comparison = z.object({
  files: z.array(changedFile),
  /** As `git diff` writes it, from its begin on. */
  patch: z.string(),
  /** There are more files, or the patch goes on. */
  has_more: z.boolean(),
});
export type ScriptComparison = z.output<typeof comparison>;

/** Empty: all files. */
const onePath = scriptPath.or(z.literal("")).default("");
const wish = { commit_id: commitId, what: z.enum(SCRIPT_RESTORES), path: onePath };
const errors = [
  ...(["script_repository_not_found", "script_branch_not_found", "script_commit_not_found"] as const),
  ...(["script_file_not_found", "script_restore_conflict", "script_restore_limit"] as const),
  ...(["script_undo_limit", "script_restore_name", "reading_busy", "script_git_failed"] as const),
] as const;

export const scriptHistoryEndpoints = {
  scriptCommits: endpoint({
    name: "scriptCommits",
    method: "GET",
    path: "/v1/editor/repos/{repo_id}/commits",
    access: view,
    summary: "The commits of a branch, newest first; with a path, those that changed the file or folder there.",
    params: repoParams,
    query: atBranch.extend({ path: onePath, ...pageQuery }),
    response: page(scriptCommit),
    errors: [
      ...(["script_repository_not_found", "script_not_fetched", "script_branch_not_found"] as const),
      ...(["reading_busy", "script_git_failed"] as const),
    ],
  }),
  scriptCommit: endpoint({
    name: "scriptCommit",
    method: "GET",
    path: "/v1/editor/repos/{repo_id}/commits/{commit_id}",
    access: view,
    summary: "One commit, with what it changed against its first parent; with a path, what it changed of that file.",
    params: repoParams.extend({ commit_id: commitId }),
    query: projectQuery.extend({ path: onePath }),
    response: scriptCommit.extend(comparison.shape),
    errors: [
      ...(["script_repository_not_found", "script_not_fetched", "script_commit_not_found"] as const),
      ...(["reading_busy", "script_git_failed"] as const),
    ],
  }),
  scriptRestorePreview: endpoint({
    name: "scriptRestorePreview",
    method: "GET",
    path: "/v1/editor/repos/{repo_id}/restore",
    access: view,
    summary: "What would become of a branch's newest files if something were restored from a commit.",
    params: repoParams,
    query: atBranch.extend(wish),
    /** With the branch's newest commit, on top of which it would come. */
    response: comparison.extend({ base_commit_id: z.string() }),
    errors: [...errors, "script_not_fetched"],
  }),
  scriptRestore: endpoint({
    name: "scriptRestore",
    method: "POST",
    path: "/v1/editor/repos/{repo_id}/restore",
    access: "member",
    summary:
      "Restore something from a commit as a new commit on a branch. It does what was shown for the commit that the caller saw: where one of those files was changed since, nothing is done.",
    params: repoParams,
    query: projectQuery,
    body: z.object({
      ...wish,
      branch: branchName.default(""),
      /** As the preview told it. */
      base_commit_id: commitId,
      message: commitMessage,
    }),
    response: z.object({
      /** The newest of the branch; the one before when nothing differs from it. */
      commit_id: z.string(),
      parent_commit_id: z.string(),
    }),
    errors: [
      ...errors,
      ...(["script_file_changed", "script_path_taken", "script_save_refused"] as const),
      ...(["script_no_room", "script_push_open"] as const),
      ...outsideErrors,
    ],
  }),
};
