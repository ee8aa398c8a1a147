/** Android key codes that the phone acts on. @see https://developer.android.com/reference/android/view/KeyEvent */
export const KEY = {
  HOME: 3,
  BACK: 4,
  DPAD_UP: 19,
  DPAD_DOWN: 20,
  DPAD_LEFT: 21,
  DPAD_RIGHT: 22,
  DPAD_CENTER: 23,
  VOLUME_UP: 24,
  VOLUME_DOWN: 25,
  POWER: 26,
  A: 29,
  C: 31,
  V: 50,
  X: 52,
  TAB: 61,
  SPACE: 62,
  ENTER: 66,
  DEL: 67,
  MENU: 82,
  NOTIFICATION: 83,
  ESCAPE: 111,
  FORWARD_DEL: 112,
  MOVE_HOME: 122,
  MOVE_END: 123,
  NUMPAD_ENTER: 160,
  VOLUME_MUTE: 164,
  APP_SWITCH: 187,
  SLEEP: 223,
  WAKEUP: 224,
  CUT: 277,
  COPY: 278,
  PASTE: 279,
} as const;

const META_SHIFT_ON = 0x1;
const META_CTRL_ON = 0x1000;
const META_CAPS_LOCK_ON = 0x100000;

export const isShift = (metaState: number): boolean => (metaState & META_SHIFT_ON) !== 0;
export const isControl = (metaState: number): boolean => (metaState & META_CTRL_ON) !== 0;

/** Key code to its character without and with shift, as Android's Virtual.kcm has them. */
const SYMBOLS: Record<number, readonly [string, string]> = {
  7: ["0", ")"],
  8: ["1", "!"],
  9: ["2", "@"],
  10: ["3", "#"],
  11: ["4", "$"],
  12: ["5", "%"],
  13: ["6", "^"],
  14: ["7", "&"],
  15: ["8", "*"],
  16: ["9", "("],
  17: ["*", "*"],
  18: ["#", "#"],
  55: [",", "<"],
  56: [".", ">"],
  62: [" ", " "],
  68: ["`", "~"],
  69: ["-", "_"],
  70: ["=", "+"],
  71: ["[", "{"],
  72: ["]", "}"],
  73: ["\\", "|"],
  74: [";", ":"],
  75: ["'", '"'],
  76: ["/", "?"],
  77: ["@", "@"],
  81: ["+", "+"],
  154: ["/", "/"],
  155: ["*", "*"],
  156: ["-", "-"],
  157: ["+", "+"],
  158: [".", "."],
  159: [",", ","],
  161: ["=", "="],
};

const NUMPAD_0 = 144;
const A_TO_Z = 26;

/** The character that a key types, or undefined for a key that types none. */
export const characterOf = (keyCode: number, metaState: number): string | undefined => {
  if (keyCode >= KEY.A && keyCode < KEY.A + A_TO_Z) {
    const letter = String.fromCodePoint(97 + keyCode - KEY.A);
    const upper = isShift(metaState) !== ((metaState & META_CAPS_LOCK_ON) !== 0);
    return upper ? letter.toUpperCase() : letter;
  }
  if (keyCode >= NUMPAD_0 && keyCode < NUMPAD_0 + 10) return String(keyCode - NUMPAD_0);
  return SYMBOLS[keyCode]?.[isShift(metaState) ? 1 : 0];
};
