import type { Library } from "@udt/contract";

/** A library that was imported and in which no case was found yet. */
export const UNREAD_LIBRARY: Library = {
  library_id: "l-1",
  project_id: "demo",
  name: "Shop tests",
  framework: "pytest",
  url: "https://git.example.com/shop.git",
  branch: "",
  auth_kind: "none",
  credential_id: null,
  sync: true,
  is_builtin: false,
  repo_id: null,
  parse_state: "parsed",
  parse_failure: null,
  parse_message: null,
  parsed_at: null,
  commit_id: "",
  case_count: 0,
  user_name: "ada",
  created_at: 1,
  updated_at: 1,
  task: null,
};
