/** An embedded database whose rows were moved to PostgreSQL: what is left says so, and nothing starts on it again. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { see, StartRefusal } from "../operations-page.ts";
import { dataIn } from "./pglite-folder.ts";

const NOTE = "moved-to-postgresql.txt";

/** Where the rows stay that were moved, as they were at that moment. */
export const movedData = (folder: string): string => `${dataIn(folder)}.moved`;

export const isMoved = (folder: string): boolean => existsSync(join(folder, NOTE));

/** Says it in the folder, first: from then on this version does not open it. The caller holds the folder's lock. */
export function noteMoved(folder: string, to: string, at: Date): void {
  const note = `The database that was here was moved to PostgreSQL at ${at.toISOString()}, by udt migrate.

It is now at ${to}
Start the server with UDT_DATABASE_URL. What was done since the move is in PostgreSQL alone.

${movedData(folder)} holds the rows as they were when they were moved. Delete it when nobody needs it any more.
To come back with all that PostgreSQL holds, make a backup and restore it into an empty folder.
${see("Moving to PostgreSQL")}
`;
  writeFileSync(join(folder, NOTE), note, { mode: 0o600, flush: true });
}

/** Then it is put out of the way of older versions too: they refuse a folder with files and no database. Once or again. */
export function setMovedAside(folder: string): void {
  const [data, aside] = [dataIn(folder), movedData(folder)];
  if (existsSync(aside) && existsSync(data)) return;
  if (!existsSync(aside)) renameSync(data, aside);
  const making = `${data}.note`;
  rmSync(making, { recursive: true, force: true });
  mkdirSync(making, { mode: 0o700 });
  writeFileSync(join(making, NOTE), readFileSync(join(folder, NOTE)), { mode: 0o600, flush: true });
  renameSync(making, data);
}

/** @throws StartRefusal that says where it went */
export function refuseMoved(folder: string): void {
  if (!isMoved(folder)) return;
  throw new StartRefusal(
    `The database in ${folder} was moved to PostgreSQL: set UDT_DATABASE_URL to where it is. ${join(folder, NOTE)} says ` +
      `where that is, and how to come back. ${see("Moving to PostgreSQL")}`,
  );
}
