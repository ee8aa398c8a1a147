import type { Element, ElementTree } from "@udt/contract";
import { tree } from "../inspect/elements.fixture.ts";
import type { Action, Step } from "./steps.ts";

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

const target = { by: "text", value: "Sign in", instance: 1 } as const;
const ACTIONS: Action[] = [
  { kind: "start", package_name: "dev.udt.shop", clears: true },
  { kind: "tap", target, within: { x: 0.5, y: 0.25 } },
  { kind: "tap", target: { by: "xpath", value: "/hierarchy/a[1]" }, within: { x: 0.5, y: 0.5 } },
  { kind: "tap_at", at: { x: 0.1, y: 0.9 }, reason: "unread" },
  { kind: "press", at: { x: 0.1, y: 0.9 }, ms: 700 },
  { kind: "swipe", from: { x: 0.5, y: 0.8 }, to: { x: 0.5, y: 0.2 }, ms: 250 },
  { kind: "key", key: "KeyA", modifiers: ["ctrl", "shift"], times: 2 },
  { kind: "rotate" },
  { kind: "check", target, text: "" },
  { kind: "hold", target, within: { x: 0.5, y: 0.9 }, ms: 800 },
  { kind: "text", text: "a secret ${of} somebody", field: "password" },
  ...HOSTILE.map((text): Action => ({ kind: "text", text })),
  ...HOSTILE.map((text): Action => ({ kind: "check", target: { by: "text", value: text, instance: 0 }, text })),
];
/** Each kind of step, and each hostile text wherever one can be. */
export const STEPS: Step[] = ACTIONS.map((action, at) => ({
  step_id: at,
  note: HOSTILE[at % HOSTILE.length] ?? "",
  rest_ms: 420,
  action,
}));
