/** Who drives the devices of debug sessions besides their holders, and links by which they are watched. Times are epoch milliseconds. */
import { bigint, boolean, index, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { byUser, inTest, ofUser } from "./references.ts";
import { sql } from "./sql.ts";

const time = () => bigint({ mode: "number" });

export const test_drivers = pgTable(
  "test_drivers",
  {
    test_id: inTest(),
    user_id: ofUser(),
    /** The holder watches meanwhile. */
    instead: boolean().notNull(),
    given_at: time().notNull(),
    given_by: byUser(),
  },
  (table) => [
    primaryKey({ columns: [table.test_id, table.user_id] }),
    // There is one place to hand over.
    uniqueIndex("test_drivers_instead")
      .on(table.test_id)
      .where(sql`${table.instead}`),
  ],
);

export const watch_links = pgTable(
  "watch_links",
  {
    link_id: text().primaryKey(),
    /** SHA-256 of what is in the link. */
    token_hash: text().notNull().unique(),
    test_id: inTest(),
    /** Whose right to show the session it lives by. */
    user_id: byUser(),
    created_at: time().notNull(),
    /** Null: with the session. */
    expires_at: time(),
    revoked_at: time(),
  },
  (table) => [index("watch_links_test").on(table.test_id)],
);
