/** Bounds of scripts that are kept and written here. */
export const SCRIPT_LIMITS = {
  /** Of one project. */
  script_repositories_max: 200,
  /** Of one push as it travels, of one script repository, and of all of a project. */
  script_push_max_bytes: 256 * 1024 ** 2,
  script_repository_max_bytes: 1024 ** 3,
  script_project_max_bytes: 8 * 1024 ** 3,
  /** Branches and tags that one push changes. */
  script_push_refs_max: 1_000,
  /** Of a file that is shown as text, and of a commit's patch. */
  script_text_max_bytes: 1024 ** 2,
  /** Files that one commit of the editor changes, and characters of what it says. */
  script_save_max: 200,
  /** Of what such a commit says and holds, as it travels: a text may grow by its quotes and line ends. */
  script_save_max_bytes: 8 * 1024 ** 2,
  /** Pictures that such a commit brings, bytes of one, and pixels of its sides. */
  script_pictures_max: 100,
  script_picture_max_bytes: 256 * 1024,
  script_picture_side_max: 4_096,
  commit_message_max: 4_000,
  /** Characters of what the server seals of a trial. */
  trial_ticket_max: 4_000,
  /** Of each value of the account that a trial runs with: they travel in that. */
  trial_account_max: 200,
  /** Of one file that is tried. */
  trial_cases_max: 2_000,
  /** Of one picture of a step, and of how many of them a trial tells. */
  trial_picture_max_bytes: 1024 ** 2,
  trial_pictures_max: 300,
  trial_breakpoints_max: 500,
  /** Files that are listed of a commit. */
  script_tree_max: 10_000,
  /** Files that are restored at once. */
  script_restore_max: 1_000,
  script_undo_merged_max: 50,
  /** Characters that are looked for, lines that are found, and how long that may take. */
  script_search_text_max: 200,
  script_search_lines_max: 1_000,
  script_search_ms: 10_000,
  /** Pages of one person that are told to edit a repository at once. */
  script_editors_max: 10,
  /** An editor that has said nothing for so long is closed. */
  script_editor_silent_ms: 45_000,
} as const;
