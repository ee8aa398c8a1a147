/**
 * Android key codes and meta states.
 * https://android.googlesource.com/platform/frameworks/native/+/refs/tags/android-14.0.0_r1/include/android/keycodes.h
 */
export const KEY = {
  home: 3,
  back: 4,
  volumeUp: 24,
  volumeDown: 25,
  power: 26,
  recents: 187,
  menu: 82,
  volumeMute: 164,
  cut: 277,
  brightnessDown: 220,
  brightnessUp: 221,
  notifications: 83,
} as const;

export const META = { shift: 0x1 | 0x40, alt: 0x2 | 0x10, ctrl: 0x1000 | 0x2000 } as const;

const A = 29;
const DIGIT_0 = 7;
const F1 = 131;

/** By `KeyboardEvent.code`: keys that are the same on every layout and type no text. */
const CONTROL_KEYS: Readonly<Record<string, number>> = {
  Enter: 66,
  NumpadEnter: 160,
  Backspace: 67,
  Delete: 112,
  Tab: 61,
  // Android's Esc: what closes a dialog or leaves a screen is Back.
  Escape: KEY.back,
  ArrowUp: 19,
  ArrowDown: 20,
  ArrowLeft: 21,
  ArrowRight: 22,
  Home: 122,
  End: 123,
  PageUp: 92,
  PageDown: 93,
  Insert: 124,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`F${index + 1}`, F1 + index])),
};

/** With Alt, as scrcpy has them: what a phone has buttons for. */
const ALT_KEYS: Readonly<Record<string, number>> = {
  KeyH: KEY.home,
  KeyB: KEY.back,
  KeyS: KEY.recents,
  KeyP: KEY.power,
  KeyM: KEY.menu,
  ArrowUp: KEY.volumeUp,
  ArrowDown: KEY.volumeDown,
};

export interface KeyStroke {
  /** Physical key: `KeyboardEvent.code`. */
  code: string;
  /** What it types: `KeyboardEvent.key`. */
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  metaKey: boolean;
}

export type KeyAction =
  /** A key of the device, down now and up with the physical key. */
  | { type: "key"; key_code: number; meta_state: number }
  | { type: "rotate" }
  | { type: "copy"; cut: boolean }
  /** Left to the browser: text and IME come as input events, Ctrl+V as a paste event. */
  | { type: "browser" };

function metaOf(stroke: KeyStroke): number {
  // A Mac's Command is what Ctrl is elsewhere.
  const ctrl = stroke.ctrlKey || stroke.metaKey ? META.ctrl : 0;
  return (stroke.shiftKey ? META.shift : 0) | (stroke.altKey ? META.alt : 0) | ctrl;
}

/** What a key pressed on the device's screen does. Text itself never comes this way, so every layout and script works. */
export function actionOf(stroke: KeyStroke): KeyAction {
  const ctrl = stroke.ctrlKey || stroke.metaKey;
  // AltGr types characters on many layouts; Windows shows it as Ctrl+Alt.
  const typesText = stroke.key.length === 1 && !(ctrl && !stroke.altKey);
  if (stroke.altKey && !ctrl) {
    if (stroke.code === "KeyR") return { type: "rotate" };
    const altKey = ALT_KEYS[stroke.code];
    if (altKey !== undefined) return { type: "key", key_code: altKey, meta_state: 0 };
  }
  const control = CONTROL_KEYS[stroke.code];
  // With NumLock off the number pad's keys move too, and say so by `key`.
  if (control !== undefined) return { type: "key", key_code: control, meta_state: metaOf(stroke) };
  if (typesText || !ctrl) return { type: "browser" };

  if (stroke.code === "KeyV") return { type: "browser" };
  if (stroke.code === "KeyC") return { type: "copy", cut: false };
  if (stroke.code === "KeyX") return { type: "copy", cut: true };
  const letter = /^Key([A-Z])$/.exec(stroke.code)?.[1];
  if (letter) return { type: "key", key_code: A + letter.charCodeAt(0) - 65, meta_state: metaOf(stroke) };
  const digit = /^Digit(\d)$/.exec(stroke.code)?.[1];
  if (digit) return { type: "key", key_code: DIGIT_0 + Number(digit), meta_state: metaOf(stroke) };
  return { type: "browser" };
}
