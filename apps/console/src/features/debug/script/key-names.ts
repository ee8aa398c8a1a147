import type { DeviceKey } from "@udt/contract";

/**
 * Keys whose names at Android are others than the contract's, without their `KEYCODE_`.
 * https://developer.android.com/reference/android/view/KeyEvent
 */
const OTHER_NAMES = {
  Backquote: "GRAVE",
  Equal: "EQUALS",
  BracketLeft: "LEFT_BRACKET",
  BracketRight: "RIGHT_BRACKET",
  Quote: "APOSTROPHE",
  Backspace: "DEL",
  Delete: "FORWARD_DEL",
  ContextMenu: "MENU",
  ControlLeft: "CTRL_LEFT",
  ControlRight: "CTRL_RIGHT",
  ArrowUp: "DPAD_UP",
  ArrowDown: "DPAD_DOWN",
  ArrowLeft: "DPAD_LEFT",
  ArrowRight: "DPAD_RIGHT",
  Home: "MOVE_HOME",
  End: "MOVE_END",
  PrintScreen: "SYSRQ",
  Pause: "BREAK",
  NumpadDecimal: "NUMPAD_DOT",
  NumpadEqual: "NUMPAD_EQUALS",
  NumpadParenLeft: "NUMPAD_LEFT_PAREN",
  NumpadParenRight: "NUMPAD_RIGHT_PAREN",
  GoHome: "HOME",
  GoBack: "BACK",
  Standby: "SLEEP",
  WakeUp: "WAKEUP",
  AudioVolumeUp: "VOLUME_UP",
  AudioVolumeDown: "VOLUME_DOWN",
  AudioVolumeMute: "VOLUME_MUTE",
  CameraFocus: "FOCUS",
  EndCall: "ENDCALL",
  HeadsetHook: "HEADSETHOOK",
  BrowserSearch: "SEARCH",
  MediaTrackNext: "MEDIA_NEXT",
  MediaTrackPrevious: "MEDIA_PREVIOUS",
} as const satisfies Partial<Record<DeviceKey, string>>;

const others: Readonly<Partial<Record<DeviceKey, string>>> = OTHER_NAMES;

/** A key as `input keyevent` calls it. */
export function keyCodeName(key: DeviceKey): string {
  const name = /^(?:Key|Digit)(.)$/.exec(key)?.[1] ?? others[key];
  // What is left differs in how its words are joined alone: PageUp is PAGE_UP, Numpad0 is NUMPAD_0, F1 is F1.
  return `KEYCODE_${name ?? key.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, "_").toUpperCase()}`;
}
