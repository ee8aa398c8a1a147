import { isSelectable, LIMITS, type Device } from "@udt/contract";
import { faultsOf } from "../../../lib/device-health/index.ts";
import { deviceLabel, type NamedDevice } from "../../../lib/device-name/index.ts";
import { getT } from "../../../lib/i18n/index.ts";
import { saidLine } from "../../../lib/words/index.ts";

type Shown = Pick<
  Device,
  "device_id" | "brand" | "state" | "care" | "task_access" | "last_check" | "open_work_orders"
> &
  NamedDevice;

export interface DeviceOption {
  value: string;
  label: string;
  disabled: boolean;
}

/** Why a device cannot be chosen, in document 2's words; undefined when it can. */
function refusal({ state, task_access }: Shown): string | undefined {
  if (!task_access) return getT("jobs")("editor.device_no_tasks");
  if (isSelectable(state)) return undefined;
  return getT("jobs")(state === "offline" ? "editor.device_unavailable" : "editor.device_not_selectable");
}

/** How it is, as far as that is known: its work orders, its last self-check, and why it needs care soon. */
const healthOf = (device: Shown): string[] => [...faultsOf(device), ...device.care.map(saidLine)];

/**
 * The devices that are offered, those that cannot be chosen with the reason. One that is chosen stays as it is, so that it
 * can be taken out whatever has become of it.
 *
 * @param named what is chosen and need not be among the offered
 */
export function deviceOptions(
  offered: readonly Shown[],
  named: readonly (Pick<Shown, "device_id" | "brand"> & NamedDevice)[],
  chosen: readonly string[],
): DeviceOption[] {
  const common = getT("common");
  const options = new Map<string, DeviceOption>();
  for (const device of named)
    if (chosen.includes(device.device_id))
      options.set(device.device_id, { value: device.device_id, label: deviceLabel(device), disabled: false });
  for (const device of offered) {
    const isChosen = chosen.includes(device.device_id);
    const why = refusal(device) ?? common(`device_state.${device.state}`);
    const told = [deviceLabel(device), why, ...healthOf(device)];
    options.set(device.device_id, {
      value: device.device_id,
      label: told.join(" · "),
      disabled: !isChosen && refusal(device) !== undefined,
    });
  }
  return [...options.values()];
}

/** What is said once no more can be chosen. */
export const countNote = (chosen: readonly string[]): string | undefined =>
  chosen.length < LIMITS.job_devices_max
    ? undefined
    : getT("jobs")("editor.device_count_max", { max: LIMITS.job_devices_max });
