/**
 * Texts that a regular expression may take long over: for each unbounded repetition what leads to it and what it repeats,
 * many times over, with an end that it does not expect.
 */
import { type AST, RegExpParser } from "@eslint-community/regexpp";

interface Repetition {
  /** A text that leads to it from the pattern's start. */
  before: string;
  /** Texts that it takes in one turn. */
  turns: string[];
}

/** What is repeated in each text, and the whole text by its number of turns. */
export type Attack = (turns: number) => string;

const ENDS = ["\0", "\n\0", "\n"];

export function attacksOn(pattern: string, flags: string): Attack[] {
  const mode = { unicode: flags.includes("u"), unicodeSets: flags.includes("v") };
  const parsed = new RegExpParser().parsePattern(pattern, 0, pattern.length, mode);
  const found: Repetition[] = [];
  for (const alternative of parsed.alternatives) walk(alternative, "", flags, found);
  const units = found.flatMap(({ before, turns }) => [
    ...turns.map((turn) => ({ lead: before, turn })),
    ...turns.map((turn) => ({ lead: "", turn: before + turn })),
    { lead: "", turn: before },
    { lead: "", turn: `\n${before}` },
    { lead: "", turn: `${before} ` },
  ]);
  return units
    .filter(({ turn }) => turn !== "")
    .flatMap(({ lead, turn }) =>
      ENDS.map(
        (end): Attack =>
          (turns) =>
            lead + turn.repeat(turns) + end,
      ),
    );
}

function walk({ elements }: AST.Alternative, lead: string, flags: string, found: Repetition[]): void {
  let before = lead;
  for (const element of elements) {
    const inner = element.type === "Quantifier" ? element.element : element;
    if (element.type === "Quantifier" && element.max === Infinity) {
      const isGroup = inner.type === "Group" || inner.type === "CapturingGroup";
      const turns = isGroup ? inner.alternatives.map((one) => textOf(one, flags)) : [sampleOf(inner, flags)];
      found.push({ before, turns });
    }
    if (inner.type === "Group" || inner.type === "CapturingGroup")
      for (const alternative of inner.alternatives) walk(alternative, before, flags, found);
    before += sampleOf(element, flags);
  }
}

const textOf = ({ elements }: AST.Alternative, flags: string): string =>
  elements.map((element) => sampleOf(element, flags)).join("");

/** A text that the element matches. */
function sampleOf(element: AST.Element, flags: string): string {
  switch (element.type) {
    case "Character":
      return String.fromCodePoint(element.value);
    case "CharacterSet":
    case "CharacterClass":
    case "ExpressionCharacterClass":
      return memberOf(element.raw, flags);
    case "Group":
    case "CapturingGroup":
      return textOf(element.alternatives[0]!, flags);
    case "Quantifier":
      return sampleOf(element.element, flags).repeat(element.min);
    case "Assertion":
    case "Backreference":
      return "";
  }
}

const MEMBERS = Array.from({ length: 0x3100 }, (_, at) => String.fromCharCode((at + 0x61) % 0x3100));

function memberOf(raw: string, flags: string): string {
  const set = new RegExp(`^${raw}$`, flags.replace(/[gym]/g, ""));
  return MEMBERS.find((char) => set.test(char)) ?? "";
}
