import { delay, SaidError, say } from "@udt/base";
import type { DeviceKey, KeyModifier } from "@udt/contract";
import type { InputSink, TouchInput } from "@udt/driver";
import { withSignal } from "../with-signal.ts";
import type { ScreenKeeper } from "./screen-keeper.ts";

/** A place on the screen as it is turned now: parts of its width and height, from 0 to 1. */
export interface ScreenPart {
  readonly x: number;
  readonly y: number;
}

/**
 * The session's own way to give the device input, for frameworks that have no process to do it. Each gesture resolves once
 * the device has it and shows another picture that stands still, or a moment has passed. Rejects where the device takes none.
 */
export interface DeviceHand {
  /** A finger from one place to another within so many milliseconds; where both are one, it rests there. */
  touch(from: ScreenPart, to: ScreenPart, ms: number, signal: AbortSignal): Promise<void>;
  text(text: string, signal: AbortSignal): Promise<void>;
  key(key: DeviceKey, times: number, signal: AbortSignal, modifiers?: readonly KeyModifier[]): Promise<void>;
  /** Turns the screen. */
  rotate(signal: AbortSignal): Promise<void>;
  /** Resolves when the picture changes, or so many milliseconds have passed. */
  changed(ms: number, signal: AbortSignal): Promise<void>;
  /** How many pictures of the screen it has seen; undefined while only still ones are to be had, which say nothing of changes. */
  pictures(): number | undefined;
}

/** A finger on its way is told so often. */
const MOVE_EVERY_MS = 16;
/** What shows no other picture so long after it was touched may take no notice of it. */
const TAKEN_MS = 300;
/** What stands still for so long has come to rest after it … */
const REST_MS = 100;
/** … and what does not within this time, as a video, is not waited for. */
const REST_MAX_MS = 500;
/** Where no picture is there yet, only parts of the screen count. */
const NOMINAL = { width: 10_000, height: 10_000 };

/** Input by the channel of the session's screen, as people at the page give it. */
export function deviceHand(keeper: ScreenKeeper): DeviceHand {
  const give = async (signal: AbortSignal, work: (sink: InputSink) => Promise<void>): Promise<void> => {
    const input = await keeper.inputSoon();
    if (!input) throw new SaidError(say("low_code_no_input"));
    const who = {};
    // Another source would know nothing of the finger that is down.
    keeper.hands.giving(who, true);
    keeper.watch.given();
    try {
      await withSignal(work(input.sink), AbortSignal.any([signal, input.ended]));
    } finally {
      keeper.hands.giving(who, false);
    }
    await settled(keeper, signal);
  };
  return {
    touch: (from, to, ms, signal) => give(signal, (sink) => touch(sink, keeper, { from, to, ms }, signal)),
    text: (text, signal) => give(signal, (sink) => sink.text(text)),
    rotate: (signal) => give(signal, (sink) => sink.rotate()),
    key: (key, times, signal, modifiers = []) =>
      give(signal, async (sink) => {
        for (let count = 0; count < times && !signal.aborted; count++) {
          await sink.key("down", key, modifiers);
          await sink.key("up", key, modifiers);
        }
      }),
    async changed(ms, signal) {
      await changed(keeper, ms, signal);
    },
    pictures: () => (keeper.watch.isSlow ? undefined : keeper.pictureCount),
  };
}

async function touch(
  sink: InputSink,
  keeper: ScreenKeeper,
  { from, to, ms }: { from: ScreenPart; to: ScreenPart; ms: number },
  signal: AbortSignal,
): Promise<void> {
  const size = keeper.video.size ?? NOMINAL;
  const finger = (action: TouchInput["action"], { x, y }: ScreenPart) =>
    sink.touch({
      action,
      pointer_id: 0,
      x: x * size.width,
      y: y * size.height,
      ...size,
      pressure: action === "up" ? 0 : 1,
    });
  const begun = performance.now();
  const rests = from === to;
  await finger("down", from);
  try {
    for (let spent = 0; spent < ms; spent = performance.now() - begun) {
      if (!rests) await finger("move", between(from, to, spent / ms));
      await delay(rests ? ms - spent : Math.min(MOVE_EVERY_MS, ms - spent), signal);
    }
    if (!rests) await finger("move", to);
  } finally {
    await finger("up", to);
  }
}

const between = (a: ScreenPart, b: ScreenPart, part: number): ScreenPart => ({
  x: a.x + (b.x - a.x) * part,
  y: a.y + (b.y - a.y) * part,
});

/** Resolves when what was touched shows another picture, and that has come to rest. */
async function settled(keeper: ScreenKeeper, signal: AbortSignal): Promise<void> {
  if (!(await changed(keeper, TAKEN_MS, signal))) return;
  const end = performance.now() + REST_MAX_MS;
  while (performance.now() < end && (await changed(keeper, REST_MS, signal)));
}

/** Whether the picture changed within so many milliseconds; resolves as soon as it does. */
async function changed(keeper: ScreenKeeper, ms: number, signal: AbortSignal): Promise<boolean> {
  const seen = Promise.withResolvers<boolean>();
  const off = keeper.pictured.on(() => seen.resolve(true));
  const timer = setTimeout(() => seen.resolve(false), ms);
  try {
    return await withSignal(seen.promise, signal);
  } finally {
    clearTimeout(timer);
    off();
  }
}
