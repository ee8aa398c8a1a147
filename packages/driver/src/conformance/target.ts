import type { Device } from "../index.ts";

export interface ConformanceTarget {
  device: Device;
  /** An app that the device can install and does not have. */
  app: { bytes: Uint8Array; package_name: string; version_name: string };
  /** False for a device whose encoder takes no profile, which is a fault of the device that viewers without a hardware decoder feel. */
  encodesBaseline: boolean;
  /** Brings something to the front that changes the picture when touched at the point answered, in pixels of the screen. */
  showButton(): Promise<{ x: number; y: number }>;
  /** Brings an empty text field to the front and answers a point in it, in pixels of the screen. */
  showTextField(): Promise<{ x: number; y: number }>;
  /** The text in that field now. */
  shownText(): Promise<string>;
  /** Writes a line to the device's log. */
  writeLog(tag: string, message: string): Promise<void>;
  dispose(): Promise<void>;
}

export const TIMEOUT_MS = 30_000;
/** For everything that a device should manage in half a minute. */
export const soon = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);
