import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { see } from "../operations-page.ts";

const WHAT_TO_DO = `Restore a backup, or move the folder away to begin with an empty database. ${see("Restoring on another machine")}`;

/** Where in the folder that is locked the embedded database has its files. */
export const dataIn = (folder: string): string => join(folder, "data");

export const isMade = (data: string): boolean => existsSync(join(data, "PG_VERSION"));

/**
 * Readies the folder of the embedded database, whose lock the caller holds. A first start that was cut off begins anew;
 * whatever else is there is kept: a database is never made over files of somebody.
 * @returns what is called once the database is made; undefined when there is one
 * @throws Error that says what is there instead of a database and what to do
 */
export function prepareData(data: string): (() => void) | undefined {
  const unfinished = `${data}.unfinished`;
  if (existsSync(unfinished)) rmSync(data, { recursive: true, force: true });
  if (isMade(data)) return undefined;
  if (existsSync(data) && readdirSync(data).length > 0)
    throw new Error(
      `The folder ${data} holds files and no database: PG_VERSION is missing. Nothing was changed. ${WHAT_TO_DO}`,
    );
  mkdirSync(data, { recursive: true });
  writeFileSync(unfinished, "");
  return () => rmSync(unfinished);
}

/** What is said of a database that is there and does not start. */
export const damaged = (data: string, reason: string): string =>
  `The database in ${data} does not start: ${reason}. ${WHAT_TO_DO}`;
