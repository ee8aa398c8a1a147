/** What a device's keys are called, by W3C's names and no platform's. A driver knows its platform's own. */

/**
 * Keys of a keyboard, as `KeyboardEvent.code` has them: by where they lie, whatever a layout types there.
 * https://www.w3.org/TR/uievents-code/#code-value-tables
 */
// prettier-ignore
const KEYBOARD_KEYS = [
  "Backquote", "Digit1", "Digit2", "Digit3", "Digit4", "Digit5", "Digit6", "Digit7", "Digit8", "Digit9", "Digit0",
  "Minus", "Equal", "BracketLeft", "BracketRight", "Backslash", "Semicolon", "Quote", "Comma", "Period", "Slash",
  "KeyA", "KeyB", "KeyC", "KeyD", "KeyE", "KeyF", "KeyG", "KeyH", "KeyI", "KeyJ", "KeyK", "KeyL", "KeyM",
  "KeyN", "KeyO", "KeyP", "KeyQ", "KeyR", "KeyS", "KeyT", "KeyU", "KeyV", "KeyW", "KeyX", "KeyY", "KeyZ",
  "Enter", "Tab", "Space", "Backspace", "ContextMenu", "Escape",
  "AltLeft", "AltRight", "ControlLeft", "ControlRight", "MetaLeft", "MetaRight", "ShiftLeft", "ShiftRight",
  "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown", "Insert", "Delete",
  "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
  "CapsLock", "ScrollLock", "NumLock", "PrintScreen", "Pause",
  "Numpad0", "Numpad1", "Numpad2", "Numpad3", "Numpad4", "Numpad5", "Numpad6", "Numpad7", "Numpad8", "Numpad9",
  "NumpadAdd", "NumpadSubtract", "NumpadMultiply", "NumpadDivide", "NumpadDecimal", "NumpadComma", "NumpadEnter",
  "NumpadEqual", "NumpadParenLeft", "NumpadParenRight",
] as const;

/**
 * A device's own buttons, and keys that have no one place, as `KeyboardEvent.key` has them.
 * https://www.w3.org/TR/uievents-key/#named-key-attribute-values
 */
// prettier-ignore
const BUTTONS = [
  "GoHome", "GoBack", "AppSwitch", "Notification", "Power", "WakeUp", "Standby",
  "AudioVolumeUp", "AudioVolumeDown", "AudioVolumeMute", "BrightnessUp", "BrightnessDown",
  "Camera", "CameraFocus", "Call", "EndCall", "HeadsetHook", "BrowserSearch",
  "MediaPlayPause", "MediaStop", "MediaTrackNext", "MediaTrackPrevious", "Cut", "Copy", "Paste",
] as const;

export const DEVICE_KEYS = [...KEYBOARD_KEYS, ...BUTTONS] as const;
export type DeviceKey = (typeof DEVICE_KEYS)[number];

/** What may be held while another key is pressed; of which side does not matter. */
export const KEY_MODIFIERS = ["shift", "ctrl", "alt", "meta"] as const;
export type KeyModifier = (typeof KEY_MODIFIERS)[number];
