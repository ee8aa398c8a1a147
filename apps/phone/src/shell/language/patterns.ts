import { posix } from "node:path";
import type { PhoneFiles } from "../../system/files.ts";

/*
 * Patterns of `case`, `${x#…}` and file names. In their text a backslash takes the meaning from the character behind it,
 * which is how quoted parts stay plain.
 */

const MAGIC = /[*?[\]+@!\\]/;

/** Whether a pattern can match anything but itself. */
export function isPattern(text: string): boolean {
  return /(^|[^\\])(?:\\\\)*(?:[*?[]|[@+!]\()/.test(text);
}

/** Takes the meaning from every character of a text. */
export function escapePattern(text: string): string {
  return text.replace(/[*?[\]\\|()@+!]/g, "\\$&");
}

/** The text that a pattern without magic stands for. */
export function unescapePattern(text: string): string {
  return MAGIC.test(text) ? text.replace(/\\(.)/gs, "$1") : text;
}

/** The source of a regular expression; `*` and `?` stop at a slash when it is for file names. */
export function patternSource(pattern: string, isPath = false, isGreedy = true): string {
  const any = isPath ? "[^/]" : "[^]";
  let source = "";
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern.charAt(at);
    const extended = /^[@*+?!]\(/.test(pattern.slice(at, at + 2)) ? closingAt(pattern, at + 1) : -1;
    if (extended > 0) {
      const choices = splitChoices(pattern.slice(at + 2, extended)).map((each) =>
        patternSource(each, isPath, isGreedy),
      );
      const group = `(?:${choices.join("|")})`;
      source += char === "!" ? `(?:(?!${group}$)${any}*)` : char === "@" ? group : `${group}${char}`;
      at = extended;
    } else if (char === "\\" && at + 1 < pattern.length) source += quote(pattern.charAt(++at));
    else if (char === "*") source += `${any}*${isGreedy ? "" : "?"}`;
    else if (char === "?") source += any;
    else if (char === "[") {
      const end = classEnd(pattern, at);
      if (end < 0) source += "\\[";
      else {
        source += classSource(pattern.slice(at + 1, end));
        at = end;
      }
    } else source += quote(char);
  }
  return source;
}

export function matchesPattern(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${patternSource(pattern)})$`, "u").test(text);
}

const quote = (char: string): string => (/[\\^$.*+?()[\]{}|/]/.test(char) ? `\\${char}` : char);

function classEnd(pattern: string, from: number): number {
  let at = from + 1;
  if (pattern[at] === "!" || pattern[at] === "^") at++;
  if (pattern[at] === "]") at++;
  for (; at < pattern.length; at++) {
    if (pattern[at] === "[" && pattern[at + 1] === ":") at = Math.max(at, pattern.indexOf(":]", at) + 1);
    else if (pattern[at] === "\\") at++;
    else if (pattern[at] === "]") return at;
  }
  return -1;
}

const CLASSES = new Map([
  ["alnum", "a-zA-Z0-9"],
  ["alpha", "a-zA-Z"],
  ["blank", " \\t"],
  ["digit", "0-9"],
  ["lower", "a-z"],
  ["punct", "!-\\/:-@\\[-`{-~"],
  ["space", "\\s"],
  ["upper", "A-Z"],
  ["xdigit", "0-9a-fA-F"],
]);

const MEMBER = /\[:([a-z]+):\]|(\\?)([^])/gu;

/** A range whose end comes before its start holds nothing, and so does a class that nobody knows. */
function classSource(body: string): string {
  const isNegated = body.startsWith("!") || body.startsWith("^");
  const members = [...(isNegated ? body.slice(1) : body).matchAll(MEMBER)];
  let inner = "";
  let at = 0;
  for (let member = members[0]; member; member = members[++at]) {
    const [, name = "", , from] = member;
    const to = isHyphen(members[at + 1]) ? members[at + 2]?.[3] : undefined;
    if (from === undefined) inner += CLASSES.get(name) ?? "";
    else if (to === undefined) inner += quoteMember(from);
    else {
      if (codeOf(from) <= codeOf(to)) inner += `${quoteMember(from)}-${quoteMember(to)}`;
      at += 2;
    }
  }
  return `[${isNegated ? "^" : ""}${inner}]`;
}

const isHyphen = (member: RegExpExecArray | undefined): boolean => member?.[2] === "" && member[3] === "-";

/** A character's number; NaN, which is in no order, for none. */
const codeOf = (char: string): number => char.codePointAt(0) ?? NaN;

const quoteMember = (char: string): string => (/[\\[\]^-]/.test(char) ? `\\${char}` : char);

function closingAt(pattern: string, open: number): number {
  let depth = 0;
  for (let at = open; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "(") depth++;
    else if (pattern[at] === ")" && --depth === 0) return at;
  }
  return -1;
}

function splitChoices(text: string): string[] {
  const choices = [""];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "(") depth++;
    else if (char === ")") depth--;
    if (char === "|" && depth === 0) choices.push("");
    else choices[choices.length - 1] += char === "\\" ? char + (text[++at] ?? "") : char;
  }
  return choices;
}

/** The paths that a pattern matches, in order; none when nothing does. */
export function expandPath(pattern: string, files: PhoneFiles, cwd: string): string[] {
  const segments = pattern.split("/");
  const isAbsolute = segments[0] === "";
  let found = [isAbsolute ? "/" : ""];
  for (const [index, segment] of (isAbsolute ? segments.slice(1) : segments).entries()) {
    const isLast = index === segments.length - 1 - (isAbsolute ? 1 : 0);
    found = found.flatMap((base) => matchSegment(base, segment, isLast, files, cwd));
  }
  return found;
}

function matchSegment(base: string, segment: string, isLast: boolean, files: PhoneFiles, cwd: string): string[] {
  const end = isLast ? "" : "/";
  if (!isPattern(segment)) {
    const path = base + unescapePattern(segment);
    return files.exists(posix.resolve(cwd, path)) ? [path + end] : [];
  }
  const directory = posix.resolve(cwd, base);
  if (!files.exists(directory) || files.stat(directory).kind !== "directory") return [];
  const expression = new RegExp(`^(?:${patternSource(segment, true)})$`, "u");
  return files
    .list(directory)
    .filter((name) => (segment.startsWith(".") || !name.startsWith(".")) && expression.test(name))
    .filter((name) => isLast || files.stat(posix.join(directory, name)).kind === "directory")
    .map((name) => base + name + end);
}
