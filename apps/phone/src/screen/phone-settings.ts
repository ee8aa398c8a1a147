import { textBefore } from "@udt/base";
import type { PhoneSettings } from "../types.ts";
import type { Language } from "./app.ts";

const KEYS = {
  night: ["secure", "ui_night_mode"],
  locales: ["system", "system_locales"],
  autoRotate: ["system", "accelerometer_rotation"],
  rotation: ["system", "user_rotation"],
  brightness: ["system", "screen_brightness"],
  fontScale: ["system", "font_scale"],
  volume: ["system", "volume_music_speaker"],
  wifi: ["global", "wifi_on"],
  airplane: ["global", "airplane_mode_on"],
  showTouches: ["system", "show_touches"],
  noLock: ["secure", "lockscreen.disabled"],
  use24: ["system", "time_12_24"],
} as const satisfies Record<string, readonly ["system" | "secure" | "global", string]>;

export const MAX_VOLUME = 15;

/** The settings that the screen reads, by their Android keys, with Android's defaults. */
export class ScreenSettings {
  readonly #settings: PhoneSettings;

  constructor(settings: PhoneSettings) {
    this.#settings = settings;
  }

  #get(name: keyof typeof KEYS): string | undefined {
    const [namespace, key] = KEYS[name];
    return this.#settings.get(namespace, key);
  }

  #put(name: keyof typeof KEYS, value: string): void {
    const [namespace, key] = KEYS[name];
    this.#settings.put(namespace, key, value);
  }

  #number(name: keyof typeof KEYS, fallback: number): number {
    const value = Number(this.#get(name) ?? fallback);
    return Number.isFinite(value) ? value : fallback;
  }

  get language(): Language {
    const first = textBefore(this.#get("locales") ?? "en-US", ",").toLowerCase();
    return first.startsWith("zh") ? "zh" : first.startsWith("ja") ? "ja" : "en";
  }
  setLocale(locale: string): void {
    this.#put("locales", locale);
  }
  /** UiModeManager: 1 is no, 2 is yes. */
  get dark(): boolean {
    return this.#get("night") === "2";
  }
  setDark(dark: boolean): void {
    this.#put("night", dark ? "2" : "1");
  }
  get autoRotate(): boolean {
    return this.#get("autoRotate") !== "0";
  }
  setAutoRotate(on: boolean): void {
    this.#put("autoRotate", on ? "1" : "0");
  }
  get rotation(): 0 | 1 | 2 | 3 {
    const value = this.#number("rotation", 0);
    return value === 1 || value === 2 || value === 3 ? value : 0;
  }
  setRotation(rotation: 0 | 1 | 2 | 3): void {
    this.#put("rotation", String(rotation));
  }
  /** 0 to 255. */
  get brightness(): number {
    return Math.max(0, Math.min(255, this.#number("brightness", 160)));
  }
  setBrightness(value: number): void {
    this.#put("brightness", String(Math.round(value)));
  }
  get fontScale(): number {
    return Math.max(0.7, Math.min(2, this.#number("fontScale", 1)));
  }
  get volume(): number {
    return Math.max(0, Math.min(MAX_VOLUME, this.#number("volume", 7)));
  }
  setVolume(value: number): void {
    this.#put("volume", String(Math.max(0, Math.min(MAX_VOLUME, Math.round(value)))));
  }
  get airplane(): boolean {
    return this.#get("airplane") === "1";
  }
  get wifi(): boolean {
    return this.#get("wifi") !== "0" && !this.airplane;
  }
  setWifi(on: boolean): void {
    this.#put("wifi", on ? "1" : "0");
  }
  get showTouches(): boolean {
    return this.#get("showTouches") === "1";
  }
  setShowTouches(on: boolean): void {
    this.#put("showTouches", on ? "1" : "0");
  }
  get lockScreen(): boolean {
    return this.#get("noLock") !== "1";
  }
  get use24Hours(): boolean {
    return this.#get("use24") !== "12";
  }
}
