import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ENDPOINTS } from "./index.ts";

type Schema = { [key: string]: unknown };

/** The paths of all switches in a schema that take `true` and not 1. */
function* strict(schema: unknown, path: string): Generator<string> {
  if (Array.isArray(schema)) for (const [index, one] of schema.entries()) yield* strict(one, `${path}.${index}`);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return;
  const { anyOf, ...rest } = schema as Schema;
  if (rest["type"] === "boolean") yield path;
  const ways = (anyOf ?? []) as Schema[];
  const takesNumbers = ways.some((way) => JSON.stringify(way["enum"]) === "[0,1]");
  for (const [index, way] of ways.entries())
    if (!(takesNumbers && way["type"] === "boolean")) yield* strict(way, `${path}.${index}`);
  for (const [key, inner] of Object.entries(rest)) yield* strict(inner, `${path}.${key}`);
}

const bodies = Object.values(ENDPOINTS).flatMap(({ name, path, body }) =>
  // What agents send is ours.
  body instanceof z.ZodType && !path.startsWith("/v1/agent/") ? [[name, body] as const] : [],
);

describe("switches in bodies take true and 1", () => {
  it("looks at the bodies of all calls", () => expect(bodies.length).toBeGreaterThan(40));

  it.each(bodies)("of %s", (name, body) => {
    const schema = z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
    expect([...strict(schema, name)]).toEqual([]);
  });
});
