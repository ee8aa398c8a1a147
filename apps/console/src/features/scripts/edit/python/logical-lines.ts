/** A statement of Python as it is written: what is within brackets or long strings goes on in the next line. */
export interface LogicalLine {
  /** Its first and its last line, from 1. */
  line: number;
  last: number;
  indent: number;
  /** Without comments; strings are as they are. */
  code: string;
  /** Where in the code strings are, each with its marks. */
  strings: readonly { from: number; to: number }[];
  /** The text ends within a string of it. */
  isOpen: boolean;
}

const TABULATOR = 8;
const OPENING = "([{";
const CLOSING = ")]}";

/** The statements of a file, in one pass over its text. */
export function logicalLines(text: string): LogicalLine[] {
  const found: LogicalLine[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const begin = line;
    let indent = 0;
    for (; text[at] === " " || text[at] === "\t"; at++)
      indent = text[at] === " " ? indent + 1 : indent - (indent % TABULATOR) + TABULATOR;
    let code = "";
    let depth = 0;
    let isOpen = false;
    const strings: { from: number; to: number }[] = [];
    for (; at < text.length; at++) {
      const sign = text[at] ?? "";
      if (sign === "\n") {
        line++;
        if (depth === 0) break;
        code += " ";
      } else if (sign === "#") {
        while (at + 1 < text.length && text[at + 1] !== "\n") at++;
      } else if (sign === "\\" && /^\r?\n/.test(text.slice(at + 1, at + 3))) {
        at += text[at + 1] === "\r" ? 2 : 1;
        line++;
        code += " ";
      } else if (sign === '"' || sign === "'") {
        const { end, isWhole } = stringFrom(text, at);
        const string = text.slice(at, end);
        strings.push({ from: code.length, to: code.length + string.length });
        code += string;
        line += string.split("\n").length - 1;
        isOpen = !isWhole;
        at = end - 1;
      } else if (sign !== "\r") {
        if (OPENING.includes(sign)) depth++;
        if (CLOSING.includes(sign)) depth = Math.max(0, depth - 1);
        code += sign;
      }
    }
    at++;
    if (code.trim() !== "") found.push({ line: begin, last: Math.max(begin, line - 1), indent, code, strings, isOpen });
  }
  return found;
}

/** Where the string ends that begins here; one of one line ends with its line, whether or not it is closed. */
function stringFrom(text: string, at: number): { end: number; isWhole: boolean } {
  const sign = text[at] ?? "";
  const mark = text.startsWith(sign.repeat(3), at) ? sign.repeat(3) : sign;
  for (let end = at + mark.length; end < text.length; end++) {
    if (text[end] === "\\") end++;
    else if (text.startsWith(mark, end)) return { end: end + mark.length, isWhole: true };
    else if (mark.length === 1 && text[end] === "\n") return { end, isWhole: false };
  }
  return { end: text.length, isWhole: false };
}
