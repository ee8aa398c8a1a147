/** Where code declares cases, told from its text alone: it may be in the middle of an edit, and need not be well formed. */

export interface Declaration {
  /** From 1. */
  line: number;
  /** Undefined where it is made as the file runs. */
  title: string | undefined;
}

/** `def`, with what is before it on its line. */
const PYTHON = /^([ \t]*)(?:async[ \t]+)?def[ \t]+([^\s([]+)/;
/** `test(` and `it(`, with their variants. What a quote stands before is a text. */
const SCRIPT = /(?<![\w$"'`]|function )(?:test|it)(?:\.(?:only|skip|todo|expectFailure))?( ?)\(\s*/g;
/** A text without anything that is filled in, and the end of the argument behind it. */
const LITERAL = /(?:'((?:[^'\\\n]|\\[^])*)'|"((?:[^"\\\n]|\\[^])*)"|`((?:[^`\\$]|\\[^]|\$(?!\{))*)`)\s*[,)]/y;
const ESCAPE = /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r?\n)|([^]))/g;
const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", 0: "\0" };
/** A method of what is imported, as a statement by itself: expressions that test something are none. */
const METHOD = /^\s*(?:await )?[\w$]+\.$/;
const COMMENT = /^\s*(?:\*|\/\*)|(?:^|\s)\/\//;

/**
 * Functions, but for those within a test that are none themselves.
 *
 * @param titles of the file's cases
 */
export function pythonDeclarations(text: string, titles: ReadonlySet<string>): Declaration[] {
  let depth = Infinity;
  return text.split("\n").flatMap((line, at) => {
    const [, indent = "", title = ""] = PYTHON.exec(line) ?? [];
    if (title === "") return [];
    if (titles.has(title)) depth = indent.length;
    else if (indent.length > depth) return [];
    return [{ line: at + 1, title }];
  });
}

/**
 * Calls of `test` and `it`. What is one for certain counts whatever its title; a method, which may make a part of a test, counts
 * by the title of a case alone.
 *
 * @param titles of the file's cases
 */
export function scriptDeclarations(text: string, titles: ReadonlySet<string>): Declaration[] {
  const declared: Declaration[] = [];
  let line = 1;
  let seen = 0;
  for (const call of text.matchAll(SCRIPT)) {
    line += text.slice(seen, call.index).split("\n").length - 1;
    seen = call.index;
    const before = text.slice(text.lastIndexOf("\n", call.index - 1) + 1, call.index);
    if (COMMENT.test(before)) continue;
    const isMethod = before.endsWith(".");
    if (isMethod && !METHOD.test(before)) continue;
    const title = titleAt(text, call.index + call[0].length);
    const isCertain = !isMethod && call[1] === "";
    if (isCertain || (title !== undefined && titles.has(title))) declared.push({ line, title });
  }
  return declared;
}

function titleAt(text: string, at: number): string | undefined {
  LITERAL.lastIndex = at;
  const [, single, double, template] = LITERAL.exec(text) ?? [];
  return (single ?? double ?? template)?.replaceAll(ESCAPE, (_, long, short, byte, end, other: string) => {
    const code: unknown = long ?? short ?? byte;
    if (typeof code === "string") return String.fromCodePoint(Math.min(parseInt(code, 16), 0x10_ff_ff));
    return end === undefined ? (ESCAPED[other] ?? other) : "";
  });
}
