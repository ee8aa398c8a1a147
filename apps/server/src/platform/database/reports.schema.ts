/** Reports: links by which they are read without an account, and what is found out of them once. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, boolean, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import type { CaseTotals, ReportLanguage, Run } from "@udt/contract";
import { tests } from "./core.schema.ts";
import { byUser, inProject, inTest } from "./references.ts";

const time = () => bigint({ mode: "number" });

export const report_shares = pgTable(
  "report_shares",
  {
    share_id: text().primaryKey(),
    /** SHA-256 of the link's token: who reads the database cannot open the report with it. */
    token_hash: text().notNull().unique("report_shares_token"),
    project_id: inProject(),
    test_id: inTest(),
    user_id: byUser(),
    /** What the page is written in. */
    language: text().$type<ReportLanguage>().notNull(),
    with_video: boolean().notNull().default(false),
    created_at: time().notNull(),
    expires_at: time().notNull(),
  },
  (table) => [index("report_shares_test").on(table.test_id, table.created_at.desc().nullsFirst())],
);

/** What a report of many cases costs most to find out. A run that has ended does not change: once found, it is kept. */
export const report_facts = pgTable("report_facts", {
  test_id: text()
    .primaryKey()
    .references(() => tests.test_id, { onDelete: "cascade" }),
  /** With the runs that it was compared with: among others it is compared anew. */
  comparison: jsonb().$type<{ against: string[]; counts: Run["comparison"] }>(),
  /** The cases of each device that has any. */
  devices: jsonb().$type<{ device_seq: number; totals: CaseTotals }[]>(),
});
