import type { Device } from "@udt/driver";
import { withSignal } from "../../with-signal.ts";
import type { Evidence } from "./step.ts";

/** A picture that a device does not give by then is done without. */
const LIMIT_MS = 5_000;

/** What the screen shows when a step failed; undefined where it gives no picture. */
export async function pictured(device: Device, name: string, ending: AbortSignal): Promise<Evidence | undefined> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(LIMIT_MS)]);
  try {
    const png = await withSignal(device.capabilities.screen?.capture(signal) ?? Promise.resolve(undefined), signal);
    return png && { name, bytes: new Uint8Array(png) };
  } catch {
    ending.throwIfAborted();
    return undefined;
  }
}
