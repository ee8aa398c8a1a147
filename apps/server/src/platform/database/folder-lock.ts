import { readFileSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { see } from "../operations-page.ts";

/** SQLite's `SQLITE_BUSY`, https://www.sqlite.org/rescode.html#busy */
const BUSY = 5;

/**
 * SQLite locks in steps: two that take them at one moment hold each other up, and without a second try neither would have
 * it. Who finds it taken hears of that so much later.
 */
const TRY_MS = 250;

/**
 * Takes `folder` for this process. Two processes on one PGlite folder would silently lose rows. The lock is the kernel's
 * own, by way of SQLite, which has it on every system: it ends with the process, however that ends, and holds between
 * containers too, whose processes do not see one another.
 * @throws Error with one sentence when another process holds it, or where the file system knows no locks.
 */
export function lockFolder(folder: string): { release(): void } {
  // Nothing else may ever open this file: closing it anywhere in a process gives up all of that process's locks on it.
  const lock = new DatabaseSync(join(folder, "udt.lock"), { timeout: TRY_MS });
  try {
    lock.exec("begin exclusive");
  } catch (error) {
    lock.close();
    const { errcode, message } = error as Error & { errcode?: number };
    if (errcode !== BUSY)
      throw new Error(`The folder ${folder} cannot be locked: ${message}. ${see("Settings")}`, { cause: error });
    throw new Error(
      `The folder ${folder} is in use by another UDT server (${holderOf(folder)}). ${see("Several servers")}`,
      { cause: error },
    );
  }
  writeFileSync(holderFile(folder), `process ${process.pid} on ${hostname()}`);
  return { release: () => lock.close() };
}

/** Only for who reads the refusal: it says nothing about whether the folder is locked. */
const holderFile = (folder: string): string => join(folder, "udt.lock.holder");

function holderOf(folder: string): string {
  try {
    return readFileSync(holderFile(folder), "utf8");
  } catch {
    return "which it is, is not known";
  }
}
