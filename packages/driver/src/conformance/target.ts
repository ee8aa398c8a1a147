import type { Capabilities, Device } from "../index.ts";

/** A device under test, and what only its makers know. What belongs to a capability is there if the device has that. */
export interface ConformanceTarget {
  device: Device;
  /** `apps`: an app that the device can install and does not have. */
  app?: { bytes: Uint8Array; package_name: string; version_name: string };
  /** `uiTests`: a package with tests of its own, by their ids, that the device does not have. One of them comes to no end. */
  testPackage?: { bytes: Uint8Array; package_name: string; passes: string; fails: string; hangs: string };
  /** `video`: false for a device whose encoder takes no profile, which is a fault of the device that viewers without a hardware decoder feel. */
  encodesBaseline?: boolean;
  /** `input`: brings something to the front that changes the picture when touched at the point answered, in pixels of the screen. */
  showButton?(): Promise<Point>;
  /** `keyboard`: brings an empty text field to the front and answers a point in it, in pixels of the screen. */
  showTextField?(): Promise<Point>;
  /** `keyboard`: the text in that field now. */
  shownText?(): Promise<string>;
  /** `files`: where they may be written, and nobody cleans without being told to. */
  folder?: string;
  /** `log`: writes a line to the device's log. */
  writeLog?(tag: string, message: string): Promise<void>;
  /** `power`: present where the device may be restarted, which takes minutes and whoever else uses it by surprise. */
  mayRestart?: true;
  dispose(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

export const TIMEOUT_MS = 30_000;
/** Slow phones take minutes. */
export const REBOOT_TIMEOUT_MS = 5 * 60_000;
/** For everything that a device should manage in half a minute. */
export const soon = (): AbortSignal => AbortSignal.timeout(TIMEOUT_MS);

/** @throws when the device has not what its tests are registered for */
export function capability<Name extends keyof Capabilities>(
  { device }: ConformanceTarget,
  name: Name,
): NonNullable<Capabilities[Name]> {
  const found = device.capabilities[name];
  if (found === undefined) throw new Error(`the device has no ${name}`);
  return found;
}

/** @throws when the target gives not what the device's capabilities need */
export function given<Name extends keyof ConformanceTarget>(
  target: ConformanceTarget,
  name: Name,
): NonNullable<ConformanceTarget[Name]> {
  const found = target[name];
  if (found === undefined) throw new Error(`the target gives no ${name}`);
  return found;
}
