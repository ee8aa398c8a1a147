import { say } from "@udt/base";
import type { DeviceReport } from "@udt/contract";

const MODELS = ["Alpha 5", "Alpha 6 Pro", "Breeze 12", "Comet X", "Delta Fold"];

/** What an agent says of its device number `index`; models and versions vary so that filters have something to do. */
export function deviceReport(index: number): DeviceReport {
  return {
    serial: `bench-${String(index).padStart(5, "0")}`,
    os: "android",
    os_version: String(10 + (index % 6)),
    brand: `Brand ${index % 7}`,
    model: MODELS[index % MODELS.length]!,
    hardware_model: `hw-${index % 23}`,
    width: 720,
    height: 1600,
    cpu_name: "cpu",
    cpu_arch: "arm64-v8a",
    cpu_cores: 8,
    gpu: "gpu",
    memory_bytes: 8 * 2 ** 30,
    battery_level: index % 101,
    battery_charging: index % 2 === 0,
    battery_celsius: 30,
    battery_cycles: null,
    free_bytes: 64 * 1024 ** 3,
    total_bytes: 128 * 1024 ** 3,
    is_virtual: false,
    capabilities: ["screen", "input"],
    boot_id: "boot",
    readiness: index % 10 === 9 ? "failed" : "ready",
    reason: index % 10 === 9 ? say("device_not_ready", {}, "no room on the device") : null,
  };
}
