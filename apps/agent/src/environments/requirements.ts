import { type Said, say } from "@udt/base";

/** Longer than any line that names a package; what is longer names something else. */
const LINE_MAX = 4_096;
const SHOWN_MAX = 200;

const NAME = /^[A-Za-z0-9][\w.-]*/;
const EXTRAS = /^[\w.,\s-]*$/;
const VERSION = /^[<>=!~]=?=?\s*[\w.*+!-]+$/;
const HASH = /^--hash=sha\d+:[0-9a-f]+$/;
const LINE_END = /\r?\n/;
/**
 * Python ends a line at more than these do: what follows, also in a comment, would be a line of its own for pip.
 * @see https://docs.python.org/3/library/stdtypes.html#str.splitlines
 */
const ODD = /[\p{Zl}\p{Zp}]|[^\P{Cc}\t\n\r]|\r(?!\n)/u;

/**
 * Undefined, or which line asks for more than a package by its name. Addresses, paths and options would let a library have
 * the agent call whom it likes, or run what it likes before anything isolates it; a variable would have pip tell what the
 * agent's environment holds. Takes time in proportion to the text, whatever it is.
 * @see https://pip.pypa.io/en/stable/reference/requirements-file-format/
 */
export function checkRequirements(text: string, file = "requirements.txt"): Said | undefined {
  if (ODD.test(text)) {
    const line = text.split(LINE_END).find((each) => ODD.test(each)) ?? "";
    return say("requirements_named_only", { file, line: line.trim().slice(0, SHOWN_MAX) });
  }
  for (const line of wholeLines(text)) {
    const plain = withoutComment(line).trim();
    if (plain === "") continue;
    if (plain.length > LINE_MAX || !isNamed(plain))
      return say("requirements_named_only", { file, line: plain.slice(0, SHOWN_MAX) });
  }
  return undefined;
}

/** A line goes on after a backslash, but not one that is all comment. */
function* wholeLines(text: string): Generator<string> {
  let begun: string[] = [];
  for (const line of text.split(LINE_END)) {
    const goesOn = line.endsWith("\\") && !line.trimStart().startsWith("#");
    begun.push(goesOn ? line.slice(0, -1) : line);
    if (goesOn) continue;
    yield begun.join(" ");
    begun = [];
  }
  yield begun.join(" ");
}

/** A comment begins with the line, or after a blank. */
function withoutComment(line: string): string {
  for (let at = line.indexOf("#"); at !== -1; at = line.indexOf("#", at + 1))
    if (at === 0 || line.charAt(at - 1).trim() === "") return line.slice(0, at);
  return line;
}

/** A name, extras and versions; then a marker; then hashes. */
function isNamed(plain: string): boolean {
  if (plain.includes("@") || plain.includes("://") || plain.includes("$")) return false;
  const all = plain.split(/\s+/);
  const words = all.slice(0, all.findLastIndex((word) => !HASH.test(word)) + 1);
  // What is left of options.
  if (words.some((word) => word.startsWith("-"))) return false;
  const [wanted = "", ...marker] = words.join(" ").split(";");
  if (marker.some((part) => part.includes("\\"))) return false;
  const name = NAME.exec(wanted)?.[0];
  if (name === undefined) return false;
  const versions = afterExtras(wanted.slice(name.length));
  return versions !== undefined && areVersions(versions.trim());
}

/** What follows `[…]`, or all of it where there is none; undefined for extras that are none. */
function afterExtras(rest: string): string | undefined {
  if (!rest.startsWith("[")) return rest;
  const end = rest.indexOf("]");
  return end !== -1 && EXTRAS.test(rest.slice(1, end)) ? rest.slice(end + 1) : undefined;
}

/** `>=1, <2`: a comma may stand at the end. */
function areVersions(text: string): boolean {
  if (text === "") return true;
  const parts = text.split(",").map((part) => part.trim());
  if (parts.at(-1) === "") parts.pop();
  return parts.length > 0 && parts.every((part) => VERSION.test(part));
}
