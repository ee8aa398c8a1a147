import type { LogLine } from "@udt/contract";
import { fail, ok, type Result } from "@udt/base";
import { compileExpression } from "../../../lib/expressions/compile-expression.ts";
import { termsOf, type Term } from "./log-terms.ts";

/**
 * The log's filter language. A query is terms between spaces, all of which must hold:
 *
 *     query := term*
 *     term  := ["-"] ( field ":" value ("," value)* | "/" regular expression "/" ["i"] | text )
 *     field := "tag" | "level" | "pid" | "tid" | "msg"
 *     text  := word | '"' anything '"'
 *
 * - `tag:Shop*,OkHttp` the tag is one of these; `*` stands for anything; upper and lower case are alike
 * - `level:W` this level or a graver one; `-level:V` not this very level; `level:V,E` one of these very levels
 * - `pid:123`, `tid:123` · `msg:word` in the message only
 * - `/timeout|failed/i` matches tag or message; `timeout` and `"timed out"` are found in them, upper and lower case alike
 * - `-` before a term turns it around
 */
export type LogMatcher = (line: LogLine) => boolean;

export type LogQueryError =
  | { kind: "bad_regex" | "unsupported_regex" | "no_regex"; term: string }
  | { kind: "bad_level"; term: string }
  | { kind: "bad_number"; term: string }
  | { kind: "no_value"; term: string };

export const LEVELS = ["V", "D", "I", "W", "E", "F"] as const;
export type LogLevel = (typeof LEVELS)[number];
const LEVEL_NAMES: Record<string, LogLevel> = {
  verbose: "V",
  debug: "D",
  info: "I",
  warn: "W",
  warning: "W",
  error: "E",
  fatal: "F",
  assert: "F",
};
/** The matcher of a query, or what is wrong with it. The empty query matches everything. */
export async function parseLogQuery(query: string): Promise<Result<LogMatcher, LogQueryError>> {
  const matchers: LogMatcher[] = [];
  for (const term of termsOf(query)) {
    const matcher = await matcherOf(term);
    if (!matcher.ok) return matcher;
    const { value } = matcher;
    matchers.push(term.negated ? (line) => !value(line) : value);
  }
  return ok((line) => matchers.every((matcher) => matcher(line)));
}

export const atLeast = (level: LogLevel): LogMatcher => {
  const rank = LEVELS.indexOf(level);
  return (line) => LEVELS.indexOf(line[1]) >= rank;
};

async function matcherOf(term: Term): Promise<Result<LogMatcher, LogQueryError>> {
  if (term.value === "") return fail({ kind: "no_value", term: term.source });
  switch (term.field) {
    case "tag":
      return ok(tagMatcher(term.value));
    case "level":
      return levelMatcher(term);
    case "pid":
    case "tid":
      return numberMatcher(term, term.field === "pid" ? 3 : 4);
    case "msg":
      return ok(textMatcher(term.value, false));
    case "text":
      return ok(textMatcher(term.value, true));
    case "regex":
      return regexMatcher(term);
  }
}

function tagMatcher(value: string): LogMatcher {
  const patterns = value.split(",").filter(Boolean);
  const wanted = patterns.map((pattern) => pattern.toLowerCase().split("*"));
  return (line) => {
    const tag = line[2].toLowerCase();
    return wanted.some((parts) => isMadeOf(tag, parts));
  };
}

/** Whether a text is these parts in their order, with anything between them. */
function isMadeOf(text: string, parts: readonly string[]): boolean {
  const [first = "", ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

function levelMatcher(term: Term): Result<LogMatcher, LogQueryError> {
  const levels: LogLevel[] = [];
  for (const name of term.value.split(",").filter(Boolean)) {
    const level = LEVELS.find((letter) => letter === name.toUpperCase()) ?? LEVEL_NAMES[name.toLowerCase()];
    if (!level) return fail({ kind: "bad_level", term: term.source });
    levels.push(level);
  }
  const [first] = levels;
  if (first && levels.length === 1 && !term.negated) return ok(atLeast(first));
  return ok((line) => levels.includes(line[1]));
}

function numberMatcher(term: Term, column: 3 | 4): Result<LogMatcher, LogQueryError> {
  const numbers = term.value.split(",").filter(Boolean).map(Number);
  if (numbers.some((number) => !Number.isInteger(number))) return fail({ kind: "bad_number", term: term.source });
  return ok((line) => numbers.includes(line[column]));
}

function textMatcher(value: string, withTag: boolean): LogMatcher {
  const wanted = value.toLowerCase();
  return (line) => line[5].toLowerCase().includes(wanted) || (withTag && line[2].toLowerCase().includes(wanted));
}

async function regexMatcher(term: Term): Promise<Result<LogMatcher, LogQueryError>> {
  const matches = await compileExpression(term.value, term.ignoresCase);
  if (!matches.ok) return fail({ kind: matches.error, term: term.source });
  return ok((line) => matches.value(line[5]) || matches.value(line[2]));
}
