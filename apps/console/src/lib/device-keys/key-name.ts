import type { DeviceKey } from "@udt/contract";
import { getT } from "../i18n/index.ts";

/** Keys that have words of their own; all others are called what stands on them. */
const WORDS = {
  GoBack: "back",
  GoHome: "home",
  AppSwitch: "recents",
  Power: "power",
  AudioVolumeUp: "volume_up",
  AudioVolumeDown: "volume_down",
  AudioVolumeMute: "mute",
  WakeUp: "wake",
  ContextMenu: "menu",
  Notification: "notifications",
  BrightnessUp: "brighter",
  BrightnessDown: "darker",
} as const satisfies Partial<Record<DeviceKey, string>>;

const hasWord = (key: string): key is keyof typeof WORDS => Object.hasOwn(WORDS, key);

/** A device's key as its reader calls it. @param key the contract's name of it */
export function keyName(key: string): string {
  if (hasWord(key)) return getT("common")(`device_keys.${WORDS[key]}`);
  return /^(?:Key|Digit)(.)$/.exec(key)?.[1] ?? key;
}
