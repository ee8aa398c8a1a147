/** A file's declaration as a JSON schema, followed along a way through the file. */
import { lowCodeJsonSchema } from "../schema.ts";
import type { Path } from "../fault.ts";
import { at } from "./at.ts";

/** What of a JSON schema the declaration uses, and completing needs. */
export interface Schema {
  $ref?: string;
  oneOf?: Schema[];
  anyOf?: Schema[];
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | false;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

let kept: (Schema & { $defs?: Record<string, Schema> }) | undefined;
/** Takes the schema as another part of a program made it: where zod is left without what makes it, as in a page. */
export const keepJsonSchema = (schema: object): void => {
  kept = schema;
};
const root = (): NonNullable<typeof kept> => (kept ??= lowCodeJsonSchema());

/** The schema, or those of which one is to hold, without references; at most so deep as the declaration is. */
function choices(schema: Schema): Schema[] {
  if (schema.$ref !== undefined) {
    const named = root().$defs?.[schema.$ref.slice("#/$defs/".length)];
    return named ? choices(named) : [];
  }
  return (schema.oneOf ?? schema.anyOf)?.flatMap(choices) ?? [schema];
}

/** Of several kinds of a thing those that it can be by what it says already; all where it says nothing of that. */
function fitting(schemas: Schema[], value: unknown): Schema[] {
  if (typeof value !== "object" || value === null) return schemas;
  const told = Object.entries(value);
  const left = schemas.filter(({ properties = {} }) =>
    told.every(([key, said]) => {
      const wanted = properties[key] && choices(properties[key])[0]?.const;
      return wanted === undefined || wanted === said;
    }),
  );
  return left.length > 0 ? left : schemas;
}

/** What may stand at a place of a file. @param value the whole file, as far as it can be read */
export function schemasAt(path: Path, value: unknown): Schema[] {
  let schemas = choices(root());
  let here = value;
  for (const step of path) {
    schemas = fitting(schemas, here).flatMap(({ properties, additionalProperties, items }) => {
      const next = typeof step === "number" ? items : (properties?.[step] ?? (additionalProperties || undefined));
      return next ? choices(next) : [];
    });
    here = at(here, [step]);
  }
  return fitting(schemas, here);
}

/** Of one field of a thing. */
export const schemasOf = (schema: Schema, key: string): Schema[] => {
  const field = schema.properties?.[key];
  return field ? choices(field) : [];
};
