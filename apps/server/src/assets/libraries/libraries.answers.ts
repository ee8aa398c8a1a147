import { stageOf, type Library, type Parse } from "@udt/contract";
import type { LibraryListing } from "./libraries.repository.ts";
import type { ParseListing } from "./parses.repository.ts";

export function parseOf({ task, parse, user_name, agent_name }: ParseListing): Parse {
  const { task_id, state, stage, percent, message, created_at, started_at, ended_at } = task;
  const { origin, failure, branch, commit_id, case_count } = parse;
  return {
    task_id,
    state,
    origin,
    stage: stageOf("parse", stage),
    percent,
    failure,
    message,
    branch,
    commit_id,
    case_count,
    created_at,
    started_at,
    ended_at,
    user_name: user_name ?? "",
    agent_name: agent_name ?? "",
  };
}

/** @param source The address as users know it, and which script repository that is. @param task The open parsing with the names that belong to it. */
export function libraryOf(
  { library, user_name, parsed, last, open }: LibraryListing,
  { url, repo_id }: { url: string; repo_id: string | null },
  task: ParseListing | undefined,
): Library {
  const hasFailed = last?.state === "failed";
  const settled = hasFailed ? "failed" : parsed ? "parsed" : "unparsed";
  return {
    library_id: library.library_id,
    project_id: library.project_id,
    name: library.name,
    framework: library.framework,
    url,
    branch: library.branch,
    auth_kind: library.token !== null ? "token" : library.credential_id !== null ? "credential" : "none",
    credential_id: library.credential_id,
    sync: library.sync,
    is_builtin: library.is_builtin,
    repo_id,
    parse_state: open ? "parsing" : settled,
    parse_failure: !open && hasFailed ? last.failure : null,
    parse_message: !open && (hasFailed || last?.state === "done") ? last.message : null,
    parsed_at: parsed?.ended_at ?? null,
    commit_id: parsed?.commit_id ?? "",
    case_count: parsed?.case_count ?? 0,
    user_name,
    created_at: library.created_at,
    updated_at: library.updated_at,
    task: task ? parseOf(task) : null,
  };
}
