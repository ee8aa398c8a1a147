import type { Client } from "@udt/client";
import type { SigningTool, AgentTaskEndOf, AgentTaskKind, AgentTaskOf, TaskStage } from "@udt/contract";
import type { EnvironmentStore } from "../environments/environment.ts";
import type { Isolation } from "../isolation/isolation.ts";
import type { Logger } from "../logger.ts";

/** What a task of whatever kind works with. */
export interface TaskRoom {
  client: Client;
  server_url: string;
  environments: EnvironmentStore;
  isolation: () => Promise<Isolation>;
  /** What is there to sign iOS apps with. */
  signing_tool: SigningTool | null;
  log: Logger;
  /** The task's own, not made yet; whoever gave it removes it. */
  folder: string;
  /** Ends the work: its time is up, or nobody asks for it any more. */
  signal: AbortSignal;
  onStage: (stage: TaskStage, percent: number | null) => void;
  /** Makes a call again for as long as the server is away; rejects with what the server refuses. */
  insist(call: () => Promise<unknown>): Promise<void>;
}

/** Does a task and tells how it ended, also when it failed. */
export type WorkOn<K extends AgentTaskKind> = (task: AgentTaskOf<K>, room: TaskRoom) => Promise<AgentTaskEndOf<K>>;
