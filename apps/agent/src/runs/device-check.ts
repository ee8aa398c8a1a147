import { delay, type Said, say } from "@udt/base";
import type { Device } from "@udt/driver";
import { messageOf } from "../logger.ts";
import { withSignal } from "../with-signal.ts";

/** A device that comes back within this time never was lost; one that does not is at fault. */
const ANSWER_TIMEOUT_MS = 20_000;
const ASK_AGAIN_MS = 200;

/** What is wrong with the device, or null when it answers. */
export async function deviceFault(device: Device, timeoutMs = ANSWER_TIMEOUT_MS): Promise<Said | null> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = async (): Promise<Said | null> => {
    for (;;) {
      try {
        await withSignal(device.check(signal), signal);
        return null;
      } catch (error) {
        if (signal.aborted) return say("device_silent", {}, messageOf(error));
        await delay(ASK_AGAIN_MS);
      }
    }
  };
  return Promise.race([device.gone, answer()]);
}
