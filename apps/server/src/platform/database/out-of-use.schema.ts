/** Which devices nobody gets, by whose word, and why. Times are epoch milliseconds. */
import { bigint, pgTable, text } from "drizzle-orm/pg-core";
import { devices } from "./core.schema.ts";
import { byUser } from "./references.ts";

/** A device without a row is in use. */
export const devices_out_of_use = pgTable("devices_out_of_use", {
  device_id: text()
    .primaryKey()
    .references(() => devices.device_id, { onDelete: "cascade" }),
  reason: text().notNull(),
  user_id: byUser(),
  since: bigint({ mode: "number" }).notNull(),
});
