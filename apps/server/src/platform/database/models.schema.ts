/** The catalogue of hardware models. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ModelFacts, ModelNames } from "@udt/contract";
import { users } from "./core.schema.ts";

/** One for each that devices ever reported. Which devices are of it follows from what they say of themselves. */
export const device_models = pgTable(
  "device_models",
  {
    model_id: text().primaryKey(),
    brand: text().notNull(),
    model: text().notNull(),
    hardware_model: text().notNull(),
    names: jsonb().$type<ModelNames>().notNull(),
    /** `version` names it in its address. */
    picture: jsonb().$type<{ version: string; blob_key: string; content_type: string }>(),
    /** What a device of it said last, without what it did not know. */
    told: jsonb().$type<ModelFacts>().notNull(),
    /** What administrators say instead. */
    edited: jsonb().$type<ModelFacts>().notNull(),
    version: integer().notNull(),
    changed_by: text().references(() => users.user_id),
    created_at: bigint({ mode: "number" }).notNull(),
    updated_at: bigint({ mode: "number" }).notNull(),
  },
  (table) => [uniqueIndex("device_models_of").on(table.brand, table.model, table.hardware_model)],
);
