/** Work of agents that needs no device. Times are epoch milliseconds; columns are named as on the wire. */
import { sql } from "./sql.ts";
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { AgentTaskKind, AgentTaskState, Said, TaskStage } from "@udt/contract";
import { agents, projects, users } from "./core.schema.ts";

const time = () => bigint({ mode: "number" });

/** What each kind of task has of its own stands in a table of that kind, by the same id. */
export const agent_tasks = pgTable(
  "agent_tasks",
  {
    task_id: text().primaryKey(),
    kind: text().$type<AgentTaskKind>().notNull(),
    /** What it is about: of a parsing, the library. */
    subject_id: text().notNull(),
    /** Null: of the platform, for any agent. */
    project_id: text().references(() => projects.project_id, { onDelete: "cascade" }),
    state: text().$type<AgentTaskState>().notNull(),
    /** Null for the platform. */
    user_id: text().references(() => users.user_id),
    /** Which agent has it or had it. */
    agent_id: text().references(() => agents.agent_id),
    /** How often it has been given to an agent. */
    attempts: integer().notNull().default(0),
    /** One of its kind's; null until its agent names one. */
    stage: text().$type<TaskStage>(),
    percent: integer(),
    message: jsonb().$type<Said>(),
    created_at: time().notNull(),
    started_at: time(),
    ended_at: time(),
  },
  (table) => [
    // Of one kind, there is one at a time about the same.
    uniqueIndex("agent_tasks_open")
      .on(table.kind, table.subject_id)
      .where(sql`${table.state} in ('queued', 'running')`),
    index("agent_tasks_queue")
      .on(table.created_at)
      .where(sql`${table.state} = 'queued'`),
    index("agent_tasks_agent")
      .on(table.agent_id)
      .where(sql`${table.state} = 'running'`),
    index("agent_tasks_subject").on(table.kind, table.subject_id, table.created_at.desc().nullsFirst()),
  ],
);
