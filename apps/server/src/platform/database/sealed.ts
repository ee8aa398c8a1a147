/** Where the database keeps what is sealed (see `../crypto.ts`), and with which keys that is. */
import { sql } from "./sql.ts";
import type { Queries } from "./database.ts";

/** Each column of sealed texts; empty, or null where it may be, when there is none. */
export const SEALED_COLUMNS = [
  { table: "account_files", column: "content", none: "" },
  { table: "credentials", column: "password", none: "" },
  { table: "ios_certificates", column: "p12_sealed", none: "" },
  { table: "ios_certificates", column: "profile_sealed", none: "" },
  { table: "libraries", column: "token", none: null },
  { table: "libraries", column: "hook_secret", none: "" },
  { table: "notification_channels", column: "webhook_sealed", none: "" },
  { table: "notification_channels", column: "secret_sealed", none: "" },
  { table: "totp_factors", column: "secret_sealed", none: "" },
] as const;

/** How many texts each key sealed, by the key's name. */
export async function sealedByKey(db: Queries): Promise<Map<string, number>> {
  const parts = SEALED_COLUMNS.map(
    ({ table, column }) =>
      // The version and the name come first; the rest may be long.
      sql`select split_part(left(${sql.identifier(column)}, 20), '.', 2) as name from ${sql.identifier(table)}`,
  );
  const { rows } = await db.execute<{ name: string; count: string }>(
    sql`select name, count(*) as count from (${sql.join(parts, sql` union all `)}) as sealed where name <> '' group by name`,
  );
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
}

/**
 * Empties every text that another key sealed, so that whom it belongs to is asked for it anew.
 * @param kept The name of the key whose texts stay; undefined for none.
 * @returns how many
 */
export async function forgetSealed(db: Queries, kept: string | undefined): Promise<number> {
  let count = 0;
  for (const { table, column, none } of SEALED_COLUMNS) {
    const name = sql.identifier(column);
    const { rowCount } = await db.execute(
      sql`update ${sql.identifier(table)} set ${name} = ${none} where ${name} <> '' and split_part(left(${name}, 20), '.', 2) <> ${kept ?? ""}`,
    );
    count += rowCount ?? 0;
  }
  return count;
}
