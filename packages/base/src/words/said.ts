import { filledIn } from "../texts.ts";
import { WORDS } from "./en.ts";

export type WordCode = keyof typeof WORDS;
export const WORD_CODES = Object.keys(WORDS) as WordCode[];
/** The texts of a language, by code. */
export type WordTexts = Readonly<Record<WordCode, string>>;

/** Why something is as it is: a code with its arguments, which can be told in every language. */
export interface Said {
  code: WordCode;
  args: Record<string, string | number>;
  /** The raw words of the device, tool or server that made it known; empty when there are none. Never translated. */
  evidence: string;
  /** What it comes from, each by itself; people read these in the place of the evidence. Absent where there is nothing to add. */
  more?: SaidPart[] | undefined;
}

/** One of several things that are said together. */
export interface SaidPart {
  /** What it is said of, such as a file; its name as it is. */
  of: string;
  code: WordCode;
  args: Said["args"];
}

/** What is kept of raw words, and of one argument. */
export const EVIDENCE_MAX = 4_000;
export const WORD_ARG_MAX = 500;
/** Parts that one thing that is said has. */
export const SAID_PARTS_MAX = 60;

type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Bare<Name> | Names<Rest>
  : never;
type Bare<Name extends string> = Name extends `${infer Before}${":" | "|"}${string}` ? Before : Name;
/** The arguments of a code, which are those that its English text names. */
export type WordArgs<Code extends WordCode> = Record<Names<(typeof WORDS)[Code]>, string | number>;
type Rest<Code extends WordCode> = [Names<(typeof WORDS)[Code]>] extends [never]
  ? [args?: Record<string, never>, evidence?: string]
  : [args: WordArgs<Code>, evidence?: string];

/** `say("device_time_over", { minutes: 30 })`: the only way to make a {@link Said}. An argument that is missing or strange does not compile. */
export function say<Code extends WordCode>(code: Code, ...[args = {}, evidence = ""]: Rest<Code>): Said {
  const bounded = Object.entries<string | number>(args).map(([name, value]): [string, string | number] => [
    name,
    typeof value === "string" ? storable(value.slice(0, WORD_ARG_MAX)) : value,
  ]);
  return { code, args: Object.fromEntries(bounded), evidence: storable(evidence.trim().slice(-EVIDENCE_MAX)) };
}

/** The same, with what it comes from; as it is where that is nothing. */
export function saidWith(said: Said, parts: readonly { of: string; said: Said }[]): Said {
  if (parts.length === 0) return said;
  const more = parts.slice(0, SAID_PARTS_MAX).map(({ of, said: { code, args } }) => ({
    of: storable(of.slice(0, WORD_ARG_MAX)),
    code,
    args,
  }));
  return { ...said, more };
}

/** What PostgreSQL keeps of a text: its texts and documents know neither NUL nor half of a character, which a cut may leave. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");

/** The text of what is said, without its evidence. */
export const saidText = ({ code, args }: Pick<Said, "code" | "args">, texts: WordTexts = WORDS): string =>
  filledIn(texts[code], args);

/** Whose evidence is a list of what may be meant instead, the closest first. */
const CLOSEST_FIRST: ReadonlySet<WordCode> = new Set(["low_code_not_found", "low_code_two"]);

/** What of the evidence there is room for in one line; empty where there is none. Of raw words it is the last, where tools say why. */
export function evidenceLine({ code, evidence }: Pick<Said, "code" | "evidence">): string {
  const lines = evidence.split("\n").flatMap((line) => line.trim() || []);
  return lines.at(CLOSEST_FIRST.has(code) ? 0 : -1) ?? "";
}

/** All of it in one line of English: for logs, tables and programs. */
export function saidInEnglish(said: Said, english: WordTexts = WORDS): string {
  const text = saidText(said, english);
  const line = evidenceLine(said);
  return line === "" ? text : `${text}: ${line}`;
}

/** A failure that knows how to be told to people. */
export class SaidError extends Error {
  readonly said: Said;
  constructor(said: Said, options?: ErrorOptions) {
    super(saidInEnglish(said), options);
    this.name = "SaidError";
    this.said = said;
  }
}

/** What there is to tell of any failure. One that cannot tell it itself is the evidence of `otherwise`. */
export function saidOf(
  error: unknown,
  otherwise: (evidence: string) => Said = (raw) => say("unexpected", {}, raw),
): Said {
  if (error instanceof SaidError) return error.said;
  return otherwise(error instanceof Error ? error.message : String(error));
}
