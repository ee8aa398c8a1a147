/** Who has a script repository open in the editor. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { branchName } from "../library-rules.ts";
import { scriptPath } from "../script-rules.ts";
import { bodyFlag, id, projectQuery } from "../shapes.ts";
import { atBranch, repoParams } from "./scripts.ts";

const scriptEditor = z.object({
  /** Of one page: a person may have several. */
  editor_id: id,
  user_id: id,
  user_name: z.string(),
  path: z.string(),
  is_changed: z.boolean(),
});
export type ScriptEditor = z.output<typeof scriptEditor>;

/** Named by the page itself, unlike any other. */
const editorParams = repoParams.extend({ editor_id: id });

export const scriptEditorEndpoints = {
  scriptEditorList: endpoint({
    name: "scriptEditorList",
    method: "GET",
    path: "/v1/editor/repos/{repo_id}/editors",
    access: { privilege: "case.view" },
    summary:
      "Who has the repository open in the editor, at which file, and whether they changed it and have not saved.",
    params: repoParams,
    query: atBranch,
    response: z.object({ list: z.array(scriptEditor) }),
    errors: ["script_repository_not_found"],
  }),
  scriptEditorSay: endpoint({
    name: "scriptEditorSay",
    method: "PUT",
    path: "/v1/editor/repos/{repo_id}/editors/{editor_id}",
    access: "member",
    summary:
      "Say that the caller has the repository open, at whenever something of it changes and every 20 seconds: who says nothing for 45 has closed it.",
    params: editorParams,
    query: projectQuery,
    body: z.object({
      branch: branchName.default(""),
      /** Empty: none. */
      path: scriptPath.or(z.literal("")),
      is_changed: bodyFlag,
    }),
    response: z.null(),
    errors: ["script_repository_not_found"],
  }),
  scriptEditorClose: endpoint({
    name: "scriptEditorClose",
    method: "DELETE",
    path: "/v1/editor/repos/{repo_id}/editors/{editor_id}",
    access: "member",
    summary: "Say that the caller has closed the repository's editor.",
    params: editorParams,
    query: projectQuery,
    response: z.null(),
    errors: ["script_repository_not_found"],
  }),
};
