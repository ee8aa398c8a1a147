/**
 * The seam inside the virtual phone. `system/` (files, packages, settings, log, sockets, shell) and `screen/` (scene tree,
 * apps, input, encoder) know each other only by these interfaces; `phone.ts` composes one of each into a phone.
 */
import type { Emitter } from "@udt/base";
import type { Holding } from "./holding.ts";

/** What one phone is: fixed for its life. Sizes are natural-orientation pixels. */
export interface PhoneProfile {
  serial: string;
  brand: string;
  model: string;
  /** `ro.product.device`, the hardware code name. */
  device: string;
  os_version: string;
  sdk: number;
  width: number;
  height: number;
  density_dpi: number;
  /** A folding phone's outer display, shown while folded; absent on a phone that does not fold. */
  folded?: { width: number; height: number };
  cpu: { name: string; abi: string; cores: number };
  gpu: string;
  memory_bytes: number;
}

export type LogLevel = "V" | "D" | "I" | "W" | "E" | "F";

/** The log, as `logcat` reads it. */
export interface PhoneLog {
  write(level: LogLevel, tag: string, message: string, pid?: number, buffer?: "main" | "crash"): void;
}

/** `settings get|put <namespace> <key>`; the screen reads language, Wi-Fi and display from here and follows changes. */
export interface PhoneSettings {
  get(namespace: "system" | "secure" | "global", key: string): string | undefined;
  put(namespace: "system" | "secure" | "global", key: string, value: string): void;
  readonly changed: Emitter<{ namespace: string; key: string; value: string | undefined }>;
}

/** An installed package, built in or read from a real APK. */
export interface InstalledPackage {
  package_name: string;
  label: string;
  version_name: string;
  version_code: number;
  system: boolean;
  main_activity: string | undefined;
  /** It is the home screen, which is gone back to and never launched. */
  is_home?: boolean;
  /** Built to be looked into: `run-as` and `am dumpheap` take it. */
  debuggable?: boolean;
  /** Whether `pm disable-user` has not put it away. */
  enabled: boolean;
  /** PNG or WebP bytes of the launcher icon, when the package has one. */
  icon: Uint8Array | undefined;
  /** Where its APK lies in the phone's file system (`pm path`). */
  apk_path: string;
}

export interface PhonePackages {
  list(): InstalledPackage[];
  find(packageName: string): InstalledPackage | undefined;
  readonly changed: Emitter<{ package_name: string; kind: "installed" | "removed" | "cleared" }>;
}

/** A byte stream between a client and a service in the phone (an ADB stream, or a local abstract socket). */
export interface PhoneStream {
  readonly readable: ReadableStream<Uint8Array>;
  /** Resolves when the peer has taken the bytes, so awaiting it is the back-pressure. */
  write(bytes: Uint8Array): Promise<void>;
  close(): void;
  readonly closed: Promise<void>;
}

/** `localabstract:` names. `listen` serves `adb forward`; `connect` dials out through `adb reverse`. */
export interface PhoneSockets {
  listen(name: string, onStream: (stream: PhoneStream) => void): () => void;
  connect(name: string): Promise<PhoneStream>;
}

/** What a frame was made of. */
export interface FrameWork {
  /** Views that can be seen, and lines of text on them. */
  views: number;
  lines: number;
  /** Boxes, and the shapes that views with a picture of their own draw. */
  shapes: number;
  /** Pixels that those cover, counted as often as they are covered. */
  pixels: number;
  /** Of the whole display. */
  display_pixels: number;
  /** Pictures that the display could have shown since this one was due. */
  missed: number;
}

/** What happens on the phone is told here by whoever does it; what its tools tell of load follows from it. */
export interface PhoneUsage {
  started(packageName: string, pid: number): void;
  ended(packageName: string, pid: number): void;
  /** The app is in front now. */
  shown(packageName: string): void;
  awake(isAwake: boolean): void;
  /** The app gave the screen another frame. */
  frame(packageName: string, work: FrameWork): void;
  /** A picture of so many pixels went to a video encoder. */
  encoded(pixels: number): void;
  /** A touch or a key went to the app. */
  input(packageName: string): void;
  /** The app computed for so long, outside drawing. */
  worked(packageName: string, ms: number): void;
  /** The app keeps this under a name from now on; undefined lets it go. */
  held(packageName: string, name: string, holding: Holding | undefined): void;
  /** The app would have moved so many bytes over the network. False when there is none. */
  moved(packageName: string, bytes: { received: number; sent: number }): boolean;
  /** What moves unseen is brought to the present before anybody reads. */
  onRead(catchUp: () => void): void;
}

/** A camera, by where it looks from the phone. */
export type Lens = "back" | "front";

/** What an app's process died of, as its run-time would tell. No code of an app runs here, so whoever throws it makes it up. */
export interface PhoneException {
  /** With its class: `java.lang.IllegalStateException: why`. */
  says: string;
  /** Where it was thrown and by what, innermost first: `dev.udt.shop.CartActivity.pay(CartActivity.kt:41)`. */
  stack: readonly string[];
}

/** What the phone's cameras see, and where their photos go. */
export interface PhoneCamera {
  /** The pictures before a camera, in the order in which it sees them. */
  images(lens: Lens): Uint8Array[];
  readonly changed: Emitter<void>;
  /** Keeps a photo of these bytes, and answers its path. Undefined when there is no space left. */
  keep(photo: Uint8Array): string | undefined;
}

export interface Tone {
  hz: number;
  ms: number;
}

/** What is heard of the phone. */
export interface PhoneSounds {
  /** Tones one after the other, at the volume that is set; sounds of several apps mix. */
  play(tones: readonly Tone[]): void;
  /** What is heard, silence too, as stereo samples of 48 kHz, interleaved, 20 ms at a time, until the signal aborts. */
  capture(onSamples: (samples: Float32Array, pts_us: bigint) => void, signal: AbortSignal): void;
}

/** What `system/` gives to `screen/`. */
export interface PhoneSystem {
  readonly profile: PhoneProfile;
  readonly log: PhoneLog;
  readonly settings: PhoneSettings;
  readonly packages: PhonePackages;
  readonly sockets: PhoneSockets;
  readonly accounts: Map<string, string>;
  readonly battery: { level: number; charging: boolean };
  readonly faults: PhoneFaults;
  readonly faultsChanged: Emitter<void>;
  /** By which the phone tells the time; among what `changed` names is `persist.sys.timezone`. */
  readonly props: { readonly timeZone: string; readonly changed: Emitter<string> };
  readonly usage: PhoneUsage;
  readonly camera: PhoneCamera;
  readonly sounds: PhoneSounds;
}

/** Misbehaviour on request. Set over the shell (`udt-fault <name> <value>`) or by the process that hosts the phone. */
export interface PhoneFaults {
  /** Video packets stop although the picture changes. */
  freeze_video: boolean;
  /** Every byte that leaves the phone waits this long. */
  delay_ms: number;
  /** `pm install` answers this failure, such as `INSTALL_FAILED_INTERNAL_ERROR`; empty means none. */
  refuse_install: string;
  /** Injected touches, keys and text are refused, as by systems whose owner has not allowed them. */
  refuse_input: boolean;
  /** The package manager waits so long before it uninstalls, as one that is held up. */
  package_wait_ms: number;
  /** Writes fail with ENOSPC. */
  disk_full: boolean;
  /** `pm install` comes to no end. */
  stuck_installer: boolean;
  /** `pm uninstall` is refused for every app, as for one that is a device administrator. */
  app_stays: boolean;
  /** A lock screen: `insecure` until somebody puts it away, `secure` as long as the fault lasts; `none` for none. */
  keyguard: "none" | "insecure" | "secure";
  /** Nothing answers a ping: `none` there is no network at all, `silent` there is one, `slow` answers come late. */
  network: "fine" | "none" | "silent" | "slow";
  /** The phone speaks French. */
  wrong_language: boolean;
  /** What the screen shows is black. */
  black_screen: boolean;
  /** The shop keeps the picture of each product page for ever. */
  leak: boolean;
  /** No fault itself: the next restart ends all of them. */
  restart_mends: boolean;
  /** How hot the battery says it is, whatever the phone does; `none` leaves it as it is. */
  hot_battery: "none" | "warm" | "hot";
  /** What the shell cannot set: the phone forgets a `font_scale` without a word, and refuses the others in Android's. */
  profile_refused: "none" | "font_scale" | "density" | "time_zone" | "permissions";
  /** The shop is laid out as a next version might be: buttons stand elsewhere, and the one that signs in has another id. */
  shop_layout: boolean;
}

/** Android `MotionEvent` actions that the phone understands. */
export type TouchAction = "down" | "move" | "up" | "cancel";

/** What `screen/` gives to `system/`. Coordinates are pixels of the current orientation. */
export interface PhoneScreen {
  size(): { width: number; height: number; rotation: 0 | 1 | 2 | 3 };
  touch(action: TouchAction, pointerId: number, x: number, y: number, pressure?: number): void;
  /** Mouse wheel; positive `vertical` scrolls the content down by that many notches. */
  scroll(x: number, y: number, horizontal: number, vertical: number): void;
  /** `KeyEvent` key code and meta state. */
  key(action: "down" | "up", keyCode: number, metaState: number): void;
  text(text: string): void;
  clipboard: { get(): string; set(text: string): void; readonly changed: Emitter<string> };
  /** 0 to 3 fixes the rotation (quarter turns counter-clockwise), "auto" follows the app. */
  rotate(rotation: 0 | 1 | 2 | 3 | "auto"): void;
  /** `wm size` and `wm density` overrides; undefined resets. */
  override(size: { width: number; height: number } | undefined, densityDpi: number | undefined): void;
  fold(folded: boolean): void;
  isFolded(): boolean;
  wake(): void;
  sleep(): void;
  isAwake(): boolean;
  /** Turns the light of the panel off, or on again. What the screen shows, and what is recorded of it, goes on. */
  darken(isDark: boolean): void;
  isDark(): boolean;
  isLocked(): boolean;
  /** Dismisses the lock screen (`wm dismiss-keyguard`), which has no secret but by the fault `keyguard`. */
  unlock(): void;
  /** Opens or closes the pull-down panels (`cmd statusbar`). */
  expandPanel(panel: "notifications" | "settings" | "none"): void;
  /** Starts the package's activity (its main one when none is named); answers Android's own error text on failure. */
  start(
    packageName: string,
    activity?: string,
    extras?: Record<string, string>,
  ): { ok: true } | { ok: false; error: string };
  stop(packageName: string): void;
  /** The app dies of an exception that nobody caught, and the log has its stack. False when it does not run. */
  crash(packageName: string, exception: PhoneException): boolean;
  /** The focused component, `package/activity`, for `dumpsys window` and `dumpsys activity`. */
  focused(): { package_name: string; activity: string };
  /** Running packages with their pid, front first. */
  running(): { package_name: string; pid: number }[];
  png(): Promise<Uint8Array>;
  /** `uiautomator dump` XML of exactly what is drawn. */
  dump(): string;
  /**
   * Encodes H.264 Annex B from now on until the signal aborts; `screenrecord` and scrcpy use it. A promise that `onPacket`
   * returns is back-pressure: while packets are not taken, no further frames are encoded, and the newest picture follows.
   */
  record(
    options: RecordOptions,
    onPacket: (packet: VideoPacket) => void | Promise<void>,
    signal: AbortSignal,
  ): Recording;
  dispose(): void;
}

export interface RecordOptions {
  max_size: number;
  bit_rate: number;
  max_fps: number;
  /** Constrained baseline, for decoders in software. */
  baseline: boolean;
}

export interface VideoPacket {
  kind: "config" | "data";
  key_frame: boolean;
  /** Microseconds on a monotonic clock. */
  pts_us: bigint;
  data: Uint8Array;
}

export interface Recording {
  readonly size: { width: number; height: number };
  /** The next packets are a fresh config and key frame (scrcpy's RESET_VIDEO). */
  reset(): void;
}
