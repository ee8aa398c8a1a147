import { CANNOT, type Found, type StepRoom } from "./step.ts";

/** The device restarts and has started up again. */
export async function restart({ device }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { power } = device.capabilities;
  if (!power) return CANNOT;
  await power.reboot(signal);
  return { state: "passed", message: null };
}
