/** What is or was wrong with the installation, and who looked when. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { AlertKind, AlertState, Said } from "@udt/contract";
import { sql } from "./sql.ts";

const time = () => bigint({ mode: "number" });

export const alerts = pgTable(
  "alerts",
  {
    alert_id: text().primaryKey(),
    kind: text().$type<AlertKind>().notNull(),
    /** What it is about within its kind: an agent's id, a disk, an address. */
    subject: text().notNull(),
    /** As it was told last. */
    reason: jsonb().$type<Said>().notNull(),
    state: text().$type<AlertState>().notNull(),
    since: time().notNull(),
    /** Of an open one: since when it looks well, which must last to end it. Of one that has ended: since when it has been well. */
    until: time(),
    told_at: time().notNull(),
  },
  (table) => [
    /** However many servers find it wrong at the same moment, one alert is opened. */
    uniqueIndex("alerts_open")
      .on(table.kind, table.subject)
      .where(sql`${table.state} = 'open'`),
    index("alerts_newest").on(table.since.desc().nullsFirst(), table.alert_id.desc().nullsFirst()),
    index("alerts_age").on(table.until),
  ],
);

/** What servers take turns at: when one last began it, and what it found. */
export const alert_looks = pgTable("alert_looks", {
  name: text().$type<"all" | "certificate">().primaryKey(),
  at: time().notNull(),
  /** When one was last through with it. */
  done_at: time(),
  found: jsonb().$type<unknown>(),
});
