import { readdirSync } from "node:fs";
import { join } from "node:path";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import * as accounts from "../database/accounts.schema.ts";
import * as alerts from "../database/alerts.schema.ts";
import * as apps from "../database/apps.schema.ts";
import * as control from "../database/control.schema.ts";
import * as core from "../database/core.schema.ts";
import * as handovers from "../database/handovers.schema.ts";
import * as health from "../database/health.schema.ts";
import * as iosCertificates from "../database/ios-certificates.schema.ts";
import * as jobs from "../database/jobs.schema.ts";
import * as libraries from "../database/libraries.schema.ts";
import * as links from "../database/links.schema.ts";
import * as memoryWatch from "../database/memory-watch.schema.ts";
import * as memory from "../database/memory.schema.ts";
import * as memoryBaselines from "../database/memory-baselines.schema.ts";
import * as memoryPartitions from "../database/memory-partitions.schema.ts";
import * as models from "../database/models.schema.ts";
import * as notes from "../database/notes.schema.ts";
import * as notifications from "../database/notifications.schema.ts";
import * as orgs from "../database/orgs.schema.ts";
import * as outOfUse from "../database/out-of-use.schema.ts";
import * as people from "../database/people.schema.ts";
import * as pictures from "../database/pictures.schema.ts";
import * as placement from "../database/placement.schema.ts";
import * as platform from "../database/platform.schema.ts";
import * as deviceProfiles from "../database/device-profiles.schema.ts";
import * as projects from "../database/projects.schema.ts";
import * as quality from "../database/quality.schema.ts";
import * as remoteAdb from "../database/remote-adb.schema.ts";
import * as reports from "../database/reports.schema.ts";
import * as resources from "../database/resources.schema.ts";
import * as scheduling from "../database/scheduling.schema.ts";
import * as scripts from "../database/scripts.schema.ts";
import * as secondFactor from "../database/second-factor.schema.ts";
import * as selfChecks from "../database/self-checks.schema.ts";
import * as signin from "../database/signin.schema.ts";
import * as tags from "../database/tags.schema.ts";
import * as tasks from "../database/tasks.schema.ts";
import * as wear from "../database/wear.schema.ts";
import * as workOrders from "../database/work-orders.schema.ts";
import { is } from "../database/sql.ts";
import { FILE_COLUMNS } from "./rows.ts";

const schemas = {
  accounts,
  alerts,
  apps,
  core,
  handovers,
  health,
  iosCertificates,
  jobs,
  libraries,
  links,
  memory,
  memoryBaselines,
  memoryWatch,
  memoryPartitions,
  models,
  notes,
  notifications,
  orgs,
  outOfUse,
  people,
  pictures,
  placement,
  platform,
  projects,
  control,
  quality,
  remoteAdb,
  reports,
  resources,
  scheduling,
  scripts,
  secondFactor,
  deviceProfiles,
  selfChecks,
  signin,
  tags,
  tasks,
  wear,
  workOrders,
};
type Schemas = typeof schemas;
type AnyTable = { _: { name: string }; $inferSelect: object };
/** `table.column` of what holds an object with the key of a file. */
type JsonOf<Table> = Table extends AnyTable
  ? {
      [Column in keyof Table["$inferSelect"] & string]: NonNullable<Table["$inferSelect"][Column]> extends {
        blob_key: string;
      }
        ? `${Table["_"]["name"]}.${Column}`
        : never;
    }[keyof Table["$inferSelect"] & string]
  : never;
type JsonColumn = {
  [Name in keyof Schemas]: { [One in keyof Schemas[Name]]: JsonOf<Schemas[Name][One]> }[keyof Schemas[Name]];
}[keyof Schemas];
/** The compiler demands each, since nothing is left of their types when this runs. */
const JSON_COLUMNS: Record<JsonColumn, true> = {
  "apps.icon": true,
  "projects.icon_blob": true,
  "device_models.picture": true,
  "parses.snapshot": true,
};
/** Files that nobody owns. */
const NOT_KEPT = "loose_blobs.blob_key";

const columnsIn = (kind: "text" | "json") =>
  FILE_COLUMNS.filter((file) => file.in === kind).map(({ table, column }) => `${table}.${column}`);

it("a backup takes the files of every column that names one, table by table", () => {
  const files = readdirSync(join(import.meta.dirname, "../database")).filter((name) => name.endsWith(".schema.ts"));
  expect(Object.keys(schemas)).toHaveLength(files.length);
  const tables = Object.values(schemas)
    .flatMap((schema) => Object.values<unknown>(schema))
    .filter((one): one is PgTable => is(one, PgTable))
    .map(getTableConfig);
  expect(tables.length).toBeGreaterThan(40);
  const texts = tables.flatMap(({ name: table, columns }) =>
    columns
      .filter(({ name, columnType }) => columnType === "PgText" && name.includes("blob"))
      .map(({ name }) => `${table}.${name}`),
  );
  expect(texts).toContain(NOT_KEPT);
  expect(columnsIn("text").toSorted()).toEqual(texts.filter((name) => name !== NOT_KEPT).toSorted());
  expect(columnsIn("json").toSorted()).toEqual(Object.keys(JSON_COLUMNS).toSorted());
});
