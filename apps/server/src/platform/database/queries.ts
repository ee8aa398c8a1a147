import type { NodePgDatabase } from "drizzle-orm/node-postgres";

/** What repositories take: the database, or the transaction that the caller is in. */
export type Queries = Omit<NodePgDatabase, "transaction" | "$client">;
