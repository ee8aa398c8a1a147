import { DrizzleQueryError } from "drizzle-orm/errors";
import { DatabaseError } from "pg";

/**
 * Takes out of a failed query's error, and of what caused it, the values that it ran with: they are people's, and
 * secrets among them, and whoever reads a log need not know them. The statement and the database's own reason stay.
 * It changes the error itself, since what prints one reads its stack, which holds the message.
 */
export function withoutValues(error: unknown): void {
  for (let each = error, depth = 0; each instanceof Error && depth < 10; each = each.cause, depth++) {
    if (each instanceof DrizzleQueryError) {
      const { message } = each;
      each.message = `Failed query: ${each.query}`;
      each.stack = (each.stack ?? message).replace(message, () => each.message);
      each.params = [];
    }
    // The row that failed, the key that is there already, what stood in the line that was copied.
    if (each instanceof DatabaseError) {
      Object.assign(each, { detail: undefined, where: undefined });
    }
  }
}

// A process that dies of such an error prints it, whoever started that process.
process.on("uncaughtExceptionMonitor", withoutValues);
