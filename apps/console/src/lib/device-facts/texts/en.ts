const en = {
  brand: "Brand",
  model: "Model",
  hardware_model: "Hardware model",
  serial: "Serial number",
  system: "System",
  resolution: "Resolution",
  cpu: "Processor",
  cores_one: "{count} core",
  cores_other: "{count} cores",
  gpu: "Graphics",
  memory: "Memory",
  battery: "Battery",
  charging: "charging",
  free: "Free storage",
  celsius: "{value} °C",
  cycles_one: "{count} charge cycle",
  cycles_other: "{count} charge cycles",
  kind: "Kind",
  virtual: "Virtual phone",
  real: "Real device",
  agent: "Agent",
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    "device-facts": typeof en;
  }
}
