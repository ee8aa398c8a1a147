import type { DeviceKey, KeyModifier } from "@udt/contract";
import { AndroidKeyCode, AndroidKeyEventMeta } from "@yume-chan/scrcpy";

/**
 * The contract's keys as Android's `KeyEvent.KEYCODE_…`. scrcpy's client calls those of a keyboard by W3C's names, too; the
 * numbers that it does not know are Android's own:
 * https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/core/java/android/view/KeyEvent.java
 */
export const KEY_CODES: Readonly<Record<DeviceKey, number>> = {
  ...AndroidKeyCode,
  NumpadEqual: AndroidKeyCode.NumpadEquals,
  NumpadParenLeft: AndroidKeyCode.NumpadLeftParen,
  NumpadParenRight: AndroidKeyCode.NumpadRightParen,
  GoHome: AndroidKeyCode.AndroidHome,
  GoBack: AndroidKeyCode.AndroidBack,
  AppSwitch: AndroidKeyCode.AndroidAppSwitch,
  Notification: AndroidKeyCode.AndroidNotification,
  WakeUp: 224,
  Standby: 223,
  AudioVolumeUp: AndroidKeyCode.VolumeUp,
  AudioVolumeDown: AndroidKeyCode.VolumeDown,
  AudioVolumeMute: AndroidKeyCode.VolumeMute,
  BrightnessUp: 221,
  BrightnessDown: 220,
  Camera: AndroidKeyCode.AndroidCamera,
  CameraFocus: AndroidKeyCode.AndroidFocus,
  Call: AndroidKeyCode.AndroidCall,
  EndCall: AndroidKeyCode.AndroidEndCall,
  HeadsetHook: AndroidKeyCode.AndroidHeadsetHook,
  BrowserSearch: AndroidKeyCode.AndroidSearch,
  MediaPlayPause: 85,
  MediaStop: 86,
  MediaTrackNext: 87,
  MediaTrackPrevious: 88,
  Cut: AndroidKeyCode.AndroidCut,
  Copy: AndroidKeyCode.AndroidCopy,
  Paste: AndroidKeyCode.AndroidPaste,
};

/** Android wants the side, too: the left one, as on a keyboard that has one of each. */
const META_STATES: Readonly<Record<KeyModifier, number>> = {
  shift: AndroidKeyEventMeta.Shift | AndroidKeyEventMeta.ShiftLeft,
  ctrl: AndroidKeyEventMeta.Ctrl | AndroidKeyEventMeta.CtrlLeft,
  alt: AndroidKeyEventMeta.Alt | AndroidKeyEventMeta.AltLeft,
  meta: AndroidKeyEventMeta.Meta | AndroidKeyEventMeta.MetaLeft,
};

/** `KeyEvent.getMetaState()` while these are held. */
export const metaStateOf = (modifiers: readonly KeyModifier[]): number =>
  modifiers.reduce((state, modifier) => state | META_STATES[modifier], 0);

/** The key that is held where a modifier is. */
export const MODIFIER_KEYS: Readonly<Record<KeyModifier, DeviceKey>> = {
  shift: "ShiftLeft",
  ctrl: "ControlLeft",
  alt: "AltLeft",
  meta: "MetaLeft",
};

export const isModifier = (key: DeviceKey): boolean => /^(?:Shift|Control|Alt|Meta)(?:Left|Right)$/.test(key);
