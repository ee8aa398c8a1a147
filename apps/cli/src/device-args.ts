/** The arguments of `udt device …`, read as the tool's own schema has them. */
import { parseArgs, type ParseArgsConfig } from "node:util";
import type { Tool } from "@udt/client/device";
import { z } from "zod";

/** What each command takes besides its tool's own input. */
const COMMON = {
  server: { type: "string" },
  json: { type: "boolean", default: false },
  out: { type: "string" },
} as const;

export interface DeviceArgs {
  server: string | undefined;
  json: boolean;
  /** Where a picture goes. */
  out: string | undefined;
  input: Record<string, unknown>;
}

interface FieldSchema {
  type?: string;
  description?: string;
  enum?: unknown[];
  default?: unknown;
}
type Fields = Record<string, FieldSchema>;

const optionOf = (field: string): string => field.replaceAll("_", "-").replace(/^test-id$/, "test");

function fieldsOf(tool: Tool): { fields: Fields; required: readonly string[] } {
  const schema = z.toJSONSchema(z.object(tool.input), { io: "input", unrepresentable: "any" });
  return { fields: (schema.properties ?? {}) as Fields, required: schema.required ?? [] };
}

/** As the schema wants it: what is no number stays a text, which the schema then refuses by its field. */
function valueOf({ type }: FieldSchema, given: string): unknown {
  const isNumber = type === "number" || type === "integer";
  return isNumber && given.trim() !== "" && !Number.isNaN(Number(given)) ? Number(given) : given;
}

/** @throws Error with one sentence about what is wrong */
export function readDeviceArgs(tool: Tool, args: readonly string[], env: NodeJS.ProcessEnv): DeviceArgs {
  const { fields } = fieldsOf(tool);
  const options: NonNullable<ParseArgsConfig["options"]> = { ...COMMON };
  for (const [field, { type }] of Object.entries(fields))
    options[optionOf(field)] = { type: type === "boolean" ? "boolean" : "string", multiple: type === "array" };
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, allowNegative: false });
  const places = tool.places ?? [];
  if (positionals.length > places.length) throw new Error(`${positionals[places.length]} is one argument too many`);
  const named = { project: env["UDT_PROJECT"], test_id: env["UDT_TEST_ID"] } as Record<string, string | undefined>;
  const input: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(fields)) {
    const at = places.indexOf(field);
    const given = values[optionOf(field)] ?? (at < 0 ? undefined : positionals[at]) ?? named[field];
    if (given !== undefined) input[field] = typeof given === "string" ? valueOf(schema, given) : given;
  }
  const read = z.object(tool.input).safeParse(input);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new Error(`--${optionOf(String(issue?.path[0]))}: ${issue?.message ?? "is invalid"}`);
  }
  const { server, json, out } = values as { server?: string; json: boolean; out?: string };
  return { server, json, out, input: read.data };
}

/** How one command is used, as its tool describes itself. */
export function deviceUsage(tool: Tool): string {
  const { fields, required } = fieldsOf(tool);
  const places = (tool.places ?? []).map((field) => (required.includes(field) ? field : `[${field}]`));
  const lines = Object.entries(fields).map(([field, schema]) => {
    const choice = schema.enum && schema.enum.length < 12 ? schema.enum.join("|") : "";
    const facts = [schema.description, choice, schema.default === undefined ? "" : `else ${String(schema.default)}`];
    const told = facts.filter(Boolean).join("; ");
    return `  --${optionOf(field)}${required.includes(field) ? " (needed)" : ""}${told && `: ${told}`}`;
  });
  return [`udt device ${[tool.name, ...places].join(" ")} [options]`, "", tool.description, "", ...lines].join("\n");
}
