import type { Random } from "./random.ts";

/** One way to make a framework's reports hard to read aright. */
export interface Trap {
  name: string;
  /** @param fileOf what a test file of a name is called */
  make(random: Random, fileOf: (name: string) => string): Made;
}

export interface Made {
  /** What may stand in one file with that of other traps. */
  code?: string;
  /** Files of its own, in a folder of its own. */
  files?: Record<string, string>;
  /** Parts of tests, which the framework counts as tests and names nowhere. */
  parts?: number;
}

/** Names and words as they come from all over the world, and from people who test other people's programs. */
export const ODD_WORDS = [
  "a b",
  "<&>",
  'say "so"',
  "it's",
  "a::b",
  "[x]",
  "x > y",
  "a/b\\c",
  "日本語",
  "é",
  "😀",
  "100%",
  "$(id)",
  "{curly}",
  "tab\tbed",
  "=1+1",
  " around ",
  "(#2)",
  "]]>",
  "a,b;c",
  "--x",
] as const;

/** What scripts ask to fail the first time and to pass when they are tried again. */
export const ATTEMPT = "UDT_ATTEMPT";
