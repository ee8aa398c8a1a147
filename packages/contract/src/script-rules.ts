/** What a commit from the editor may be made of. */
import { branchName } from "./library-rules.ts";
import { LIMITS } from "./limits.ts";
import { rule } from "./rules.ts";
import { text } from "./shapes.ts";

const NOT_A_NAME = /^(\.{0,2}|\.git)$/i;

/** A file's path in a repository, as git has it. Git itself refuses more of what looks like its own folder. */
export const scriptPath = text(LIMITS.library_path_max).refine(
  (value) =>
    new TextEncoder().encode(value).length <= LIMITS.library_path_max &&
    !/\p{Cc}/u.test(value) &&
    !value.split("/").some((name) => NOT_A_NAME.test(name)),
  rule("script_path"),
);

export const commitMessage = text(LIMITS.commit_message_max)
  .trim()
  .refine((value) => value !== "", rule("commit_message_required"));

/** Of a branch that is made or deleted. Git takes HEAD for what is checked out, wherever it stands. */
export const newBranchName = branchName.refine((value) => value !== "" && value !== "HEAD", rule("branch_format"));

/** What is looked for within lines. */
export const searchedText = text(LIMITS.script_search_text_max).refine(
  (value) => value !== "" && !/\p{Cc}/u.test(value.replaceAll("\t", "")),
  rule("searched_text"),
);
