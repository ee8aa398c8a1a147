/** Case libraries: git repositories of tests, the cases that are read from them, and how that went. */
import { z } from "zod";
import { AGENT_TASK_STATES, agentTaskEnd, TASK_STAGES } from "../agent-tasks.ts";
import { LIBRARY_FRAMEWORKS, PARSE_FAILURES, PARSE_STATES } from "../automation.ts";
import { endpoint } from "../endpoint.ts";
import * as rules from "../library-rules.ts";
import { rule } from "../rules.ts";
import { LIMITS } from "../limits.ts";
import { bodyFlag, id, page, pageQuery, projectQuery, text, time } from "../shapes.ts";
import { said } from "../words.ts";
import { foundCase } from "./found-case.ts";

export const PARSE_ORIGINS = ["import", "manual", "edit", "sync", "webhook", "push"] as const;
export type ParseOrigin = (typeof PARSE_ORIGINS)[number];
export const REPOSITORY_AUTH_KINDS = ["none", "token", "credential"] as const;
export const LIBRARY_SORTS = ["name", "parsed_at", "case_count", "created_at"] as const;
export type LibrarySort = (typeof LIBRARY_SORTS)[number];

/** One parsing of a library, on an agent. */
export const parse = z.object({
  task_id: id,
  state: z.enum(AGENT_TASK_STATES),
  origin: z.enum(PARSE_ORIGINS),
  /** Who asked for it; empty for the platform. */
  user_name: z.string(),
  agent_name: z.string(),
  /** `waiting` until its agent says what it does. */
  stage: z.enum(["waiting", ...TASK_STAGES.parse]),
  /** Of the stage; null when nobody can say. */
  percent: z.int().min(0).max(100).nullable(),
  failure: z.enum(PARSE_FAILURES).nullable(),
  /** Why it failed, for the library's owner; its evidence is what the tool said. */
  message: said.nullable(),
  branch: z.string(),
  commit_id: z.string(),
  case_count: z.int(),
  created_at: time,
  started_at: time.nullable(),
  ended_at: time.nullable(),
});
export type Parse = z.output<typeof parse>;

export const library = z.object({
  library_id: id,
  project_id: id,
  name: z.string(),
  framework: z.enum(LIBRARY_FRAMEWORKS),
  url: z.string(),
  /** Empty: the repository's default. */
  branch: z.string(),
  auth_kind: z.enum(REPOSITORY_AUTH_KINDS),
  credential_id: id.nullable(),
  sync: z.boolean(),
  /** Served by this server itself. */
  is_builtin: z.boolean(),
  /** The script repository of this server that it reads; null for another's. */
  repo_id: id.nullable(),
  parse_state: z.enum(PARSE_STATES),
  parse_failure: z.enum(PARSE_FAILURES).nullable(),
  /** Why it failed; of one that went well, what is still to be said of it, such as files that cannot be read. */
  parse_message: said.nullable(),
  /** When it was last parsed with success; null before the first. */
  parsed_at: time.nullable(),
  commit_id: z.string(),
  case_count: z.int(),
  user_name: z.string(),
  created_at: time,
  updated_at: time,
  /** The parsing that waits or runs now. */
  task: parse.nullable(),
});
export type Library = z.output<typeof library>;

export const libraryCase = z.object({
  case_key: z.string(),
  name: z.string(),
  file: z.string(),
  function: z.string(),
});
export type LibraryCase = z.output<typeof libraryCase>;

const libraryParams = z.object({ library_id: id });
const libraryFields = {
  name: rules.libraryName,
  url: rules.repositoryUrl,
  branch: rules.branchName.default(""),
  sync: bodyFlag.default(true),
};
const repositoryErrors = [
  "repository_auth_required",
  "repository_check_failed",
  "repository_branch_missing",
  "credential_not_found",
] as const;
const view = { privilege: "case.view" } as const;

export const libraryEndpoints = {
  libraryList: endpoint({
    name: "libraryList",
    method: "GET",
    path: "/v1/caseapi/repos",
    access: view,
    summary: "The project's case libraries. The keyword looks in name and address.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      framework: z.enum(LIBRARY_FRAMEWORKS).optional(),
      parse_state: z.enum(PARSE_STATES).optional(),
      sort: z.enum(LIBRARY_SORTS).default("created_at"),
      order: z.enum(["asc", "desc"]).default("desc"),
      ...pageQuery,
    }),
    response: page(library),
    errors: [],
  }),
  libraryGet: endpoint({
    name: "libraryGet",
    method: "GET",
    path: "/v1/caseapi/repos/{library_id}",
    access: view,
    summary: "One case library.",
    params: libraryParams,
    query: projectQuery,
    response: library,
    errors: ["library_not_found"],
  }),
  libraryCheck: endpoint({
    name: "libraryCheck",
    method: "POST",
    path: "/v1/caseapi/check",
    access: "member",
    summary:
      "Ask a repository for its branches. `library_id` stands for the token that a library has already, as long as the address is its own.",
    query: projectQuery,
    body: z.object({
      url: rules.repositoryUrl,
      auth: rules.repositoryAuth.default({ kind: "none" }),
      library_id: id.optional(),
    }),
    response: z.object({
      default_branch: z.string(),
      branches: z.array(z.object({ name: z.string(), commit_id: z.string() })),
    }),
    errors: [...repositoryErrors, "library_not_found"],
  }),
  libraryCreate: endpoint({
    name: "libraryCreate",
    method: "POST",
    path: "/v1/caseapi/repos",
    access: "member",
    summary: "Import a repository: it is asked for its branches at once, and then parsed by an agent.",
    query: projectQuery,
    body: z.object({
      ...libraryFields,
      framework: z.enum(LIBRARY_FRAMEWORKS),
      auth: rules.repositoryAuth.default({ kind: "none" }),
    }),
    response: library,
    errors: [...repositoryErrors, "library_name_exists"],
  }),
  libraryUpdate: endpoint({
    name: "libraryUpdate",
    method: "PUT",
    path: "/v1/caseapi/repos/{library_id}",
    access: "member",
    summary:
      "Change a library. Without `auth` it keeps what it has, unless the address leads to another host. A changed address, branch or framework is parsed at once.",
    params: libraryParams,
    query: projectQuery,
    body: z.object({
      ...libraryFields,
      framework: z.enum(LIBRARY_FRAMEWORKS),
      auth: rules.repositoryAuth.optional(),
    }),
    response: library,
    errors: [...repositoryErrors, "library_not_found", "library_name_exists", "library_builtin"],
  }),
  libraryDelete: endpoint({
    name: "libraryDelete",
    method: "DELETE",
    path: "/v1/caseapi/repos/{library_id}",
    access: "member",
    summary: "Delete a library with its cases. Reports stay; jobs that use it cannot start until they are changed.",
    params: libraryParams,
    query: projectQuery,
    response: z.null(),
    errors: ["library_not_found"],
  }),
  libraryCases: endpoint({
    name: "libraryCases",
    method: "GET",
    path: "/v1/caseapi/repos/{library_id}/cases",
    access: view,
    summary: "The cases of the library's last successful parsing, in its order. The keyword looks in name and file.",
    params: libraryParams,
    query: projectQuery.extend({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(libraryCase).extend({ commit_id: z.string() }),
    errors: ["library_not_found"],
  }),
  caseSearch: endpoint({
    name: "caseSearch",
    method: "GET",
    path: "/v1/caseapi/cases",
    access: view,
    summary:
      "The cases of all the project's libraries, by library and in its order. The keyword looks in name and file.",
    query: projectQuery.extend({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(libraryCase.extend({ library_id: id, library_name: z.string() })),
    errors: [],
  }),
  libraryCaseNames: endpoint({
    name: "libraryCaseNames",
    method: "POST",
    path: "/v1/caseapi/repos/{library_id}/case_names",
    access: view,
    reads: true,
    summary: "What cases are called, in the library's order. Those that it does not have now are left out.",
    params: libraryParams,
    query: projectQuery,
    body: z.object({ case_keys: z.array(text(LIMITS.case_key_max).min(1)).min(1).max(LIMITS.page_size_max) }),
    response: z.object({ list: z.array(libraryCase.pick({ case_key: true, name: true })) }),
    errors: ["library_not_found"],
  }),
  libraryParses: endpoint({
    name: "libraryParses",
    method: "GET",
    path: "/v1/caseapi/repos/{library_id}/parses",
    access: view,
    summary: "The library's parsings, newest first.",
    params: libraryParams,
    query: projectQuery.extend(pageQuery),
    response: page(parse),
    errors: ["library_not_found"],
  }),
  libraryParse: endpoint({
    name: "libraryParse",
    method: "POST",
    path: "/v1/caseapi/repos/{library_id}/parse",
    access: "member",
    summary: "Parse a library again. One that is being parsed already is left to it.",
    params: libraryParams,
    query: projectQuery,
    response: library,
    errors: ["library_not_found"],
  }),
  libraryParseCancel: endpoint({
    name: "libraryParseCancel",
    method: "POST",
    path: "/v1/caseapi/repos/{library_id}/parse/cancelation",
    access: "member",
    summary: "Call off the parsing that waits or runs. The cases of the one before stay.",
    params: libraryParams,
    query: projectQuery,
    response: library,
    errors: ["library_not_found"],
  }),
  libraryHookGet: endpoint({
    name: "libraryHookGet",
    method: "GET",
    path: "/v1/caseapi/repos/{library_id}/webhook",
    access: "member",
    reads: false,
    summary: "The address that the repository's host calls after a push. Who knows it can have the library parsed.",
    params: libraryParams,
    query: projectQuery,
    response: z.object({ url: z.string() }),
    errors: ["library_not_found"],
  }),
  libraryHookReset: endpoint({
    name: "libraryHookReset",
    method: "POST",
    path: "/v1/caseapi/repos/{library_id}/webhook/reset",
    access: "member",
    summary: "Give the library's webhook a new address; the old one ends.",
    params: libraryParams,
    query: projectQuery,
    response: z.object({ url: z.string() }),
    errors: ["library_not_found"],
  }),
  libraryHook: endpoint({
    name: "libraryHook",
    method: "POST",
    path: "/v1/caseapi/hooks/{secret}",
    access: "signed",
    summary:
      "What GitHub, GitLab, Gitea and their like call after a push (content type JSON). A push to another branch is ignored.",
    params: z.object({ secret: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/, rule("secret_format")) }),
    body: z.looseObject({ ref: z.string().max(1000).optional() }),
    response: z.object({ parsing: z.boolean() }),
    errors: ["library_not_found"],
  }),
};

const taskParams = z.object({ task_id: id });

/** The agent's side of a task, of which a parsing has a snapshot and cases. What a task says that is not this agent's any more is refused. */
export const agentTaskEndpoints = {
  agentTaskSnapshot: endpoint({
    name: "agentTaskSnapshot",
    method: "PUT",
    path: "/v1/agent/tasks/{task_id}/snapshot",
    access: "agent",
    summary: "Keep the repository's files at the commit: a gzipped tar.",
    params: taskParams,
    query: z.object({
      commit_id: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, rule("hash_format")),
      sha256: z.string().regex(/^[0-9a-f]{64}$/, rule("hash_format")),
    }),
    body: z.unknown(),
    body_kind: "bytes",
    response: z.null(),
    errors: ["agent_task_not_found", "body_too_large", "agent_task_snapshot"],
  }),
  agentTaskCases: endpoint({
    name: "agentTaskCases",
    method: "POST",
    path: "/v1/agent/tasks/{task_id}/cases",
    access: "agent",
    summary: "Keep a page of the cases, from a place in the library's order on. Saying it twice changes nothing.",
    params: taskParams,
    body: z.object({
      from: z.int().min(0).max(LIMITS.library_cases_max),
      cases: z.array(foundCase).max(LIMITS.case_page_max),
    }),
    response: z.null(),
    errors: ["agent_task_not_found"],
  }),
  agentTaskFinish: endpoint({
    name: "agentTaskFinish",
    method: "POST",
    path: "/v1/agent/tasks/{task_id}/finish",
    access: "agent",
    summary: "How a task ended. Saying it twice changes nothing.",
    params: taskParams,
    body: agentTaskEnd,
    response: z.null(),
    errors: ["agent_task_not_found"],
  }),
};
