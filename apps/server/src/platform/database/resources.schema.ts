/** What files of tests are made of while they grow. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { resources, tests } from "./core.schema.ts";

/** The pieces of a resource that has not been put into one file yet; they count from 0 without a gap. */
export const resource_pieces = pgTable(
  "resource_pieces",
  {
    resource_id: text()
      .notNull()
      .references(() => resources.resource_id, { onDelete: "cascade" }),
    piece: integer().notNull(),
    size_bytes: integer().notNull(),
    blob_key: text().notNull(),
    /** Where the timeline stood after it. */
    duration_ms: bigint({ mode: "number" }),
    /** A player may begin with it. */
    is_start: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.resource_id, table.piece] })],
);

/** What all files of a test take up. */
export const resource_usage = pgTable("resource_usage", {
  test_id: text()
    .primaryKey()
    .references(() => tests.test_id, { onDelete: "cascade" }),
  size_bytes: bigint({ mode: "number" }).notNull(),
});
