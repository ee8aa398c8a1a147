import { say } from "@udt/base";
import type { RunSpec } from "@udt/contract";
import type { Device } from "@udt/driver";
import { RUNNERS } from "../runners/index.ts";
import type { StepsControl } from "../runners/runner.ts";
import type { DeviceHand } from "../screen/device-hand.ts";
import { deviceFault } from "./device-check.ts";
import type { ExecutorOptions } from "./executor.ts";
import type { RunWorkplace } from "./run-workplace.ts";
import { scriptEnv } from "./script-env.ts";

export interface AtDevice {
  device: Device;
  hand: DeviceHand;
  place: RunWorkplace;
  app_entry: string;
  /** Of somebody who looks on; without it, nobody does. */
  control?: StepsControl | null;
  recordsMemory(): boolean;
}

/** How cases are run at a device, whoever hears how they come out. */
export function atDevice(
  spec: RunSpec,
  { device, hand, place, app_entry, control = null, recordsMemory }: AtDevice,
): Pick<ExecutorOptions, "runner" | "batchOf" | "caseTimeoutMs" | "deviceBreaks" | "deviceFault"> {
  const deviceBreaks = () => device.capabilities.adb?.breaks() ?? 0;
  return {
    runner: RUNNERS[spec.framework],
    batchOf: (cases) => ({
      spec,
      cases,
      device,
      hand,
      control,
      recordsMemory,
      place: place.place,
      env: scriptEnv(spec, {
        endpoints: place.env,
        app_entry,
        results: place.place?.results ?? "",
        attempt: cases[0].attempt,
      }),
    }),
    caseTimeoutMs: spec.config.timeouts.case_minutes * 60_000,
    deviceBreaks,
    deviceFault: async (breaks) => (deviceBreaks() === breaks ? deviceFault(device) : say("device_connection_broke")),
  };
}
