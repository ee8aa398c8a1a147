/** The terms of a query, as `log-query.ts` describes them; each character is looked at a few times, however long it is. */
export interface Term {
  source: string;
  negated: boolean;
  field: Field | "regex" | "text";
  value: string;
  /** Of a regular expression. */
  ignoresCase: boolean;
}

type Field = "tag" | "level" | "pid" | "tid" | "msg";

const FIELD = /(tag|level|pid|tid|msg):/iy;

export function termsOf(query: string): Term[] {
  const terms: Term[] = [];
  const expressions = new Expressions(query);
  for (let at = 0; at < query.length;) {
    if (isSpace(query[at])) {
      at++;
      continue;
    }
    const negated = query[at] === "-" && !isSpace(query[at + 1]);
    const start = negated ? at + 1 : at;
    FIELD.lastIndex = start;
    const field = FIELD.exec(query)?.[1]?.toLowerCase() as Field | undefined;
    const expression = query[start] === "/" ? expressions.from(start + 1) : undefined;
    const from = field ? start + field.length + 1 : start;
    const end = expression?.end ?? (query[from] === '"' ? afterQuote(query, from) : wordEnd(query, from));
    const term = { source: query.slice(at, end), negated, ignoresCase: expression?.ignoresCase ?? false };
    if (expression) terms.push({ ...term, field: "regex", value: expression.source });
    else {
      const value = query.slice(from, end);
      const isQuoted = field !== undefined || value.startsWith('"');
      terms.push({ ...term, field: field ?? "text", value: isQuoted ? unquoted(value) : value });
    }
    at = end;
  }
  return terms;
}

/**
 * A regular expression ends at a slash that is followed by a space or the end, so that paths in it need no escape; a space
 * belongs to it when the word behind it ends so.
 */
class Expressions {
  readonly #query: string;
  /** By place: 1 where a search for the end from there on is known to fail. */
  readonly #dead: Uint8Array;

  constructor(query: string) {
    this.#query = query;
    this.#dead = new Uint8Array(query.length);
  }

  from(start: number): { source: string; end: number; ignoresCase: boolean } | undefined {
    const query = this.#query;
    const seen: number[] = [];
    for (let at = start; at < query.length && this.#dead[at] === 0; at++) {
      const close = at > start ? this.#closeAt(at) : undefined;
      if (close !== undefined) return { source: query.slice(start, at), end: close, ignoresCase: close > at + 1 };
      seen.push(at);
      if (query[at] === "\\") at++;
      else if (isSpace(query[at])) {
        const end = wordEnd(query, at + 1);
        if (!/\/i?$/i.test(query.slice(Math.max(at + 1, end - 2), end))) break;
      }
    }
    for (const at of seen) this.#dead[at] = 1;
    return undefined;
  }

  /** Behind a closing slash and its flag; undefined when it is none. */
  #closeAt(at: number): number | undefined {
    if (this.#query[at] !== "/") return undefined;
    if (isSpace(this.#query[at + 1])) return at + 1;
    return this.#query[at + 1]?.toLowerCase() === "i" && isSpace(this.#query[at + 2]) ? at + 2 : undefined;
  }
}

/** The end of the query ends a word, too. */
const isSpace = (char: string | undefined): boolean => char === undefined || /\s/.test(char);

function wordEnd(query: string, from: number): number {
  let at = from;
  while (!isSpace(query[at])) at++;
  return at;
}

function afterQuote(query: string, from: number): number {
  const end = query.indexOf('"', from + 1);
  return end < 0 ? query.length : end + 1;
}

const unquoted = (text: string): string => text.replace(/^"|"$/g, "");
