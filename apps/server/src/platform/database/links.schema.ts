/** Where agents are linked, and what one server asks of an agent that is linked to another. Times are epoch milliseconds. */
import { bigint, bigserial, index, integer, json, pgTable, text } from "drizzle-orm/pg-core";
import type { ErrorArgs, ErrorName } from "@udt/contract";
import { agents } from "./core.schema.ts";

const time = () => bigint({ mode: "number" });

/** Each agent's newest link, whichever server it ends at; a server that dies leaves its agents' behind. */
export const agent_links = pgTable("agent_links", {
  agent_id: text()
    .primaryKey()
    .references(() => agents.agent_id, { onDelete: "cascade" }),
  link_id: text().notNull().unique("agent_links_link"),
});

/** What the answer of an agent was, or why there is none. */
export type RelayedAnswer = { data: unknown } | { error: { code: ErrorName; args: ErrorArgs } };

/** Requests on their way to the server at whose end the link is, and their answers on the way back. They go with the link. */
export const agent_requests = pgTable(
  "agent_requests",
  {
    request_id: bigserial({ mode: "number" }).primaryKey(),
    link_id: text()
      .notNull()
      .references(() => agent_links.link_id, { onDelete: "cascade" }),
    /** A message of the agent link. Text as it was said: the binary kind of document knows neither NUL nor half a character. */
    message: json().$type<Record<string, unknown>>().notNull(),
    /** How long the agent is given to answer; null when nobody waits for that. */
    timeout_ms: integer(),
    taken_at: time(),
    answer: json().$type<RelayedAnswer>(),
    /** From then on nobody waits for it any more, whatever became of the server that asked. */
    expires_at: time().notNull(),
  },
  (table) => [index("agent_requests_link").on(table.link_id)],
);
