import type { Device } from "@udt/contract";
import { useFormat } from "../format/index.ts";
import { useT } from "../i18n/index.ts";

/** What a device is, as far as it says: how each fact is called, and empty where it is not known. */
export function useDeviceFacts() {
  const t = useT("device-facts");
  const common = useT("common");
  const format = useFormat();
  return (device: Device) => {
    const cpu = [device.cpu_name, device.cpu_arch, device.cpu_cores > 0 && t("cores", { count: device.cpu_cores })];
    const battery = [
      device.battery_level !== null && format.percent(device.battery_level / 100),
      device.battery_level !== null && device.battery_charging && t("charging"),
      device.battery_celsius !== null && t("celsius", { value: format.number(device.battery_celsius) }),
      device.battery_cycles !== null && t("cycles", { count: device.battery_cycles }),
    ];
    const joined = (parts: readonly (string | false)[]) => parts.filter(Boolean).join(" · ");
    const values = {
      brand: device.brand,
      model: device.model,
      hardware_model: device.hardware_model,
      serial: device.serial,
      system: `${common(`os.${device.os}`)} ${device.os_version}`,
      resolution: device.width > 0 ? `${device.width} × ${device.height}` : "",
      cpu: joined(cpu),
      gpu: device.gpu,
      memory: device.memory_bytes > 0 ? format.bytes(device.memory_bytes) : "",
      battery: joined(battery),
      free: [device.free_bytes, device.total_bytes]
        .flatMap((size) => (size === null ? [] : format.bytes(size)))
        .join(" / "),
      kind: t(device.is_virtual ? "virtual" : "real"),
      agent: device.agent_name,
    };
    return (key: keyof typeof values) => ({ name: t(key), value: values[key] });
  };
}
