/** What is refused at script repositories: part of `ERRORS`. */
import { row } from "./error-row.ts";

export const SCRIPT_ERRORS = {
  script_repository_not_found: row(10400, 404, "script repository {repo_id} not exists"),
  script_name_exists: row(10401, 409, "script name exist: {name}"),
  script_repository_used: row(10402, 409, "script repository {name} is the source of case libraries: {library_names}"),
  script_repository_limit: row(10403, 409, "a project has at most {max} script repositories"),
  script_branch_not_found: row(10404, 404, "script repository has no branch {branch}"),
  script_commit_not_found: row(10405, 404, "script repository has no commit {commit_id}"),
  script_file_not_found: row(10406, 404, "there is no file {path}"),
  script_push_open: row(10408, 409, "somebody pushes to script repository {name} now: try again"),
  script_file_changed: row(10409, 409, "{author_name} changed {path} meanwhile, in commit {commit_id}"),
  script_path_taken: row(10410, 409, "there cannot be a file {path}: something else stands there or on the way to it"),
  script_save_refused: row(10411, 400, "git takes no such change: {why}"),
  script_no_room: row(10412, 409, "script repositories have room for {limit_bytes} bytes and no more"),
  trial_no_cases: row(10416, 400, "{path} is no file that holds cases"),
  trial_gone: row(10417, 404, "what was to be run is not kept any more: run it again"),
  trial_replaced: row(10418, 409, "another script was begun on this device"),
  trial_too_large: row(10419, 409, "the files take more than {limit_bytes} bytes: too many to be run"),
  script_branch_exists: row(10420, 409, "there is a branch {branch} already"),
  script_branch_main: row(10421, 409, "the main branch {branch} is never deleted"),
  script_branch_moved: row(10422, 409, "somebody pushed to {branch} meanwhile: its newest commit is {commit_id}"),
  script_restore_conflict: row(
    10423,
    409,
    "{path} was changed since by {author_name}, in commit {commit_id}, at the same lines: it cannot be undone by itself",
  ),
  script_restore_limit: row(10424, 409, "at most {max} files are restored at once"),
  script_search_pattern: row(10425, 400, "git cannot search for this: {why}"),
  script_search_busy: row(10426, 503, "others search script repositories now: try again"),
  script_git_failed: row(10407, 503, "git did not answer on the server"),
} as const;
