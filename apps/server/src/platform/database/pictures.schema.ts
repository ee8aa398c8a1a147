/** What devices' screens showed last. Times are epoch milliseconds. */
import { bigint, customType, index, pgTable, text } from "drizzle-orm/pg-core";
import { devices, tests } from "./core.schema.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

export const device_pictures = pgTable(
  "device_pictures",
  {
    device_id: text()
      .primaryKey()
      .references(() => devices.device_id, { onDelete: "cascade" }),
    /** Grows with each picture of the device, whatever the clock does: it names the picture. */
    taken_at: bigint({ mode: "number" }).notNull(),
    /** A small JPEG: it goes with the row, so that no picture outlives what it was taken in. */
    jpeg: bytea().notNull(),
    /** The test that held the device then. Null: nobody did, and it was clean. */
    test_id: text().references(() => tests.test_id, { onDelete: "cascade" }),
  },
  (table) => [index("device_pictures_test").on(table.test_id)],
);
