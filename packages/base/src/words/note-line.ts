import { saidInEnglish, WORD_CODES, type Said, type WordTexts } from "./said.ts";

/** Between a note's English and its code: what scripts print beside it is unlikely to hold this. */
const MARK = " #udt ";
const MARKS_MAX = 8;
const CODES: ReadonlySet<string> = new Set(WORD_CODES);
/** How a note begins, and what follows its mark: to read millions of lines that are none as JSON would take a page half a minute. */
const BEGIN = /^\[(\d{4}-\d\d-\d\dT[\d:.]{12}Z)\] /;
const JSON_BEGIN = '{"code":"';

/**
 * The agent's line in a log that scripts write as well: when, in English for programs and for whoever reads the file as it is, and
 * its code with arguments, by which {@link withNotesTold} says it in another language.
 * `[2026-01-31T12:00:00.000Z] cases are run #udt {"code":"phase_run","args":{},"evidence":""}`
 */
export function noteLine(at: Date, said: Said, english?: WordTexts): string {
  const { code, args, evidence } = said;
  return `[${at.toISOString()}] ${saidInEnglish(said, english)}${MARK}${JSON.stringify({ code, args, evidence })}`;
}

/**
 * Such a log with its notes as `tell` says them. What scripts printed stays as it is, byte for byte.
 * @param english by which a note is known; a page, whose table has the codes alone, brings it
 */
export function withNotesTold(log: string, tell: (said: Said) => string, english?: WordTexts): string {
  return log
    .split("\n")
    .map((line) => toldLine(line, tell, english) ?? line)
    .join("\n");
}

function toldLine(line: string, tell: (said: Said) => string, english?: WordTexts): string | undefined {
  const time = BEGIN.exec(line)?.[1];
  const at = new Date(time ?? "");
  if (time === undefined || Number.isNaN(at.getTime())) return undefined;
  // An argument may hold the mark as well; a line of many marks is no note.
  let mark = line.indexOf(MARK);
  for (let tries = 0; mark !== -1 && tries < MARKS_MAX; tries++, mark = line.indexOf(MARK, mark + 1)) {
    if (!line.startsWith(JSON_BEGIN, mark + MARK.length)) continue;
    const said = saidIn(line.slice(mark + MARK.length));
    // A script may print what looks like a note. It is one only as the agent writes it.
    if (said !== undefined && line === noteLine(at, said, english)) return `[${time}] ${tell(said)}`;
  }
  return undefined;
}

function saidIn(json: string): Said | undefined {
  try {
    const { code, args, evidence } = JSON.parse(json) as Said;
    const isSaid = CODES.has(code) && typeof args === "object" && args !== null && typeof evidence === "string";
    // Anything else might not be told at all, or not without an end of the stack.
    return isSaid && Object.values(args).every((each) => typeof each === "string" || typeof each === "number")
      ? { code, args, evidence }
      : undefined;
  } catch {
    return undefined;
  }
}
