/** What is in the files of a script repository. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { searchedText } from "../script-rules.ts";
import { queryFlag } from "../shapes.ts";
import { atCommit, repoParams, view } from "./scripts.ts";

const foundLine = z.object({
  /** From 1. */
  line: z.int(),
  /** Where the first hit of the line begins, in characters from 1. */
  column: z.int(),
  /** The line, or what is around the hit of one that is long. */
  text: z.string(),
  /** Where in `text` the hit begins, from 0. */
  hit_at: z.int(),
});
const foundFile = z.object({ path: z.string(), lines: z.array(foundLine) });
export type FoundFile = z.output<typeof foundFile>;

export const scriptSearchEndpoints = {
  scriptSearch: endpoint({
    name: "scriptSearch",
    method: "GET",
    path: "/v1/editor/repos/{repo_id}/search",
    access: view,
    summary:
      "The lines of a commit's text files that hold a text, or fit a Perl-compatible regular expression; 1,000 of them, and what was found in 10 seconds, at most.",
    params: repoParams,
    query: atCommit.extend({
      text: searchedText,
      is_regexp: queryFlag,
      is_case: queryFlag,
    }),
    response: z.object({
      commit_id: z.string(),
      files: z.array(foundFile),
      lines: z.int(),
      /** Why there may be more than this; null when there is not. */
      cut_by: z.enum(["number", "time", "line", "file"]).nullable(),
    }),
    errors: [
      ...(["script_repository_not_found", "script_branch_not_found", "script_commit_not_found"] as const),
      ...(["script_search_pattern", "script_search_busy", "script_not_fetched", "script_git_failed"] as const),
    ],
  }),
};
