/** iOS certificates. Times are epoch milliseconds; columns are named as on the wire. */
import { bigint, index, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { IosCertificateKind, ResignFailure } from "@udt/contract";
import { byUser, inProject } from "./references.ts";
import { sql } from "./sql.ts";
import { agent_tasks } from "./tasks.schema.ts";

const time = () => bigint({ mode: "number" });

export const ios_certificates = pgTable(
  "ios_certificates",
  {
    cert_id: text().primaryKey(),
    project_id: inProject(),
    title: text().notNull(),
    registered_name: text().notNull(),
    organization_number: text().notNull(),
    team_name: text().notNull(),
    kind: text().$type<IosCertificateKind>().notNull(),
    bundle_pattern: text().notNull(),
    /** While both parts are valid. */
    starts_at: time().notNull(),
    expires_at: time().notNull(),
    /** When channels are told next that it ends; null once they were told that it has. */
    warns_at: time(),
    /** Of the devices that the profile names, in its order. */
    device_udids: jsonb().$type<string[]>().notNull(),
    certificate_sha1: text().notNull(),
    certificate_starts_at: time().notNull(),
    certificate_expires_at: time().notNull(),
    profile_name: text().notNull(),
    profile_uuid: text().notNull(),
    profile_starts_at: time().notNull(),
    profile_expires_at: time().notNull(),
    /** The P12 and its password, encrypted. */
    p12_sealed: text().notNull(),
    /** Encrypted. */
    profile_sealed: text().notNull(),
    user_id: byUser(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [
    uniqueIndex("ios_certificates_title").on(table.project_id, sql`lower(${table.title})`),
    index("ios_certificates_expiry").on(table.project_id, table.expires_at),
    index("ios_certificates_warned")
      .on(table.warns_at)
      .where(sql`${table.warns_at} is not null`),
  ],
);

/** What is of a re-signing alone; the rest stands in its task. */
export const resigns = pgTable(
  "resigns",
  {
    task_id: text()
      .primaryKey()
      .references(() => agent_tasks.task_id, { onDelete: "cascade" }),
    cert_id: text()
      .notNull()
      .references(() => ios_certificates.cert_id, { onDelete: "cascade" }),
    /** The app as it was when this was asked for; it may be gone. */
    app_id: text().notNull(),
    app_name: text().notNull(),
    version_name: text().notNull(),
    failure: text().$type<ResignFailure>(),
    /** What it is signed with, once an agent has been given it: the certificate may be another's since. */
    certificate_pem: text(),
    /** The app that came of it; it may be gone. */
    signed_app_id: text(),
  },
  (table) => [index("resigns_certificate").on(table.cert_id)],
);
