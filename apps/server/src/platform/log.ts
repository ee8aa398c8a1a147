import type { FastifyServerOptions } from "fastify";
import { withoutValues } from "./database/without-values.ts";

type LoggerOptions = Exclude<FastifyServerOptions["logger"], boolean | undefined>;

/** How the server writes its log: a line of JSON for each event, nothing of credentials or of queries' values in it. */
export const logging = (level: string): LoggerOptions => ({
  level,
  redact: ["req.headers.cookie", "req.headers.authorization"],
  hooks: {
    logMethod(args, method) {
      const [first] = args as [unknown];
      withoutValues(first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err);
      method.apply(this, args);
    },
  },
});
