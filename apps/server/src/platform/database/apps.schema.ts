/** The tables of the apps module. Times are epoch milliseconds; columns are named as on the wire. */
import { sql, type SQL } from "./sql.ts";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { INSTALL_FINAL_STATES, type AppKind, type DeviceOs, type InstallState, type Said } from "@udt/contract";
import { byUser, inTest, withFilesInProject } from "./references.ts";

const time = () => bigint({ mode: "number" });

export const apps = pgTable(
  "apps",
  {
    app_id: text().primaryKey(),
    project_id: withFilesInProject(),
    /** Who uploaded the bytes first. */
    user_id: byUser(),
    file_name: text().notNull(),
    name: text().notNull(),
    names: jsonb().$type<Record<string, string>>().notNull(),
    package_name: text().notNull(),
    version_name: text().notNull(),
    version_code: bigint({ mode: "number" }).notNull(),
    /** iOS's `CFBundleVersion`; null where the version code says it. */
    build: text(),
    min_os_version: text().notNull(),
    target_os_version: text().notNull().default(""),
    os: text().$type<DeviceOs>().notNull(),
    kind: text().$type<AppKind>().notNull().default("apk"),
    abis: jsonb().$type<string[]>().notNull().default([]),
    permissions: jsonb().$type<string[]>().notNull().default([]),
    device_types: jsonb().$type<string[]>().notNull().default([]),
    signer: jsonb().$type<{ subject: string; sha256: string }>(),
    main_activity: text().notNull().default(""),
    debuggable: boolean().notNull().default(false),
    size_bytes: bigint({ mode: "number" }).notNull(),
    md5: text().notNull(),
    blob_key: text().notNull(),
    icon: jsonb().$type<{ blob_key: string; content_type: "image/png" | "image/webp" }>(),
    created_at: time().notNull(),
  },
  (table) => [
    // Equal bytes are one app within a project, and never shared across projects.
    uniqueIndex("apps_bytes").on(table.project_id, table.md5, table.size_bytes),
    index("apps_newest").on(table.project_id, table.created_at.desc().nullsFirst(), table.app_id.desc().nullsFirst()),
    index("apps_versions").on(table.project_id, table.os, table.package_name, table.created_at.desc().nullsFirst()),
  ],
);

export const uploads = pgTable(
  "uploads",
  {
    upload_id: text().primaryKey(),
    project_id: withFilesInProject(),
    user_id: byUser(),
    file_name: text().notNull(),
    size_bytes: bigint({ mode: "number" }).notNull(),
    md5: text().notNull(),
    chunk_size: integer().notNull(),
    /** What its bytes become: an app, or a file of a memory sample. */
    purpose: text().$type<"app" | "memory">().notNull().default("app"),
    /** `dropped`: given up or refused; nobody sees it any more, and its chunks are being deleted. */
    state: text().$type<"receiving" | "done" | "dropped">().notNull(),
    app_id: text().references(() => apps.app_id, { onDelete: "cascade" }),
    /** When somebody last did something for it. */
    touched_at: time().notNull(),
  },
  (table) => [
    uniqueIndex("uploads_under_way")
      .on(table.project_id, table.user_id, table.md5, table.size_bytes, table.purpose)
      .where(sql`${table.state} = 'receiving'`),
    index("uploads_age").on(table.touched_at),
    index("uploads_app").on(table.app_id),
  ],
);

/** The chunks that have come whole. */
export const upload_chunks = pgTable(
  "upload_chunks",
  {
    upload_id: text()
      .notNull()
      .references(() => uploads.upload_id, { onDelete: "cascade" }),
    chunk: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.upload_id, table.chunk] })],
);

/** Files that no row owns yet or any more, so that a crash in between leaves nothing behind for good. */
export const loose_blobs = pgTable(
  "loose_blobs",
  { blob_key: text().primaryKey(), since: time().notNull() },
  (table) => [index("loose_blobs_age").on(table.since)],
);

/** Whether an installation has not come to an end. Literal, because an index cannot have parameters. */
const isUnderWay = (state: SQL) =>
  sql`${state} not in (${sql.raw(INSTALL_FINAL_STATES.map((name) => `'${name}'`).join(", "))})`;

export const installs = pgTable(
  "installs",
  {
    install_id: text().primaryKey(),
    project_id: withFilesInProject(),
    test_id: inTest(),
    device_id: text().notNull(),
    /** The lease under which it was started; reports under any other do not count. */
    lease_token: bigint({ mode: "number" }).notNull(),
    /** The record outlives the app. Null for an uninstallation. */
    app_id: text(),
    app_name: text().notNull(),
    package_name: text().notNull(),
    /** Started by the test itself, once. */
    automatic: boolean().notNull(),
    state: text().$type<InstallState>().notNull(),
    percent: integer().notNull(),
    reason: jsonb().$type<Said>(),
    created_at: time().notNull(),
    updated_at: time().notNull(),
  },
  (table) => [
    uniqueIndex("installs_under_way")
      .on(table.test_id, table.device_id, table.app_id)
      .where(isUnderWay(sql`${table.state}`)),
    uniqueIndex("installs_uninstalling")
      .on(table.test_id, table.device_id, table.package_name)
      .where(sql`${table.state} = 'uninstalling'`),
    uniqueIndex("installs_automatic")
      .on(table.test_id, table.device_id)
      .where(sql`${table.automatic}`),
    index("installs_app").on(table.app_id),
    index("installs_newest").on(table.test_id, table.device_id, table.created_at.desc().nullsFirst()),
  ],
);
