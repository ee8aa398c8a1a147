import type { ScriptNode } from "just-bash";
import { ShellError } from "./control.ts";

type JustBash = typeof import("just-bash");
let loaded: Promise<JustBash> | undefined;

/** The parser; a phone whose shell runs only simple commands never loads it. */
export function loadSyntax(): Promise<JustBash> {
  loaded ??= import("just-bash");
  return loaded;
}

/** A text that was read: a script, a mistake, or the beginning of something longer. */
export type Reading = { script: ScriptNode } | { error: string } | "incomplete";

/** Reads a text; "incomplete" when more lines may make it whole. */
export async function readScript(text: string): Promise<Reading> {
  const { parse } = await loadSyntax();
  if (/(?:^|[^\\])(?:\\\\)*\\\n?$/.test(text)) return "incomplete";
  let script: ScriptNode;
  try {
    script = parse(text);
  } catch (error) {
    const isAtEnd = error instanceof Error && (/EOF/.test(error.message) || tokenOf(error) === "EOF");
    return isAtEnd ? "incomplete" : { error: wording(error) };
  }
  const isOpen = /(?:\||&&)[ \t]*\n*$/.test(text) || JSON.stringify(script).includes('"terminated":false');
  return isOpen ? "incomplete" : { script };
}

/** A whole script, to be run in one go. */
export async function parseAll(text: string): Promise<ScriptNode> {
  const reading = await readScript(text);
  if (typeof reading === "object" && "script" in reading) return reading.script;
  // A here-document whose end is missing ends with the text.
  const { parse } = await loadSyntax();
  if (reading === "incomplete" && /<</.test(text)) {
    try {
      return parse(text);
    } catch (error) {
      throw new ShellError(wording(error));
    }
  }
  throw new ShellError(reading === "incomplete" ? "syntax error: unexpected EOF" : reading.error);
}

function tokenOf(error: object): unknown {
  const token = "token" in error ? error.token : undefined;
  return typeof token === "object" && token && "type" in token ? token.type : undefined;
}

const TOKEN = "unexpected token `";

/** The parser's complaint, as mksh words it. */
function wording(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const begin = message.endsWith("'") ? message.indexOf(TOKEN) : -1;
  const token = begin < 0 ? /got (\w+)$/.exec(message)?.[1] : message.slice(begin + TOKEN.length, -1);
  return token === undefined ? `syntax error: ${message}` : `syntax error: unexpected '${token}'`;
}

/** The words of a text in which only expansions mean anything, as between double quotes. */
export async function parseExpansions(text: string) {
  const { parse } = await loadSyntax();
  const command = parse(`: "${text.replaceAll('"', "")}"`).statements[0]?.pipelines[0]?.commands[0];
  const word = command?.type === "SimpleCommand" ? command.args[0] : undefined;
  if (!word) throw new ShellError(`${text}: bad substitution`);
  return word;
}
