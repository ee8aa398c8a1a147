import type { InputSink } from "@udt/driver";
import { Emitter } from "@udt/base";
import {
  AndroidKeyEventAction,
  AndroidMotionEventAction,
  AndroidScreenPowerMode,
  ScrcpyPointerId,
  type ScrcpyControlMessageWriter,
  type AndroidKeyCode,
  type AndroidKeyEventMeta,
} from "@yume-chan/scrcpy";
import { settleQuietly } from "../../with-signal.ts";
import { KEY_CODES, metaStateOf } from "./key-codes.ts";

/** `ControlMessage.java` of scrcpy 3.3.3: the message type, then the key to press first. */
const GET_CLIPBOARD = 8;
const COPY_KEY_COPY = 1;
/** The server refuses longer texts: `ControlMessage.INJECT_TEXT_MAX_LENGTH`. */
const TEXT_MAX_BYTES = 300;
/** How long a copy may take to come back before the last known text is the answer: nothing may have been selected. */
const COPY_TIMEOUT_MS = 500;
const CLIPBOARD_ACK_TIMEOUT_MS = 2_000;

const TOUCH_ACTIONS = {
  down: AndroidMotionEventAction.Down,
  move: AndroidMotionEventAction.Move,
  up: AndroidMotionEventAction.Up,
  cancel: AndroidMotionEventAction.Cancel,
} as const;

interface Reader<T> {
  getReader(): { read(): Promise<{ done: boolean; value?: T | undefined }>; cancel(): Promise<void> };
}

/** scrcpy's control channel as an input sink. The device sends its clipboard whenever it changes, so the last text is known. */
export function scrcpyInput(
  writer: ScrcpyControlMessageWriter,
  clipboard: Reader<string>,
): { sink: InputSink; dispose(): void } {
  const clipboardChanged = new Emitter<string>();
  let clipboardText = "";
  let sequence = 0n;
  const reader = clipboard.getReader();
  const follow = async () => {
    for (let next = await reader.read(); !next.done && next.value !== undefined; next = await reader.read()) {
      clipboardText = next.value;
      clipboardChanged.emit(next.value);
    }
  };
  follow().catch(() => undefined);

  const key: InputSink["key"] = (action, name, modifiers) =>
    writer.injectKeyCode({
      action: action === "down" ? AndroidKeyEventAction.Down : AndroidKeyEventAction.Up,
      keyCode: KEY_CODES[name] as AndroidKeyCode,
      repeat: 0,
      metaState: metaStateOf(modifiers) as AndroidKeyEventMeta,
    });

  const setClipboard = async (content: string, paste: boolean) => {
    sequence += 1n;
    clipboardText = content;
    // Rejects when the channel closes under it; a device that never acknowledges (some refuse clipboard access) is not waited for.
    const acknowledged = writer.setClipboard({ content, paste, sequence });
    await Promise.race([acknowledged, timeout(CLIPBOARD_ACK_TIMEOUT_MS)]);
  };

  const sink: InputSink = {
    clipboardChanged,
    touch: (touch) =>
      writer.injectTouch({
        action: TOUCH_ACTIONS[touch.action],
        // Ids of scrcpy's own below zero mean mouse and virtual fingers; ours are real ones.
        pointerId: BigInt(touch.pointer_id) as typeof ScrcpyPointerId.Finger,
        pointerX: clampPixel(touch.x, touch.width),
        pointerY: clampPixel(touch.y, touch.height),
        videoWidth: touch.width,
        videoHeight: touch.height,
        pressure: touch.action === "up" || touch.action === "cancel" ? 0 : touch.pressure,
        actionButton: 0,
        buttons: 0,
      }),
    scroll: (scroll) =>
      writer.injectScroll({
        pointerX: clampPixel(scroll.x, scroll.width),
        pointerY: clampPixel(scroll.y, scroll.height),
        videoWidth: scroll.width,
        videoHeight: scroll.height,
        scrollX: scroll.horizontal,
        scrollY: scroll.vertical,
        buttons: 0,
      }),
    key,
    async text(text) {
      // The device's key map knows no other characters; scrcpy pastes those, too.
      if (/^[\x20-\x7e\n\t]*$/.test(text)) {
        for (let at = 0; at < text.length; at += TEXT_MAX_BYTES)
          await writer.injectText(text.slice(at, at + TEXT_MAX_BYTES));
      } else {
        await setClipboard(text, true);
      }
    },
    setClipboard,
    async getClipboard(copy) {
      if (!copy) return clipboardText;
      const changed = Promise.withResolvers<void>();
      const off = clipboardChanged.on(() => changed.resolve());
      try {
        await writer.write(new Uint8Array([GET_CLIPBOARD, COPY_KEY_COPY]));
        await Promise.race([changed.promise, timeout(COPY_TIMEOUT_MS)]);
        return clipboardText;
      } finally {
        off();
      }
    },
    rotate: () => writer.rotateDevice(),
    async wake() {
      await key("down", "WakeUp", []);
      await key("up", "WakeUp", []);
    },
    // The server turns the panel off again by itself after the keys that would light it (`Controller.java`, `keepDisplayPowerOff`).
    darken: (isDark) => writer.setScreenPowerMode(isDark ? AndroidScreenPowerMode.Off : AndroidScreenPowerMode.Normal),
  };
  return { sink, dispose: () => settleQuietly(() => reader.cancel()) };
}

/** The wire carries whole pixels inside the frame; a finger dragged off the picture stays at its edge. */
const clampPixel = (value: number, size: number): number => Math.max(0, Math.min(size - 1, Math.round(value)));

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
