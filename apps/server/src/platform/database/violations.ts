/** Which rule of the database a query broke, by the name of its constraint; undefined when it failed otherwise. */
export function brokenConstraint(error: unknown): { kind: "unique" | "foreign_key"; name: string } | undefined {
  // Drizzle wraps what `pg` threw.
  const cause = error instanceof Error ? ((error.cause ?? error) as { code?: string; constraint?: string }) : {};
  const kind = cause.code === "23505" ? "unique" : cause.code === "23503" ? "foreign_key" : undefined;
  return kind && cause.constraint !== undefined ? { kind, name: cause.constraint } : undefined;
}
