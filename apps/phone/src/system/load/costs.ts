/**
 * What things cost on this phone. The phone has no processor, memory or battery of its own: what its tools tell follows from
 * what its apps do by these formulas alone, so the same doings give the same numbers on every machine.
 * `docs/virtual-phone.md` has them in words.
 */
import type { FrameWork } from "../../types.ts";

export const FRAME_BUDGET_MS = 1000 / 60;

/** The app's own thread: building and laying out its views. */
const UI_MS = { frame: 0.8, view: 0.02, line: 0.04 };
/** Its render thread: shapes, and the pixels that they cover. */
const DRAW_MS = { frame: 0.6, shape: 0.03, megapixel: 2.2 };

export interface FrameTimes {
  /** What the app computed since its frame before, outside drawing. */
  work_ms: number;
  ui_ms: number;
  draw_ms: number;
}

export function frameTimes({ views, lines, shapes, pixels }: FrameWork, work_ms: number): FrameTimes {
  return {
    work_ms,
    ui_ms: UI_MS.frame + UI_MS.view * views + UI_MS.line * lines,
    draw_ms: DRAW_MS.frame + DRAW_MS.shape * shapes + (DRAW_MS.megapixel * pixels) / 1e6,
  };
}

/** Processor time of one core, in milliseconds. */
export const CPU_MS = {
  /** Starting an app: its own, and the system's. */
  app_start: 280,
  system_app_start: 40,
  /** A touch, a key: the app's, and the system's. */
  app_input: 0.6,
  system_input: 1.5,
  /** The system's own pulse, for each second, with the screen on and off. */
  system_awake_second: 3,
  system_asleep_second: 0.5,
  compose_frame: 0.5,
  compose_megapixel: 0.3,
  encode_megapixel: 3,
  adb_megabyte: 8,
  megabyte_received: 12,
} as const;

/** Kilobytes. What an app's libraries, fonts and packages take is in `mapped-files.ts`. */
export const MEMORY_KB = {
  java: 9_000,
  native: 3_000,
  view: 6,
  /** What a frame leaves for the collector, for each view that it was built from. */
  garbage_view: 0.5,
  /** The collector runs when so much has come together. */
  garbage_limit: 8_192,
  /** The app's own thread, the one that renders while the app is in front, and one for each thing that it keeps, up to four. */
  stack: { own: 96, render: 64, loader: 32, loaders: 4 },
  /** What the resident sets of all apps have in common, counted once. */
  shared: 38_000,
  kernel: 390_000,
} as const;
/** The picture that is shown, the one that waits and the one that is drawn, four bytes a pixel. */
export const displayKb = (displayPixels: number): number => Math.round((3 * 4 * displayPixels) / 1024);
/** A collection holds up the frame in whose midst it comes. */
export const collectionMs = (liveKb: number): number => 2 + liveKb / 40_000;

/** Watts. */
export const POWER_W = {
  base: 0.12,
  screen: 0.38,
  core: 0.55,
  megabyte_second: 0.4,
  charger: { ac: 9, usb: 2.5, wireless: 5 },
} as const;

/** Degrees: each part nears `ambient + kelvin_watt * watts` by `1 - e^(-seconds / settling_s)`. */
export const HEAT = {
  ambient: 25,
  processor: { kelvin_watt: 14, settling_s: 40 },
  battery: { kelvin_watt: 8, settling_s: 90 },
  /** Where the system would begin to slow down: light, moderate, severe. */
  thresholds: [42, 46, 50],
} as const;

export const BATTERY = { capacity_mah: 4000, volts: 3.85 } as const;
