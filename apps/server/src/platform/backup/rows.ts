/**
 * All rows of a database as lines of text, the same for both kinds of database, and back. A file holds one table: its
 * columns' names, then each row as an array of the columns' texts as PostgreSQL writes and reads them; null is null.
 */
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import type { Queries } from "../database/database.ts";
import { sql } from "../database/sql.ts";

const ROWS_AT_ONCE = 1_000;
/** Characters of rows that are inserted by one statement. */
const INSERTED_AT_ONCE = 1_000_000;

interface Table {
  name: string;
  columns: { name: string; type: string }[];
}

/** The tables of UDT, with their columns in order. */
async function tablesOf(db: Queries): Promise<Table[]> {
  const { rows } = await db.execute<{ name: string; column_name: string; type: string }>(sql`
    select c.relname as name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`);
  const tables = new Map<string, Table>();
  for (const { name, column_name, type } of rows) {
    const table = tables.get(name) ?? { name, columns: [] };
    tables.set(name, table);
    table.columns.push({ name: column_name, type });
  }
  return [...tables.values()];
}

export const hasRows = async (db: Queries): Promise<boolean> => {
  for (const { name } of await tablesOf(db)) {
    const { rows } = await db.execute(sql`select 1 from ${sql.identifier(name)} limit 1`);
    if (rows.length > 0) return true;
  }
  return false;
};

/**
 * Writes each table to `<folder>/<table>.jsonl`.
 * @param tx A transaction that sees one moment.
 * @returns how many rows each table has
 */
export async function copyRows(tx: Queries, folder: string, signal: AbortSignal): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { name, columns } of await tablesOf(tx)) {
    const texts = columns.map((column) => sql`${sql.identifier(column.name)}::text`);
    await tx.execute(
      sql`declare udt_copy no scroll cursor for select json_build_array(${sql.join(texts, sql`, `)})::text as row from ${sql.identifier(name)}`,
    );
    const file = createWriteStream(join(folder, `${name}.jsonl`), { mode: 0o600 });
    file.write(`${JSON.stringify(columns.map((column) => column.name))}\n`);
    let count = 0;
    for (;;) {
      signal.throwIfAborted();
      const { rows } = await tx.execute<{ row: string }>(sql.raw(`fetch ${ROWS_AT_ONCE} from udt_copy`));
      if (rows.length === 0) break;
      count += rows.length;
      if (!file.write(rows.map(({ row }) => `${oneLine(row)}\n`).join(""))) await once(file, "drain");
    }
    file.end();
    await finished(file);
    await tx.execute(sql.raw("close udt_copy"));
    counts.set(name, count);
  }
  return counts;
}

/** JSON has its line ends escaped but for two, at which readers of lines end one, too. */
const oneLine = (json: string): string => json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** Inserts the lines of one table's file. @throws Error when the table is none of these, or has other columns */
export async function loadRows(tx: Queries, name: string, file: string, signal: AbortSignal): Promise<void> {
  const table = (await tablesOf(tx)).find((one) => one.name === name);
  if (!table) throw new Error(`there is no table ${name}`);
  let insert: ((lines: readonly string[]) => Promise<unknown>) | undefined;
  let [waiting, size] = [[] as string[], 0];
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (!insert) {
      insert = insertion(tx, table, JSON.parse(line) as string[]);
      continue;
    }
    waiting.push(line);
    size += line.length;
    if (size <= INSERTED_AT_ONCE && waiting.length < ROWS_AT_ONCE) continue;
    signal.throwIfAborted();
    await insert(waiting);
    [waiting, size] = [[], 0];
  }
  signal.throwIfAborted();
  if (waiting.length > 0) await insert?.(waiting);
}

/** Inserts rows that are arrays of what these columns have. @throws Error when the table has others */
function insertion(
  tx: Queries,
  table: Table,
  names: readonly string[],
): (lines: readonly string[]) => Promise<unknown> {
  const values = names.map((column, index) => {
    const type = table.columns.find((one) => one.name === column)?.type;
    if (type === undefined) throw new Error(`the table ${table.name} has no column ${column}`);
    return sql`(r ->> ${sql.raw(String(index))})::${sql.raw(type)}`;
  });
  const columns = sql.join(
    names.map((column) => sql.identifier(column)),
    sql`, `,
  );
  return (lines) =>
    tx.execute(
      sql`insert into ${sql.identifier(table.name)} (${columns}) select ${sql.join(values, sql`, `)} from json_array_elements(${`[${lines.join(",")}]`}::json) as r`,
    );
}

/** Where each counter stands, so that no number is given twice. */
export async function countersOf(tx: Queries): Promise<Record<string, number>> {
  const { rows } = await tx.execute<{ name: string; value: string | null }>(
    sql`select sequencename as name, last_value as value from pg_sequences where schemaname = 'public'`,
  );
  return Object.fromEntries(rows.flatMap(({ name, value }) => (value === null ? [] : [[name, Number(value)]])));
}

/**
 * What was given out after the backup is known to agents and consoles: a lease with an older token than one that they saw
 * would be refused. So the counters go on far beyond.
 */
const BEYOND = 1_000_000;

export async function setCounters(tx: Queries, counters: Record<string, number>): Promise<void> {
  for (const [name, value] of Object.entries(counters))
    await tx.execute(sql`select setval(${`public."${name}"`}::regclass, ${value + BEYOND})`);
}

/** Takes the references between tables away while rows come in any order. @returns how to put them back, which checks them */
export async function withoutReferences(tx: Queries): Promise<() => Promise<void>> {
  const { rows } = await tx.execute<{ name: string; table: string; definition: string }>(sql`
    select conname as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);
  for (const { name, table } of rows)
    await tx.execute(sql`alter table ${sql.raw(table)} drop constraint ${sql.identifier(name)}`);
  return async () => {
    for (const { name, table, definition } of rows)
      await tx.execute(
        sql`alter table ${sql.raw(table)} add constraint ${sql.identifier(name)} ${sql.raw(definition)}`,
      );
  };
}

/** Each column that names a file: by its key, or as `blob_key` of what it holds. */
export const FILE_COLUMNS = [
  { table: "resources", column: "blob_key", in: "text" },
  { table: "resource_pieces", column: "blob_key", in: "text" },
  { table: "apps", column: "blob_key", in: "text" },
  { table: "apps", column: "icon", in: "json" },
  { table: "memory_samples", column: "sample_blob", in: "text" },
  { table: "memory_samples", column: "report_blob", in: "text" },
  { table: "memory_files", column: "blob_key", in: "text" },
  { table: "work_order_files", column: "blob_key", in: "text" },
  { table: "users", column: "head_image_blob", in: "text" },
  { table: "projects", column: "icon_blob", in: "json" },
  { table: "device_models", column: "picture", in: "json" },
  { table: "parses", column: "snapshot", in: "json" },
] as const;

/** The files that the rows name. A file is written once and never changed; it is deleted after the row that named it. */
export async function namedBlobs(tx: Queries): Promise<string[]> {
  const parts = FILE_COLUMNS.map((file) => {
    const column = sql.identifier(file.column);
    const key = file.in === "json" ? sql`${column} ->> 'blob_key'` : column;
    return sql`select ${key} as blob_key from ${sql.identifier(file.table)}`;
  });
  const { rows } = await tx.execute<{ blob_key: string }>(sql`
    select distinct blob_key from (
      ${sql.join(parts, sql` union all `)}
      union all select 'uploads/' || upload_id || '/' || chunk from upload_chunks join uploads using (upload_id)
        where state = 'receiving'
    ) as named where blob_key <> ''`);
  return rows.map(({ blob_key }) => blob_key);
}
