/** The branches of script repositories. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { newBranchName } from "../script-rules.ts";
import { projectQuery } from "../shapes.ts";
import { commitId, outsideErrors, repoParams, view } from "./scripts.ts";

const branch = z.object({ name: z.string(), commit_id: z.string() });

export const scriptBranchEndpoints = {
  scriptBranches: endpoint({
    name: "scriptBranches",
    method: "GET",
    path: "/v1/editor/repos/{repo_id}/branches",
    access: view,
    summary: "The repository's branches, by name.",
    params: repoParams,
    query: projectQuery,
    response: z.object({ default_branch: z.string(), branches: z.array(branch) }),
    errors: ["script_repository_not_found", "script_not_fetched", "script_git_failed"],
  }),
  scriptBranchCreate: endpoint({
    name: "scriptBranchCreate",
    method: "POST",
    path: "/v1/editor/repos/{repo_id}/branches",
    access: "member",
    summary: "Make a branch that begins at a commit.",
    params: repoParams,
    query: projectQuery,
    body: z.object({ name: newBranchName, commit_id: commitId }),
    response: branch,
    errors: [
      ...(["script_repository_not_found", "script_commit_not_found", "script_branch_exists"] as const),
      ...(["script_save_refused", "script_no_room", "script_push_open", "script_git_failed"] as const),
      ...outsideErrors,
    ],
  }),
  scriptBranchDelete: endpoint({
    name: "scriptBranchDelete",
    method: "DELETE",
    path: "/v1/editor/repos/{repo_id}/branches",
    access: "member",
    summary:
      "Delete a branch that is not the main one. One that was pushed to since the caller saw it is kept. Its commits that no other branch and no tag has are lost.",
    params: repoParams,
    query: projectQuery.extend({
      branch: newBranchName,
      /** The newest commit that the caller saw of it. */
      commit_id: commitId,
    }),
    response: z.null(),
    errors: [
      ...(["script_repository_not_found", "script_branch_not_found", "script_branch_main"] as const),
      ...(["script_branch_moved", "script_save_refused", "script_no_room"] as const),
      ...(["script_push_open", "script_git_failed"] as const),
      ...outsideErrors,
    ],
  }),
};
