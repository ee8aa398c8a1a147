import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Holding } from "../holding.ts";
import type { LogLevel, PhoneException, PhonePackages, PhoneSystem, Tone } from "../types.ts";
import type { Rect, ViewSpec } from "./scene/node.ts";
import type { TextField } from "./scene/text-field.ts";

export type Language = "zh" | "en" | "ja";

/** What an app lays itself out for. Sizes are dp of the whole display; the app pads for the system bars itself. */
export interface UiEnvironment {
  language: Language;
  dark: boolean;
  width: number;
  height: number;
  landscape: boolean;
  /** By which the phone tells the time. */
  timeZone: string;
  insetTop: number;
  insetBottom: number;
}

/** What the screen gives a running app. */
export interface AppContext {
  readonly packageName: string;
  readonly pid: number;
  readonly system: PhoneSystem;
  readonly environment: UiEnvironment;
  /** Texts and the like that live until the app's data is cleared. */
  readonly storage: Map<string, string>;
  /** The view must be built and drawn again. */
  invalidate(): void;
  /** Calls `step` once per frame, with the milliseconds since the last, until it answers false. Redraws each time. */
  animate(step: (elapsedMs: number) => boolean): void;
  log(level: LogLevel, tag: string, message: string): void;
  /** The app computed something that takes a phone's core so long; its next frame is that much later. */
  work(ms: number): void;
  /** The app keeps this under a name from now on, such as pictures and sounds; undefined lets it go. */
  hold(name: string, holding: Holding | undefined): void;
  /** The app would load so many bytes. Nothing leaves the phone; false without a network. */
  fetch(bytes: { received: number; sent: number }): boolean;
  /** Lets tones be heard, one after the other. */
  sound(...tones: Tone[]): void;
  toast(text: string): void;
  start(packageName: string): void;
  finish(): void;
  /** The app dies of what nobody caught. */
  crash(exception: PhoneException): void;
  focus(field: TextField | undefined): void;
  /** Puts a list back to its top, by its resource id. */
  resetScroll(id: string): void;
}

export interface App {
  /** Class name of the activity in front. */
  activity(): string;
  view(): ViewSpec;
  /** True when the app went back inside itself; false leaves it. */
  onBack?(): boolean;
  /** True when the app used the key. */
  onKey?(action: "down" | "up", keyCode: number): boolean;
  /** Started again, or started with extras. */
  onStart?(activity: string | undefined, extras: Record<string, string>): void;
  /** In front again, on a screen that is on. Animations end when the app leaves the front. */
  onResume?(): void;
  dispose?(): void;
}

export interface AppDefinition {
  packageName: string;
  versionName: string;
  versionCode: number;
  mainActivity: string;
  activities: readonly string[];
  /** Shown in the launcher. */
  launchable: boolean;
  /** Built to be looked into, as what is under test is. */
  debuggable?: true;
  /** Its top and bottom are dark in the light theme too, so the system bars draw in white. */
  lightBars: boolean;
  label(language: Language): string;
  icon(g: SKRSContext2D, rect: Rect): void;
  create(context: AppContext): App;
}

/** The apps that a phone may have, as its screen asks for them. */
export interface PhoneApps {
  /** The package of what shows when no app does. */
  launcher: string;
  /** The app behind an installed package; undefined when none is installed by this name. */
  define(packages: PhonePackages, packageName: string): AppDefinition | undefined;
}
