export type LogLevel = "debug" | "info" | "warn" | "error";
export type Logger = (level: LogLevel, message: string, facts?: Record<string, unknown>) => void;

/** One JSON line per entry on standard output. Errors among the facts are written with their stack. */
export const jsonLogger =
  (write: (line: string) => void = (line) => process.stdout.write(line)): Logger =>
  (level, message, facts = {}) => {
    const line = { time: new Date().toISOString(), level, role: "agent", msg: message, ...plainFacts(facts) };
    write(`${JSON.stringify(line)}\n`);
  };

/** What a line tells besides its message, with errors as text. */
export const plainFacts = (facts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(facts).map(([key, value]) => [key, value instanceof Error ? (value.stack ?? value.message) : value]),
  );

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
