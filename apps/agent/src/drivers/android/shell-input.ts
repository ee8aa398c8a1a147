import { Emitter, SaidError, say } from "@udt/base";
import type { InputSink } from "@udt/driver";
import { isModifier, KEY_CODES, MODIFIER_KEYS } from "./key-codes.ts";
import { quote } from "./shell.ts";

/** Android 12: `input keycombination` presses keys together. */
export const KEYS_TOGETHER_SDK_MIN = 31;
const SWIPE_MS = 200;
/** A finger that moved less is a tap. */
const TAP_RADIUS_PX = 12;

export interface ShellOfInput {
  /** Runs one shell line and rejects when it fails. */
  run(line: string): Promise<void>;
  /** The screen's present size, to scale from the picture's. */
  screenSize(): Promise<{ width: number; height: number }>;
  /** Whether the device's command presses keys together. */
  keysTogether: boolean;
}

/**
 * Input through Android's `input` command, for a device without a scrcpy server. The command knows whole gestures only, so
 * a touch is sent when the finger lifts: as a tap, a long press or a swipe; a second finger is ignored. `input text` takes
 * ASCII; other scripts are refused with an error that says why, as is a key with others held where the device presses one alone:
 * without its Ctrl it would be another.
 */
export function shellInput({ run, screenSize, keysTogether }: ShellOfInput, now: () => number = Date.now): InputSink {
  let finger: { id: number; x: number; y: number; at: number } | undefined;

  const scale = async (point: { x: number; y: number; width: number; height: number }) => {
    const screen = await screenSize();
    return [
      Math.round((point.x * screen.width) / point.width),
      Math.round((point.y * screen.height) / point.height),
    ] as const;
  };

  return {
    clipboardChanged: new Emitter<string>(),
    async touch(touch) {
      // Where the finger came down and where it lifts is all that a gesture needs; each look at the screen's size costs a command.
      if (touch.action === "move") return;
      const [x, y] = await scale(touch);
      if (touch.action === "down" && !finger) finger = { id: touch.pointer_id, x, y, at: now() };
      if (!finger || finger.id !== touch.pointer_id || touch.action === "down") return;
      const start = finger;
      finger = undefined;
      if (touch.action === "cancel") return;
      const heldMs = Math.round(now() - start.at);
      const moved = Math.hypot(x - start.x, y - start.y) > TAP_RADIUS_PX;
      if (!moved && heldMs < 500) await run(`input tap ${start.x} ${start.y}`);
      else
        await run(
          `input swipe ${start.x} ${start.y} ${x} ${y} ${moved ? Math.max(SWIPE_MS, Math.min(heldMs, 2_000)) : heldMs}`,
        );
    },
    async scroll(scroll) {
      const [x, y] = await scale(scroll);
      const { height, width } = await screenSize();
      const toX = Math.max(0, Math.min(width - 1, Math.round(x - (scroll.horizontal * width) / 8)));
      const toY = Math.max(0, Math.min(height - 1, Math.round(y + (scroll.vertical * height) / 8)));
      await run(`input swipe ${x} ${y} ${toX} ${toY} ${SWIPE_MS}`);
    },
    async key(action, key, modifiers) {
      // One command is a press and its release.
      if (action === "up") return;
      // Of Ctrl itself it is told that Ctrl is held.
      const held = isModifier(key) ? [] : modifiers.map((modifier) => KEY_CODES[MODIFIER_KEYS[modifier]]);
      if (held.length === 0) return run(`input keyevent ${KEY_CODES[key]}`);
      if (!keysTogether) throw new SaidError(say("device_one_key"));
      await run(`input keycombination ${[...held, KEY_CODES[key]].join(" ")}`);
    },
    async text(text) {
      if (!/^[\x20-\x7e\n]*$/.test(text)) throw new SaidError(say("device_ascii_only"));
      for (const [index, line] of text.split("\n").entries()) {
        if (index > 0) await run(`input keyevent ${KEY_CODES.Enter}`);
        // `input text` reads %s as a space.
        if (line) await run(`input text ${quote(line.replaceAll(" ", "%s"))}`);
      }
    },
    setClipboard: () => Promise.reject(new SaidError(say("device_no_clipboard"))),
    getClipboard: () => Promise.reject(new SaidError(say("device_no_clipboard"))),
    async rotate() {
      await run(
        "settings put system accelerometer_rotation 0; settings put system user_rotation $(( ($(settings get system user_rotation) + 1) % 2 ))",
      );
    },
    wake: () => run(`input keyevent ${KEY_CODES.WakeUp}`),
    // `input keyevent SLEEP` would put the device to sleep, and its picture with it.
    darken: () => Promise.reject(new SaidError(say("device_no_dark_panel"))),
  };
}
