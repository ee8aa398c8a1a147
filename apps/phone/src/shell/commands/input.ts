import { delay } from "@udt/base";
import type { TouchAction } from "../../types.ts";
import { keyCodeOf, metaStateOf } from "../key-codes.ts";
import { type Program, type ProgramContext, failWith } from "../program.ts";

const SOURCES = new Set(
  "dpad keyboard mouse touchpad gamepad touchnavigation joystick touchscreen stylus trackball rotaryencoder default".split(
    " ",
  ),
);
/** Android's own default, and how often a moving finger is reported. */
const SWIPE_MS = 300;
const DRAG_HOLD_MS = 500;
const STEP_MS = 10;
const LONG_PRESS_MS = 520;
const POINTER_ID = 0;

type Handler = (context: ProgramContext, args: string[]) => Promise<number>;

const usage = (context: ProgramContext, text: string) =>
  failWith(context, `Error: Invalid arguments for command: ${text}`, 255);

function numbers(args: readonly string[], least: number): number[] | undefined {
  const values = args.map(Number);
  return values.length >= least && values.every((value) => Number.isFinite(value)) ? values : undefined;
}

const tap: Handler = async (context, args) => {
  const [x, y] = numbers(args, 2) ?? [];
  if (x === undefined || y === undefined) return usage(context, "tap");
  const { screen } = context.phone;
  screen.touch("down", POINTER_ID, x, y);
  screen.touch("up", POINTER_ID, x, y);
  return 0;
};

/** Moves one finger evenly from one place to another. A stopped command lifts the finger. */
async function glide(
  context: ProgramContext,
  from: [number, number],
  to: [number, number],
  durationMs: number,
): Promise<void> {
  const { screen } = context.phone;
  const startMs = performance.now();
  try {
    for (let passed = 0; passed < durationMs; passed = performance.now() - startMs) {
      const share = passed / durationMs;
      screen.touch("move", POINTER_ID, from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share);
      await delay(STEP_MS, context.signal);
    }
    screen.touch("move", POINTER_ID, to[0], to[1]);
    screen.touch("up", POINTER_ID, to[0], to[1]);
  } catch {
    screen.touch("cancel", POINTER_ID, to[0], to[1]);
  }
}

const swipe: Handler = async (context, args) => {
  const [x1, y1, x2, y2, durationMs = SWIPE_MS] = numbers(args, 4) ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return usage(context, "swipe");
  context.phone.screen.touch("down", POINTER_ID, x1, y1);
  await glide(context, [x1, y1], [x2, y2], durationMs);
  return 0;
};

const dragAndDrop: Handler = async (context, args) => {
  const [x1, y1, x2, y2, durationMs = SWIPE_MS] = numbers(args, 4) ?? [];
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined)
    return usage(context, "draganddrop");
  context.phone.screen.touch("down", POINTER_ID, x1, y1);
  await delay(DRAG_HOLD_MS, context.signal).catch(() => undefined);
  await glide(context, [x1, y1], [x2, y2], durationMs);
  return 0;
};

const motionEvent: Handler = async (context, args) => {
  const [x, y] = numbers(args.slice(1), 2) ?? [];
  const action = args[0]?.toLowerCase();
  const actions: readonly TouchAction[] = ["down", "move", "up", "cancel"];
  const known = actions.find((each) => each === action);
  if (!known || x === undefined || y === undefined) return usage(context, "motionevent");
  context.phone.screen.touch(known, POINTER_ID, x, y);
  return 0;
};

const text: Handler = async (context, args) => {
  if (args.length === 0) return usage(context, "text");
  context.phone.screen.text(args.join(" ").replaceAll("%s", " "));
  return 0;
};

const keyEvent: Handler = async (context, args) => {
  const isLong = args.includes("--longpress");
  const isDouble = args.includes("--doubletap");
  const names = args.filter((arg) => !arg.startsWith("--"));
  const codes = names.map(keyCodeOf);
  if (codes.length === 0) return usage(context, "keyevent");
  const { screen } = context.phone;
  for (const code of codes) {
    // Android sends what it cannot name as key 0, which nothing answers to.
    for (let press = 0; press < (isDouble ? 2 : 1); press++) {
      screen.key("down", code ?? 0, 0);
      if (isLong) await delay(LONG_PRESS_MS, context.signal).catch(() => undefined);
      screen.key("up", code ?? 0, 0);
    }
  }
  return 0;
};

const keyCombination: Handler = async (context, args) => {
  const names = args[0] === "-t" ? args.slice(2) : args;
  const codes = names.map((name) => keyCodeOf(name) ?? 0);
  if (codes.length < 2) return usage(context, "keycombination");
  const { screen } = context.phone;
  let meta = 0;
  for (const code of codes) {
    meta |= metaStateOf(code);
    screen.key("down", code, meta);
  }
  for (const code of codes.toReversed()) {
    meta &= ~metaStateOf(code);
    screen.key("up", code, meta);
  }
  return 0;
};

/** `roll DX DY` turns a trackball; on a touch screen that is the wheel in its middle. */
const roll: Handler = async (context, args) => {
  const [dx, dy] = numbers(args, 2) ?? [];
  if (dx === undefined || dy === undefined) return usage(context, "roll");
  const { width, height } = context.phone.screen.size();
  context.phone.screen.scroll(width / 2, height / 2, dx, dy);
  return 0;
};

const press: Handler = async (context) => {
  context.phone.screen.key("down", 23, 0);
  context.phone.screen.key("up", 23, 0);
  return 0;
};

const HANDLERS: Record<string, Handler> = {
  tap,
  swipe,
  draganddrop: dragAndDrop,
  motionevent: motionEvent,
  text,
  keyevent: keyEvent,
  keycombination: keyCombination,
  roll,
  press,
};

/** `input [SOURCE] [-d DISPLAY] COMMAND …`. */
export const input: Program = async (context) => {
  const args = [...context.args];
  if (SOURCES.has(args[0] ?? "")) args.shift();
  if (args[0] === "-d") args.splice(0, 2);
  const [verb = "", ...rest] = args;
  const handler = HANDLERS[verb];
  if (handler) return handler(context, rest);
  return failWith(
    context,
    verb ? `Unknown command: ${verb}` : "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]",
    255,
  );
};

export const inputCommands = { input };
