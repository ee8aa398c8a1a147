/** Where remote ADB is on, and which adb keys people have let in. Times are epoch milliseconds. */
import { bigint, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { RemoteAdb } from "@udt/contract";
import { inTest, ofUser } from "./references.ts";

const time = () => bigint({ mode: "number" });

/** A key that asks, with its public half for when it is let in. */
export type AskedKey = NonNullable<RemoteAdb["asked"]> & { public_key: string };

/** One device of a test that has a port of its own. The server that listens keeps it up to date; one that died falls silent. */
export const remote_adb = pgTable(
  "remote_adb",
  {
    test_id: inTest(),
    device_id: text().notNull(),
    /** Which opening of it this is: the server that listens for an earlier one stops. */
    opening_id: text().notNull(),
    serial: text().notNull(),
    /** Whose keys are let in. */
    user_id: ofUser(),
    ip: text().notNull(),
    hostname: text().notNull(),
    port: integer().notNull(),
    opened_at: time().notNull(),
    heard_at: time().notNull(),
    asked: jsonb().$type<AskedKey>(),
    connections: integer().notNull().default(0),
    connected_at: time(),
    received_bytes: bigint({ mode: "number" }).notNull().default(0),
    sent_bytes: bigint({ mode: "number" }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.test_id, table.device_id] })],
);

export const adb_keys = pgTable(
  "adb_keys",
  {
    user_id: ofUser(),
    /** SHA-256 of the public half. */
    key_id: text().notNull(),
    public_key: text().notNull(),
    fingerprint: text().notNull(),
    name: text().notNull(),
    created_at: time().notNull(),
    last_used_at: time(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.key_id] })],
);
