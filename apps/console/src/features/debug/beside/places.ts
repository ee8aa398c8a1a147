/** Where in a file new lines belong, by the caret. */
import type { TextEdit, TextPlace } from "../../../lib/open-file.ts";
import { LOW_CODE_CASE, LOW_CODE_VERSION } from "../script/low-code.ts";

const linesOf = (text: string): string[] => text.split(/\r\n|\n/);
const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === "";
const indentOf = (line: string): number => line.length - line.trimStart().length;

/** Lines in place of a blank one, or below one that says something. */
function below(all: readonly string[], at: number, lines: readonly string[]): TextEdit {
  const line = all[at] ?? "";
  const end = { line: at + 1, column: line.length + 1 };
  const text = lines.join("\n");
  if (!isBlank(line)) return { start: end, end, text: `\n${text}` };
  // What was a file's last line end stays one.
  const isLast = at === all.length - 1;
  return { start: { line: at + 1, column: 1 }, end, text: isLast ? `${text}\n` : text };
}

/** Code in a line of its own below the caret's, as deep as what stands there. */
export function placeCode(text: string, caret: TextPlace, code: string, unit: string): TextEdit {
  const all = linesOf(text);
  const at = caret.line - 1;
  const line = all[at] ?? "";
  const above = isBlank(line) ? all.slice(0, at).findLast((one) => !isBlank(one)) : line;
  const deep = above === undefined ? "" : above.slice(0, indentOf(above)) + (/[:{([]\s*$/.test(above) ? unit : "");
  return below(all, at, [(isBlank(line) && line !== "" ? line : deep) + code]);
}

const STEPS = /^\s*(?:steps|else):\s*(?:#.*)?$/;
const isItem = (line: string): boolean => /^\s*- /.test(line);
const isSaid = (line: string | undefined): line is string => !isBlank(line) && !line?.trimStart().startsWith("#");

/** The line that begins the list of steps which a place lies in; an item may stand as deep as the list's own name. */
function listAround(all: readonly string[], { line, column }: TextPlace): number | undefined {
  // How deep the caret stands in an empty line says which list is meant.
  let least = isBlank(all[line - 1]) && column > 1 ? column - 0.5 : Infinity;
  for (let at = line - 1; at >= 0; at--) {
    const one = all[at];
    if (!isSaid(one)) continue;
    if (STEPS.test(one) && indentOf(one) < least) return at;
    least = Math.min(least, indentOf(one) + (isItem(one) ? 0.5 : 0));
  }
  return undefined;
}

/**
 * A step below the one that the caret is in, or at the end of the last steps where it is in none. An empty file begins with it.
 * @returns undefined for a file that says something and has no steps
 */
export function placeStep(text: string, caret: TextPlace, step: readonly string[]): TextEdit | undefined {
  const all = linesOf(text);
  const last = all.findLastIndex(isSaid);
  if (last === -1) return below([""], 0, [LOW_CODE_VERSION, ...LOW_CODE_CASE, ...step.map((line) => `      ${line}`)]);
  let at = caret.line - 1;
  let list = listAround(all, caret);
  if (list === undefined) {
    list = listAround(all, { line: last + 1, column: 1 });
    at = last;
  }
  if (list === undefined) return undefined;
  const depth = indentOf(all[list] ?? "");
  const first = all.slice(list + 1).find(isSaid);
  const isEmpty = first === undefined || !isItem(first) || indentOf(first) < depth;
  const own = isEmpty ? depth + 2 : indentOf(first);
  if (at > list) {
    const from = at;
    while (at + 1 < all.length && (isBlank(all[at + 1]) || indentOf(all[at + 1] ?? "") > own)) at++;
    while (at > from && isBlank(all[at])) at--;
  }
  return below(
    all,
    at,
    step.map((line) => " ".repeat(own) + line),
  );
}
