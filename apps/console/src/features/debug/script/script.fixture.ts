import type { Element, ElementTree } from "@udt/contract";
import { tree } from "../inspect/elements.fixture.ts";

/** A phone's screen, 100 × 200, on which these are. */
export const screen = (...list: Element[]): ElementTree => ({ ...tree(...list), height: 200 });

/** Texts that mean something to a language, a shell or an editor. */
export const HOSTILE = [
  `it's "so"`,
  "${process.exit(1)} `id` $(id) $HOME",
  "line\nbreak\r\n\ttab",
  "\\ \\n \\u0041 \\",
  `"""; import os; os._exit(1) #`,
  "*/ // <!-- -->",
  "%s %% {0} {x!r}",
  "中文 日本語 한국어 🙂 👩‍👩‍👧 é",
  "\u2028\u2029\u202e\u2066abc\ufeff\u00a0\u0000\u001b[31m",
  "$& $1 $` $'",
];
