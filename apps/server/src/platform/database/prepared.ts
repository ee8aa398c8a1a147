import type { PoolClient } from "pg";

/** As often is a statement asked before it is worth being kept. */
const USES = 3;
/** So many are kept on a connection: the rest, such as those with a list of any length in them, are planned each time. */
const KEPT_MAX = 400;
const COUNTED_MAX = 2_000;
const TEXT_MAX = 8_000;
/**
 * A plan is made for the tables as they are then, and nothing tells that they have grown: a scan of what was an empty table
 * would stay one for ever. So plans, not statements, are forgotten after this time.
 */
const PLANS_MS = 1_000;

/**
 * Has a connection keep the statements that come again as prepared ones: reading and planning a statement takes several
 * times as long as running it, above all in the embedded database.
 */
export function keepPrepared(client: PoolClient): void {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  let plannedAt = performance.now();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= KEPT_MAX || text.length > TEXT_MAX) return known;
    const count = (uses.get(text) ?? 0) + 1;
    if (count < USES) {
      if (uses.size >= COUNTED_MAX) uses.clear();
      uses.set(text, count);
      return undefined;
    }
    uses.delete(text);
    const name = `udt_${names.size}`;
    names.set(text, name);
    return name;
  };
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((config: unknown, values: unknown, ...rest: unknown[]) => {
    // What takes no values goes by the simple protocol, in one message.
    const isKept = isStatement(config) && Array.isArray(values) && values.length > 0;
    const name = isKept ? nameOf(config.text) : undefined;
    if (name === undefined) return query(config, values, ...rest);
    const named = () => query({ ...(config as object), name }, values, ...rest);
    if (performance.now() - plannedAt < PLANS_MS) return named();
    plannedAt = performance.now();
    // In a transaction that has failed it is refused, as what follows it is, which tells.
    return (query("discard plans") as Promise<unknown>).then(named, named);
  }) as PoolClient["query"];
}

const isStatement = (config: unknown): config is { text: string } =>
  typeof config === "object" && config !== null && "text" in config && typeof config.text === "string";
