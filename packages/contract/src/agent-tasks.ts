/** Agents' work that needs no device. Each kind says what an agent is given and what comes of it. */
import { z } from "zod";
import { LIBRARY_FRAMEWORKS, PARSE_FAILURES } from "./automation.ts";
import { LIMITS } from "./limits.ts";
import { MEMGRAPH_FAILURES, MEMGRAPH_TOOLS, memgraphTool } from "./memgraphs.ts";
import { RESIGN_FAILURES } from "./resigns.ts";
import { rule } from "./rules.ts";
import { id } from "./shapes.ts";
import { said } from "./words.ts";

export const AGENT_TASK_STATES = ["queued", "running", "done", "failed", "cancelled"] as const;
export type AgentTaskState = (typeof AGENT_TASK_STATES)[number];

/** A case library that an agent is to read: clone, keep, and list its cases. */
const parsePayload = z.object({
  framework: z.enum(LIBRARY_FRAMEWORKS),
  /** Null: the server's own, at `path` below the address by which the agent dialled it. */
  url: z.string().nullable(),
  path: z.string(),
  /** What of the address may be dialled: the server has looked it up and found it allowed. Empty for its own. */
  addresses: z.array(z.object({ address: z.string(), family: z.literal([4, 6]) })).max(50),
  /** Empty: the repository's default. */
  branch: z.string(),
  auth: z.object({ username: z.string(), password: z.string() }).nullable(),
  allow_unisolated: z.boolean(),
});

/**
 * An iOS app that an agent is to sign anew. It asks for what it signs with when it begins (agentResignFiles), so that this is in no
 * message of the link.
 */
const resignPayload = z.object({
  app: z.object({ file_name: z.string(), size_bytes: z.int(), md5: z.string() }),
});

/** A memory graph that an agent on a Mac is to have Apple's tools read. It asks for the file (agentMemgraphFile). */
const memgraphPayload = z.object({
  file: z.object({ file_name: z.string(), size_bytes: z.int() }),
  /** Whose texts are wanted: those of which the sample has none. */
  tools: z.array(memgraphTool).min(1),
});

/** What an agent is asked to do. */
export const agentTask = z.discriminatedUnion("kind", [
  z.object({ task_id: id, kind: z.literal("parse"), payload: parsePayload }),
  z.object({ task_id: id, kind: z.literal("resign"), payload: resignPayload }),
  z.object({ task_id: id, kind: z.literal("memgraph"), payload: memgraphPayload }),
]);
export type AgentTask = z.output<typeof agentTask>;
export type AgentTaskKind = AgentTask["kind"];
export type AgentTaskOf<K extends AgentTaskKind> = { [Kind in K]: Extract<AgentTask, { kind: Kind }> }[K];

/** What an agent does for each kind of task, in order, as far as it tells. */
export const TASK_STAGES = {
  parse: ["clone", "snapshot", "environment", "collect", "save"],
  resign: ["download", "sign", "deliver"],
  memgraph: ["download", "tools"],
} as const satisfies Record<AgentTaskKind, readonly string[]>;
export type TaskStage = (typeof TASK_STAGES)[AgentTaskKind][number];
export const taskStage = z.enum(Object.values(TASK_STAGES).flat());
/** Where a task of a kind is, by what was noted of it. */
export const stageOf = <K extends AgentTaskKind>(
  kind: K,
  stage: TaskStage | null,
): (typeof TASK_STAGES)[K][number] | "waiting" =>
  (TASK_STAGES[kind] as readonly (typeof TASK_STAGES)[K][number][]).find((one) => one === stage) ?? "waiting";
export type ParsePayload = AgentTaskOf<"parse">["payload"];

/** What a parsing that failed has come to, as far as it came. */
const parseResult = z.object({
  commit_id: z
    .string()
    .regex(/^[0-9a-f]{0,64}$/, rule("hash_format"))
    .default(""),
  case_count: z.int().min(0).max(LIMITS.library_cases_max).default(0),
});

/** How an agent says that a task ended; `failure` is null when it went well. */
export const agentTaskEnd = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("parse"),
    failure: z.enum(PARSE_FAILURES).nullable(),
    message: said.nullable().default(null),
    result: parseResult.prefault({}),
  }),
  z.object({
    kind: z.literal("resign"),
    failure: z.enum(RESIGN_FAILURES).nullable(),
    message: said.nullable().default(null),
  }),
  z.object({
    kind: z.literal("memgraph"),
    failure: z.enum(MEMGRAPH_FAILURES).nullable(),
    message: said.nullable().default(null),
    /** Why a tool gave nothing, where others did or not. */
    notes: z.array(said).max(MEMGRAPH_TOOLS.length).default([]),
  }),
]);
export type AgentTaskEnd = z.output<typeof agentTaskEnd>;
export type AgentTaskEndOf<K extends AgentTaskKind> = { [Kind in K]: Extract<AgentTaskEnd, { kind: Kind }> }[K];
