import type { Device } from "@udt/contract";

/** An idle phone. */
export const DEVICE: Device = {
  serial: "serial",
  os: "android",
  os_version: "14",
  brand: "",
  model: "Model",
  hardware_model: "",
  width: 720,
  height: 1600,
  cpu_name: "",
  cpu_arch: "",
  cpu_cores: 8,
  gpu: "",
  memory_bytes: 0,
  battery_level: null,
  battery_charging: false,
  is_virtual: true,
  capabilities: [],
  device_id: "d",
  agent_id: "a",
  agent_name: "agent",
  state: "idle",
  state_reason: null,
  lease: null,
  last_seen_at: 0,
};
