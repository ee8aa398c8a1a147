import type { DeviceKey, KeyModifier } from "@udt/contract";
import { KEYBOARD_KEY } from "./phone-keyboard.ts";

/** By `KeyboardEvent.code`: keys that are the same on every layout and type no text. They are themselves on the device. */
// prettier-ignore
const CONTROL_KEYS = [
  "Enter", "NumpadEnter", "Backspace", "Delete", "Insert", "Tab",
  "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown",
  "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
] as const satisfies readonly DeviceKey[];

/** With Alt, as scrcpy has them: what a phone has buttons for. */
const ALT_KEYS: Readonly<Record<string, DeviceKey>> = {
  KeyH: "GoHome",
  KeyB: "GoBack",
  KeyS: "AppSwitch",
  KeyP: "Power",
  KeyM: "ContextMenu",
  ArrowUp: "AudioVolumeUp",
  ArrowDown: "AudioVolumeDown",
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
  | { type: "key"; key: DeviceKey; modifiers: KeyModifier[] }
  | { type: "rotate" }
  /** The way out: the keys are the page's again. */
  | { type: "leave" }
  | { type: "copy"; cut: boolean }
  /** Left to the browser: text and IME come as input events, Ctrl+V as a paste event. */
  | { type: "browser" };

function heldWith(stroke: KeyStroke): KeyModifier[] {
  const held: KeyModifier[] = [];
  if (stroke.shiftKey) held.push("shift");
  // A Mac's Command is what Ctrl is elsewhere.
  if (stroke.ctrlKey || stroke.metaKey) held.push("ctrl");
  if (stroke.altKey) held.push("alt");
  return held;
}

const isControlKey = (code: string): code is (typeof CONTROL_KEYS)[number] =>
  CONTROL_KEYS.some((each) => each === code);

/** What types a character by itself, and is a command with Ctrl. */
const isLetterOrDigit = (code: string): code is Extract<DeviceKey, `Key${string}` | `Digit${string}`> =>
  /^(Key[A-Z]|Digit\d)$/.test(code);

/** What a key pressed on the device's screen does. Text itself never comes this way, so every layout and script works. */
export function actionOf(stroke: KeyStroke): KeyAction {
  const ctrl = stroke.ctrlKey || stroke.metaKey;
  // AltGr types characters on many layouts; Windows shows it as Ctrl+Alt.
  const typesText = stroke.key.length === 1 && !(ctrl && !stroke.altKey);
  if (stroke.altKey && !ctrl) {
    if (stroke.code === "KeyR") return { type: "rotate" };
    if (stroke.code === KEYBOARD_KEY) return { type: "leave" };
    const button = ALT_KEYS[stroke.code];
    if (button !== undefined) return { type: "key", key: button, modifiers: [] };
  }
  const key = (name: DeviceKey): KeyAction => ({ type: "key", key: name, modifiers: heldWith(stroke) });
  // What closes a dialog or leaves a screen is a phone's Back.
  if (stroke.code === "Escape") return key("GoBack");
  if (isControlKey(stroke.code)) return key(stroke.code);
  if (typesText || !ctrl) return { type: "browser" };

  if (stroke.code === "KeyV") return { type: "browser" };
  if (stroke.code === "KeyC") return { type: "copy", cut: false };
  if (stroke.code === "KeyX") return { type: "copy", cut: true };
  return isLetterOrDigit(stroke.code) ? key(stroke.code) : { type: "browser" };
}
