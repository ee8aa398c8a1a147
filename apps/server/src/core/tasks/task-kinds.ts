import type { AgentTaskEndOf, AgentTaskKind, AgentTaskOf, Said, UdtError } from "@udt/contract";
import type { EventPayload } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { AgentSkills } from "../agents/agents.service.ts";
import type { TaskRow } from "./tasks.repository.ts";

/** All that is asked of a kind of task. Whatever takes `tx` is done in the transaction that changes the task. */
export interface TaskRules<K extends AgentTaskKind = AgentTaskKind> {
  /** Whether an agent can do it, by what it said of itself. */
  suits(agent: AgentSkills): boolean;
  /** What is told of each change of a task; whether there is something to do is looked at whenever this is heard. */
  readonly event_type: EventPayload["type"];
  event(task: TaskRow): EventPayload;
  /** What an agent needs for it, secrets included. @throws UdtError that says why it cannot be done */
  describe(task: TaskRow): Promise<AgentTaskOf<K>>;
  /** The end of one that was never begun, as {@link describe} threw, or whose agents went away with it. */
  failed(task: TaskRow, cause: { undescribed: UdtError } | "agent_lost"): AgentTaskEndOf<K>;
  /**
   * Deletes what an agent has brought already: another begins anew. Answers whether all that was asked for is there instead, and stays:
   * then it is done.
   */
  drop(tx: Queries, task: TaskRow): Promise<boolean>;
  /** Judges what an agent says of the end, and writes down what came of it. */
  end(tx: Queries, task: TaskRow, end: AgentTaskEndOf<K>): Promise<{ state: "done" | "failed"; message: Said | null }>;
  /** Once the end has been committed. */
  ended(task: TaskRow): Promise<void>;
}

/** Every kind of task that there is, each with its rules: the only way from here to what a kind is. */
export type TaskKinds = { readonly [K in AgentTaskKind]: TaskRules<K> };
