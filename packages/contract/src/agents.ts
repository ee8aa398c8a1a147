/** Agents as they are shown, and what they tell of themselves. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { signingTool } from "./resigns.ts";
import { draining, id, time } from "./shapes.ts";
import { said } from "./words.ts";

/** Why a container engine that is there cannot run the images of jobs. docs/operations.md tells the reasons behind them. */
export const ENGINE_FAULTS = ["silent", "remote", "rootless", "mapped_users", "not_linux"] as const;
export type EngineFault = (typeof ENGINE_FAULTS)[number];

/** How users' scripts run at an agent. */
export const agentScripts = z.object({
  isolation: z.enum(["namespaces", "none"]),
  /** Why nothing can be isolated, or what is left open; null when all of it holds. */
  isolation_reason: said.nullable(),
  /** What runs the images that jobs name; null when there is none that can be used. */
  engine: z.object({ name: z.string().max(100), version: z.string().max(100) }).nullable(),
  /** Engines that are there and cannot be used, as far as the agent had to ask; empty and no engine: none is installed. */
  engine_faults: z.array(z.object({ name: z.string().max(100), fault: z.enum(ENGINE_FAULTS), reason: said })).max(10),
});
export type AgentScripts = z.output<typeof agentScripts>;

/** The computer that an agent runs on, as it is at the moment. */
export const agentMachine = z.object({
  /** How many processes wanted a core, on average over a minute; null on systems that do not tell. */
  load: z.number().min(0).nullable(),
  cores: z.int().positive(),
  memory_bytes: z.int().min(0),
  memory_free_bytes: z.int().min(0),
});
export type AgentMachine = z.output<typeof agentMachine>;

/** What an agent wrote into its log last, the oldest first; without the secrets that it knows. */
export const agentLogLine = z.object({
  time,
  level: z.enum(["debug", "info", "warn", "error"]),
  /** What happened, and what about, as JSON. */
  text: z.string().max(LIMITS.agent_log_line_max),
});
export type AgentLogLine = z.output<typeof agentLogLine>;
export const AGENT_SERVES = ["all", "several", "one"] as const;

export const agent = z.object({
  agent_id: id,
  name: z.string(),
  instance_id: z.string(),
  hostname: z.string(),
  /** Where it called from, as the server sees it. */
  ip: z.string(),
  /** The addresses that its computer has, as it said; null when it has not said. */
  addresses: z.array(z.string()).nullable(),
  system: z.string(),
  version: z.string(),
  /** The server's version where the agent's is an older one. */
  upgrade_to: z.string().nullable(),
  /** As it said last; null when it has not said. */
  machine: agentMachine.nullable(),
  /** As it said last; null when it has not said yet. */
  scripts: agentScripts.nullable(),
  /** What it signs iOS apps with, as it said last; null where it has nothing for that. */
  signing_tool: signingTool.nullable(),
  /** Whether it runs on a Mac that has Apple's tools for memory graphs (`.memgraph`), as it said last. */
  reads_memgraphs: z.boolean(),
  online: z.boolean(),
  draining: draining.nullable(),
  /** Whether it is registered for no project in particular, which is all of them, for several, or for one alone. */
  serves: z.enum(AGENT_SERVES),
  /** Ids of the projects that it is registered for; of those of others a project learns nothing. */
  project_ids: z.array(id),
  created_at: time,
  last_heartbeat_at: time.nullable(),
  offline_at: time.nullable(),
  device_count: z.int(),
});
export type Agent = z.output<typeof agent>;
