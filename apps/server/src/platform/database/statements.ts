import type { PoolClient } from "pg";

const KNOWN_MAX = 2_000;
const VERB = /^\s*(\w+)/;
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?(\w+)/i;

/** What a statement does and to which table first: `select tests`. Few enough to be counted each by itself. */
export function statementName(text: string): string {
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? "unknown";
  const table = TABLE.exec(text)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

/** Has each statement that a connection is given told by its name. */
export function tellStatements(client: PoolClient, told: (name: string) => void): void {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    if (names.size >= KNOWN_MAX) names.clear();
    const name = statementName(text);
    names.set(text, name);
    return name;
  };
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((config: string | { text: string }, ...rest: unknown[]) => {
    told(nameOf(typeof config === "string" ? config : config.text));
    return query(config, ...rest);
  }) as PoolClient["query"];
}

/** Has each failure of a statement on a connection told. */
export function tellFailures(client: PoolClient, told: (error: unknown) => void): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const done = args.at(-1);
    if (typeof done === "function") {
      return query(...args.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
        if (error) told(error);
        (done as (...results: unknown[]) => void)(error, ...rest);
      });
    }
    const answer = query(...args);
    if (answer instanceof Promise) void answer.catch(told);
    return answer;
  }) as PoolClient["query"];
}
