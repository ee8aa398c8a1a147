import { DEVICE_KEYS, type DeviceKey } from "@udt/contract";
import { expect, test } from "vitest";
import { KEY_CODES, metaStateOf } from "./key-codes.ts";

/** What `KeyEvent.java` and `keycodes.h` say. */
const ANDROIDS: readonly (readonly [DeviceKey, number])[] = [
  ["GoHome", 3],
  ["GoBack", 4],
  ["Call", 5],
  ["EndCall", 6],
  ["Digit0", 7],
  ["Digit9", 16],
  ["ArrowUp", 19],
  ["ArrowDown", 20],
  ["ArrowLeft", 21],
  ["ArrowRight", 22],
  ["AudioVolumeUp", 24],
  ["AudioVolumeDown", 25],
  ["Power", 26],
  ["Camera", 27],
  ["KeyA", 29],
  ["KeyZ", 54],
  ["Comma", 55],
  ["Period", 56],
  ["AltLeft", 57],
  ["ShiftRight", 60],
  ["Tab", 61],
  ["Space", 62],
  ["Enter", 66],
  ["Backspace", 67],
  ["Backquote", 68],
  ["Slash", 76],
  ["HeadsetHook", 79],
  ["CameraFocus", 80],
  ["ContextMenu", 82],
  ["Notification", 83],
  ["BrowserSearch", 84],
  ["MediaPlayPause", 85],
  ["MediaStop", 86],
  ["MediaTrackNext", 87],
  ["MediaTrackPrevious", 88],
  ["PageUp", 92],
  ["PageDown", 93],
  ["Escape", 111],
  ["Delete", 112],
  ["ControlLeft", 113],
  ["CapsLock", 115],
  ["ScrollLock", 116],
  ["MetaRight", 118],
  ["PrintScreen", 120],
  ["Pause", 121],
  ["Home", 122],
  ["End", 123],
  ["Insert", 124],
  ["F1", 131],
  ["F12", 142],
  ["NumLock", 143],
  ["Numpad0", 144],
  ["Numpad9", 153],
  ["NumpadDivide", 154],
  ["NumpadMultiply", 155],
  ["NumpadSubtract", 156],
  ["NumpadAdd", 157],
  ["NumpadDecimal", 158],
  ["NumpadComma", 159],
  ["NumpadEnter", 160],
  ["NumpadEqual", 161],
  ["NumpadParenLeft", 162],
  ["NumpadParenRight", 163],
  ["AudioVolumeMute", 164],
  ["AppSwitch", 187],
  ["BrightnessDown", 220],
  ["BrightnessUp", 221],
  ["Standby", 223],
  ["WakeUp", 224],
  ["Cut", 277],
  ["Copy", 278],
  ["Paste", 279],
];

test.each(ANDROIDS)("%s is Android's key %i", (key, code) => expect(KEY_CODES[key]).toBe(code));

test("no two keys are one of Android's", () => {
  const codes = DEVICE_KEYS.map((key) => KEY_CODES[key]);
  expect(new Set(codes).size).toBe(codes.length);
});

test("what is held is held on the left", () => {
  expect(metaStateOf([])).toBe(0);
  expect(metaStateOf(["shift"])).toBe(0x41);
  expect(metaStateOf(["alt"])).toBe(0x12);
  expect(metaStateOf(["ctrl"])).toBe(0x3000);
  expect(metaStateOf(["meta"])).toBe(0x3_0000);
  expect(metaStateOf(["ctrl", "shift", "shift"])).toBe(0x3041);
});
