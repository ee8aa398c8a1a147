import { say } from "@udt/base";
import type { z } from "zod";
import { type Fault, fieldOf, type Path } from "./fault.ts";
import type { Source } from "./source.ts";

type Issue = z.core.$ZodIssue;
const CHOICES_MAX = 30;

const KINDS = {
  string: "low_code_not_text",
  number: "low_code_not_number",
  int: "low_code_not_whole",
  boolean: "low_code_not_boolean",
  array: "low_code_not_list",
  object: "low_code_not_mapping",
  record: "low_code_not_mapping",
} as const;

/** More are not looked at, of whatever lines they are. */
const LOOKED_AT_MAX = 200;

/** What the declaration has against a file, with line and field, in the order of the lines. */
export const faultsOf = (issues: readonly Issue[], source: Source): Fault[] =>
  issues
    .slice(0, LOOKED_AT_MAX)
    .flatMap((issue) => faultsOfOne(issue, source))
    .toSorted((a, b) => a.line - b.line);

function faultsOfOne(issue: Issue, source: Source): Fault[] {
  const path = issue.path.filter((each) => typeof each !== "symbol");
  if (issue.code !== "unrecognized_keys") return [faultAt(issue, path, source)];
  return issue.keys.slice(0, LOOKED_AT_MAX).map((key) => {
    const line = source.lineOf([...path, key]);
    return { said: say("low_code_unknown", { line, field: fieldOf([...path, key]) }), line };
  });
}

function faultAt(issue: Issue, path: Path, source: Source): Fault {
  const line = source.lineOf(path);
  const where = { line, field: fieldOf(path) };
  if (!has(source.value, path)) return { said: say("low_code_missing", where), line };
  switch (issue.code) {
    case "invalid_type": {
      const code = KINDS[issue.expected as keyof typeof KINDS] ?? "low_code_wrong";
      return { said: say(code, where), line };
    }
    case "too_small":
      return { said: say(bound(issue.origin, "small"), { ...where, least: Number(issue.minimum) }), line };
    case "too_big":
      return { said: say(bound(issue.origin, "big"), { ...where, most: Number(issue.maximum) }), line };
    case "invalid_value": {
      const choices = issue.values.slice(0, CHOICES_MAX).map(String).join(", ");
      return { said: say("low_code_choice", { ...where, choices }), line };
    }
    case "invalid_union": {
      const choices = optionsOf(issue);
      return {
        said: choices === "" ? say("low_code_wrong", where) : say("low_code_choice", { ...where, choices }),
        line,
      };
    }
    default:
      return { said: say("low_code_wrong", where), line };
  }
}

/** What a field may say that decides what its neighbours are. */
function optionsOf(issue: Extract<Issue, { code: "invalid_union" }>): string {
  const { options } = issue as { options?: unknown };
  return Array.isArray(options) ? options.map(String).join(", ") : "";
}

function bound(origin: string, which: "small"): "low_code_too_short" | "low_code_too_small";
function bound(origin: string, which: "big"): "low_code_too_long" | "low_code_too_large";
function bound(origin: string, which: "small" | "big"): string {
  const isCounted = origin === "string" || origin === "array";
  if (which === "small") return isCounted ? "low_code_too_short" : "low_code_too_small";
  return isCounted ? "low_code_too_long" : "low_code_too_large";
}

/** Whether a file says anything there; null is nothing. */
function has(value: unknown, path: Path): boolean {
  let at = value;
  for (const each of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, each)) return false;
    at = (at as Record<string | number, unknown>)[each];
  }
  return at !== null && at !== undefined;
}
