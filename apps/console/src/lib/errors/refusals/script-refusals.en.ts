/** What is refused at script repositories: part of the texts of refusals. */
export const SCRIPT_REFUSALS = {
  script_repository_not_found: "This script repository does not exist.",
  script_name_exists: "The project has a script repository called {name} already.",
  script_repository_used:
    "{name} is the source of case libraries: {library_names}. Delete them first, or give them another address.",
  script_repository_limit: "A project has at most {max} script repositories.",
  script_push_open: "Somebody is pushing to {name} right now. Try again in a moment.",
  script_branch_not_found: "There is no branch {branch} in this repository.",
  script_commit_not_found: "There is no commit {commit_id} in this repository.",
  script_file_not_found: "There is no file {path} at this branch.",
  script_file_changed: "{author_name} changed {path} meanwhile. Nothing was saved.",
  script_path_taken: "There cannot be a file {path}: something else stands there, or on the way to it.",
  script_save_refused: "Git takes no such change: {why}",
  script_no_room: "The script repositories are full: there is room for {limit_bytes} bytes and no more.",
  script_branch_exists: "There is a branch {branch} already. Branches cannot be within one another, either.",
  script_branch_main: "The main branch {branch} cannot be deleted.",
  script_branch_moved: "Somebody pushed to {branch} meanwhile. It was not deleted: look at what is new first.",
  script_restore_conflict:
    "{author_name} has changed the same lines of {path} since. Restore the file by itself, or change it in the editor.",
  script_restore_limit: "At most {max} files can be restored at once.",
  script_undo_limit: "At most {max} files that were changed since as well can be undone at once. Undo them one by one.",
  script_restore_name: "A file among them has a name that is no UTF-8. Only git itself can restore it.",
  script_search_pattern: "Git cannot search for this: {why}",
  script_search_busy: "Too many others are searching right now. Try again in a moment.",
  script_outside_refused: "The repository did not take it: {reason}. Nothing was saved.",
  script_outside_large:
    "The outside repository is too large to be opened here: it takes more than {limit_bytes} bytes.",
  script_fetch_cancelled: "The fetch was called off.",
  script_fetch_lost: "The server that fetched the repository went away. Open it again.",
  script_not_fetched: "The repository has to be fetched with the library's access first. Open it again.",
  script_git_failed: "Git did not answer on the server. An administrator can see why in its log.",
};
