/** A command line that is one command: `A=1 B=2 name arg…`. */
export interface SimpleCommand {
  assignments: Record<string, string>;
  words: string[];
}

/** Characters that mean something to a shell when unquoted; a line with one of them is no simple command. */
const SPECIAL = new Set("|&;<>()$`\n*?[]{}~#!");

/**
 * Splits a line into words as a shell does, quotes and backslashes included. Undefined when the line is more than one
 * simple command or needs expansion: that is for the full shell.
 */
export function splitSimpleCommand(line: string): SimpleCommand | undefined {
  const words = splitWords(line);
  if (!words) return undefined;
  const assignments: Record<string, string> = {};
  let first = 0;
  for (const { text, quotedFirst } of words) {
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined || quotedFirst) break;
    assignments[name] = value;
    first++;
  }
  return { assignments, words: words.slice(first).map(({ text }) => text) };
}

interface Word {
  text: string;
  quotedFirst: boolean;
}

function splitWords(line: string): Word[] | undefined {
  const words: Word[] = [];
  let word: Word | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === " " || char === "\t") {
      if (word) words.push(word);
      word = undefined;
      continue;
    }
    if (SPECIAL.has(char)) return undefined;
    const isQuote = char === "'" || char === '"';
    word ??= { text: "", quotedFirst: isQuote };
    if (isQuote) {
      const quoted = readQuoted(line, at + 1, char);
      if (!quoted) return undefined;
      word.text += quoted.text;
      at = quoted.end;
    } else if (char === "\\") {
      const next = line[++at];
      if (next === undefined || next === "\n") return undefined;
      word.text += next;
    } else {
      word.text += char;
    }
  }
  if (word) words.push(word);
  return words;
}

function readQuoted(line: string, from: number, quote: "'" | '"'): { text: string; end: number } | undefined {
  let text = "";
  for (let at = from; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === quote) return { text, end: at };
    if (quote === '"' && (char === "$" || char === "`")) return undefined;
    if (quote === '"' && char === "\\" && '"\\$`'.includes(line[at + 1] ?? " ")) text += line[++at];
    else text += char;
  }
  return undefined;
}

/** Quotes a word so that any shell reads it back as it is. */
export function quoteWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
