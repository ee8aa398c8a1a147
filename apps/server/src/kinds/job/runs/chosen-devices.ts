import { LEFT_OUT_REASONS, type DataOf, type ENDPOINTS, type JobConfig } from "@udt/contract";
import type { DevicesService } from "../../../core/devices/devices.service.ts";
import { leftOutOf, type DeviceWish, type SchedulingService } from "../../../core/scheduling/scheduling.service.ts";
import { RUN_DEMAND } from "./run-demand.ts";

/** So many of the devices that a choice finds are told. */
const PREVIEW_MAX = 100;

export type Choice = DeviceWish & Pick<JobConfig, "only_healthy">;

/** Which devices a choice finds now in a project, which of them a run takes, and why it takes no others. */
export async function chosenDevices(
  { scheduling, devices }: { scheduling: SchedulingService; devices: DevicesService },
  project_id: string,
  choice: Choice,
): Promise<DataOf<(typeof ENDPOINTS)["jobDevices"]>> {
  const found = await scheduling.found(project_id, choice);
  const by = Map.groupBy(found, (device) => leftOutOf(choice, RUN_DEMAND, device));
  const usable = by.get(undefined) ?? [];
  const leftOut = LEFT_OUT_REASONS.map((reason) => ({ reason, devices: by.get(reason) ?? [] }));
  const shown = [...usable, ...leftOut.flatMap((left) => left.devices)].slice(0, PREVIEW_MAX);
  const states = await devices.statesOf(shown.map(({ device_id }) => device_id));
  return {
    total: found.length,
    usable: usable.length,
    left_out: leftOut.flatMap((left) =>
      left.devices.length === 0 ? [] : [{ reason: left.reason, count: left.devices.length }],
    ),
    idle: usable.filter((device) => device.idle).length,
    with_engine: usable.filter((device) => device.has_engine).length,
    list: shown.map(({ device_id, brand, model, serial, os_version }) => ({
      device_id,
      brand,
      model,
      serial,
      os_version,
      state: states.get(device_id) ?? "offline",
    })),
  };
}
