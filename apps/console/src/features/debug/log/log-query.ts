import type { LogLine } from "@udt/contract";
import { fail, ok, type Result } from "@udt/base";

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
  | { kind: "bad_regex"; term: string; message: string }
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
const FIELDS = ["tag", "level", "pid", "tid", "msg"] as const;
type Field = (typeof FIELDS)[number];

interface Term {
  source: string;
  negated: boolean;
  field: Field | "regex" | "text";
  value: string;
}

/** The matcher of a query, or what is wrong with it. The empty query matches everything. */
export function parseLogQuery(query: string): Result<LogMatcher, LogQueryError> {
  const matchers: LogMatcher[] = [];
  for (const term of termsOf(query)) {
    const matcher = matcherOf(term);
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

// A regular expression ends at a slash that is followed by a space or the end, so that paths in it need no escape.
const TERM =
  /(-?)(?:(tag|level|pid|tid|msg):("[^"]*"?|\S*)|\/((?:\\.|[^\\\s]|\s(?=\S*\/i?(?:\s|$)))+?)\/(i?)(?=\s|$)|"([^"]*)"?|(\S+))/giy;

function* termsOf(query: string): Iterable<Term> {
  const scanner = new RegExp(TERM);
  let at = 0;
  while (at < query.length) {
    if (/\s/.test(query[at]!)) {
      at++;
      continue;
    }
    scanner.lastIndex = at;
    const found = scanner.exec(query)!;
    at = scanner.lastIndex;
    const [source, minus, field, fieldValue, regex, flag, quoted, word] = found;
    const negated = minus === "-";
    if (field) {
      yield { source, negated, field: field.toLowerCase() as Field, value: fieldValue!.replace(/^"|"$/g, "") };
    } else if (regex !== undefined) {
      yield { source, negated, field: "regex", value: `${flag}/${regex}` };
    } else if (quoted !== undefined) {
      yield { source, negated, field: "text", value: quoted };
    } else {
      yield { source, negated, field: "text", value: word! };
    }
  }
}

function matcherOf(term: Term): Result<LogMatcher, LogQueryError> {
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
  const source = patterns.map((pattern) => pattern.split("*").map(escapeRegex).join(".*")).join("|");
  const regex = new RegExp(`^(?:${source})$`, "i");
  return (line) => regex.test(line[2]);
}

function levelMatcher(term: Term): Result<LogMatcher, LogQueryError> {
  const levels: LogLevel[] = [];
  for (const name of term.value.split(",").filter(Boolean)) {
    const level = LEVELS.find((letter) => letter === name.toUpperCase()) ?? LEVEL_NAMES[name.toLowerCase()];
    if (!level) return fail({ kind: "bad_level", term: term.source });
    levels.push(level);
  }
  if (levels.length === 1 && !term.negated) return ok(atLeast(levels[0]!));
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

function regexMatcher(term: Term): Result<LogMatcher, LogQueryError> {
  const slash = term.value.indexOf("/");
  try {
    const regex = new RegExp(term.value.slice(slash + 1), term.value.slice(0, slash));
    return ok((line) => regex.test(line[5]) || regex.test(line[2]));
  } catch (error) {
    return fail({ kind: "bad_regex", term: term.source, message: error instanceof Error ? error.message : "" });
  }
}

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
