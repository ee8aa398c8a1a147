/**
 * What the agent needs of a platform: a provider finds devices, a device has an identity, facts and optional capabilities.
 * A platform implements the capabilities it can; everything above asks `device.capabilities` and never the platform.
 * Every call that may take long takes an AbortSignal; whoever starts something disposes it.
 */
import type { Emitter, Said } from "@udt/base";
import type {
  DeviceKey,
  DriverCapability,
  ElementTree,
  KeyModifier,
  PerformanceSample,
  PictureLevel,
} from "@udt/contract";
import type { AppsCapability } from "./apps.ts";
import type { CleanMark, Difference, Spared } from "./cleaning.ts";
import type { FilesCapability } from "./files.ts";
import type { HealthCapability } from "./health.ts";
import type { MemoryCapability } from "./memory.ts";
import type { ProfileCapability } from "./profile.ts";
import type { RestCapability } from "./rest.ts";
import type { AudioCapability, CameraImageCapability } from "./senses.ts";
import type { RandomInputCapability, ScriptEndpoint, UiTestsCapability } from "./device-tests.ts";

export type * from "./apps.ts";
export * from "./cleaning.ts";
export type * from "./device-tests.ts";
export type * from "./files.ts";
export type * from "./health.ts";
export type * from "./memory.ts";
export type * from "./profile.ts";
export * from "./refusals.ts";
export type * from "./rest.ts";
export type * from "./senses.ts";

export interface DeviceIdentity {
  serial: string;
  /** Changes with every boot. One phone seen twice has the same serial and boot id. */
  boot_id: string;
}

export interface DeviceFacts {
  os: "android" | "ios" | "harmony";
  os_version: string;
  brand: string;
  model: string;
  hardware_model: string;
  width: number;
  height: number;
  cpu_name: string;
  cpu_arch: string;
  cpu_cores: number;
  gpu: string;
  memory_bytes: number;
  battery_level: number | null;
  battery_charging: boolean;
  is_virtual: boolean;
  /** Degrees; null, as what follows, where the device does not tell. */
  battery_celsius: number | null;
  /** How often the battery was charged in full, all parts together. */
  battery_cycles: number | null;
  /** Of where apps and people's files lie. */
  free_bytes: number | null;
  total_bytes: number | null;
}

/** Finds devices. `list` is what is there now; `changed` says that it may have changed. */
export interface DeviceProvider {
  readonly name: string;
  list(): readonly Device[];
  readonly changed: Emitter<void>;
  dispose(): Promise<void>;
}

export interface Device {
  readonly identity: DeviceIdentity;
  readonly capabilities: Capabilities;
  facts(signal: AbortSignal): Promise<DeviceFacts>;
  /** By what scripts reach the device, where they run: no two of one name. */
  endpoints(): readonly ScriptEndpoint[];
  /** Resolves when the device answers as one that is well; rejects with why when it does not. A case that failed on another is no fault of its own. */
  check(signal: AbortSignal): Promise<void>;
  /** Resolves, with the reason, when the device cannot be reached any more. */
  readonly gone: Promise<Said>;
  /** Ends what a user left behind: apps installed since `mark`, their data, clipboard, locks. Resolves when the device may be handed on. */
  clean(mark: CleanMark, signal: AbortSignal): Promise<void>;
  /** What is not as it was when the mark was taken; undefined where the mark does not say how that was. */
  difference?(mark: CleanMark, signal: AbortSignal): Promise<Difference | undefined>;
  /** What `clean` compares with, taken before a session. */
  mark(signal: AbortSignal): Promise<CleanMark>;
  /** A mark by which `clean` leaves these apps as well, whenever they came. */
  keeping(mark: CleanMark, packageNames: readonly string[]): CleanMark;
  /** A mark by which `clean` leaves these, whatever became of them. */
  sparing(mark: CleanMark, spared: Spared): CleanMark;
  /** A mark by which `clean` removes these paths as well, wherever they are. */
  removing(mark: CleanMark, paths: readonly string[]): CleanMark;
}

/** What stands behind each name of the contract's list. */
interface CapabilityTypes extends Record<DriverCapability, unknown> {
  screen: ScreenCapability;
  input: InputCapability;
  shell: ShellCapability;
  log: LogCapability;
  files: FilesCapability;
  apps: AppsCapability;
  /** The input channel carries the clipboard both ways. */
  clipboard: true;
  /** The input channel turns the screen. */
  rotation: true;
  fold: FoldCapability;
  performance: PerformanceCapability;
  elements: ElementsCapability;
  cameraImage: CameraImageCapability;
  audio: AudioCapability;
  /** The screen is H.264 video; one without it is still pictures. */
  video: true;
  /** The input channel types text and presses keys; one without it touches alone. */
  keyboard: true;
  power: PowerCapability;
  adb: AdbCapability;
  uiTests: UiTestsCapability;
  randomInput: RandomInputCapability;
  health: HealthCapability;
  profile: ProfileCapability;
  rest: RestCapability;
  memory: MemoryCapability;
}

export type Capabilities = { readonly [Name in DriverCapability]?: CapabilityTypes[Name] };

export type ScreenEvent =
  | { type: "meta"; source: "live" | "slow" | "stills"; codec: "h264" | "picture" }
  | { type: "size"; width: number; height: number }
  | { type: "packet"; kind: "config" | "key" | "delta" | "still"; pts_us: bigint; data: Uint8Array };

export interface ScreenOptions {
  /** Asks for H.264 constrained baseline. */
  baseline: boolean;
  /** How much of the link it may cost; the best when left out. */
  level?: PictureLevel;
}

export interface ScreenCapability {
  /**
   * One running source of the screen. Several viewers share one; the agent fans out. A second may be opened while one runs,
   * to take its place without a gap.
   */
  open(options: ScreenOptions, onEvent: (event: ScreenEvent) => void, signal: AbortSignal): Promise<ScreenSource>;
  /** A full-size PNG. */
  capture(signal: AbortSignal): Promise<Uint8Array>;
}

export interface ScreenSource {
  /** A config packet and a key frame follow soon. */
  requestKeyFrame(): void;
  /** The touch, key, text and clipboard channel that belongs to this source, when it has one (scrcpy does). */
  readonly input: InputSink | undefined;
  /** Resolves when the device has refused what was given to that channel, with why; never where it takes it. */
  readonly inputRefused?: Promise<Said>;
  /** Resolves, with the reason, when the source has stopped by itself. */
  readonly ended: Promise<string>;
  dispose(): Promise<void>;
}

export interface TouchInput {
  action: "down" | "move" | "up" | "cancel";
  pointer_id: number;
  x: number;
  y: number;
  width: number;
  height: number;
  pressure: number;
}

/** Takes input in order. Methods resolve when the device's side has taken the bytes. */
export interface InputSink {
  touch(touch: TouchInput): Promise<void>;
  scroll(scroll: {
    x: number;
    y: number;
    width: number;
    height: number;
    horizontal: number;
    vertical: number;
  }): Promise<void>;
  /** Rejects where the device has no such key. */
  key(action: "down" | "up", key: DeviceKey, modifiers: readonly KeyModifier[]): Promise<void>;
  /** Any script. */
  text(text: string): Promise<void>;
  setClipboard(text: string, paste: boolean): Promise<void>;
  /** Answers the clipboard's text, after having copied the selection when `copy`. */
  getClipboard(copy: boolean): Promise<string>;
  readonly clipboardChanged: Emitter<string>;
  rotate(): Promise<void>;
  wake(): Promise<void>;
  /** Turns the light of the device's own panel off, or on again, while its picture goes on. Rejects where that cannot be. */
  darken(isDark: boolean): Promise<void>;
}

export interface InputCapability {
  /** The fall-back through shell commands, for a device without a scrcpy server. Slower, and without multi-touch. */
  open(signal: AbortSignal): Promise<InputSink>;
}

export interface ShellCapability {
  /** An interactive shell with a terminal. */
  terminal(size: { cols: number; rows: number }, signal: AbortSignal): Promise<TerminalSession>;
  /**
   * One command, its words passed as they are: quoting is the driver's work. With `onOutput` standard output is told as it
   * comes, and the answer's is empty. Aborting ends the command.
   */
  run(
    words: readonly string[],
    signal: AbortSignal,
    onOutput?: (text: string) => void,
  ): Promise<{ exit_code: number; stdout: string; stderr: string }>;
}

export interface TerminalSession {
  readonly output: ReadableStream<Uint8Array>;
  write(bytes: Uint8Array): Promise<void>;
  resize(cols: number, rows: number): Promise<void>;
  readonly exit: Promise<number>;
  dispose(): Promise<void>;
}

export interface LogEntry {
  /** Epoch milliseconds of the device's clock. */
  time: number;
  level: "V" | "D" | "I" | "W" | "E" | "F";
  tag: string;
  pid: number;
  tid: number;
  message: string;
}

export interface LogCapability {
  /** The log's last `backlog` lines and then what comes, in batches as read. Ends with the signal or the device. */
  follow(backlog: number, signal: AbortSignal): AsyncIterable<LogEntry[]>;
  clear(signal: AbortSignal): Promise<void>;
  /** What the device's clock says now, by which its lines are dated: epoch milliseconds, exact to the second. */
  clock(signal: AbortSignal): Promise<number>;
}

/** Android's own services, for tools that speak with an adb server. */
export interface AdbCapability {
  /** What the device's daemon says of itself: `features` are the names that tools look for. */
  about(): { product: string; model: string; device: string; features: readonly string[] };
  /**
   * How often a connection to the device has broken so far. What ran over it then may have heard nothing of it: adb's own
   * client ends as if all were well.
   */
  breaks(): number;
  /** Opens a service by its name: `shell,v2:…`, `sync:`, `tcp:…`. Rejects when the device refuses it. */
  open(service: string, signal: AbortSignal): Promise<ServiceStream>;
}

export interface ServiceStream {
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
  close(): void;
}

export interface PowerCapability {
  /** Restarts the device and resolves when it can be used again. It stays the same device throughout. */
  reboot(signal: AbortSignal): Promise<void>;
}

export interface FoldCapability {
  get(signal: AbortSignal): Promise<boolean>;
  set(folded: boolean, signal: AbortSignal): Promise<void>;
}

export interface ElementsCapability {
  /** What is on the screen now. Rejects when it does not come to rest, as where it is animated without end. */
  read(signal: AbortSignal): Promise<ElementTree>;
}

export interface PerformanceCapability {
  /** Begins to measure the device, and this app on it when one is named. Nothing runs on the device between samples. */
  probe(packageName: string | null): PerformanceProbe;
}

export interface PerformanceProbe {
  /** Undefined the first time, when there is nothing yet to compare with. Calls come one after the other. */
  sample(signal: AbortSignal): Promise<PerformanceSample | undefined>;
}
