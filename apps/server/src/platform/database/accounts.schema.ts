/** Test accounts, and who has which. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { byUser, inProject, inTest } from "./references.ts";

const time = () => bigint({ mode: "number" });

export const account_files = pgTable(
  "account_files",
  {
    account_file_id: text().primaryKey(),
    project_id: inProject(),
    name: text().notNull(),
    columns: jsonb().$type<string[]>().notNull(),
    account_count: integer().notNull(),
    /** The rows, encrypted. */
    content: text().notNull(),
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [index("account_files_project").on(table.project_id, table.created_at.desc().nullsFirst())],
);

/** Which running test holds which account: one row of a file serves one device at a time. */
export const account_leases = pgTable(
  "account_leases",
  {
    account_file_id: text()
      .notNull()
      .references(() => account_files.account_file_id, { onDelete: "cascade" }),
    row: integer().notNull(),
    test_id: inTest(),
    device_seq: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.account_file_id, table.row] }),
    index("account_leases_test").on(table.test_id),
  ],
);
