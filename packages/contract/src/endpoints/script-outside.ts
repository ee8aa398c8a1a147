/** Repositories that somebody else keeps, opened in the editor by what the server mirrors of them. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { id, projectQuery } from "../shapes.ts";
import { repoParams, scriptRepository } from "./scripts.ts";

export const scriptOutsideEndpoints = {
  scriptOutsideOpen: endpoint({
    name: "scriptOutsideOpen",
    method: "POST",
    path: "/v1/editor/outside",
    access: "member",
    summary:
      "Open a case library's repository in the editor. One that somebody else keeps is mirrored, with the library's access, or brought up to date; this answers at once and `outside` tells how it goes. One that is being fetched already is left to it.",
    query: projectQuery,
    body: z.object({ library_id: id }),
    response: scriptRepository,
    errors: ["library_not_found", "library_builtin", "credential_not_found", "script_repository_not_found"],
  }),
  scriptOutsideCancel: endpoint({
    name: "scriptOutsideCancel",
    method: "POST",
    path: "/v1/editor/repos/{repo_id}/fetch/cancelation",
    access: "member",
    summary: "Call off the fetch of an outside repository that goes on. What was fetched before stays.",
    params: repoParams,
    query: projectQuery,
    response: scriptRepository,
    errors: ["script_repository_not_found"],
  }),
};
