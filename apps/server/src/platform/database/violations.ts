/** Which rule of the database a query broke, by the name of its constraint; undefined when it failed otherwise. */
export function brokenConstraint(error: unknown): { kind: "unique" | "foreign_key"; name: string } | undefined {
  // Drizzle wraps what `pg` threw.
  const cause = error instanceof Error ? ((error.cause ?? error) as { code?: string; constraint?: string }) : {};
  const kind = cause.code === "23505" ? "unique" : cause.code === "23503" ? "foreign_key" : undefined;
  return kind && cause.constraint !== undefined ? { kind, name: cause.constraint } : undefined;
}

/** PostgreSQL's `disk_full`. */
export const DISK_FULL = "53100";
/** The disk is full, or what this user may use of it: Node's own codes, and the database's. */
const FULL = new Set(["ENOSPC", "EDQUOT", DISK_FULL]);

/** Whether something found no room on a disk, however often it was wrapped on the way. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (FULL.has((cause as NodeJS.ErrnoException).code ?? "")) return true;
  }
  return false;
}
