const en = {
  cpu: "CPU",
  memory: "Memory",
  fps: "Frame rate",
  traffic: "Traffic",
  temperature: "Temperature",
  battery: "Battery",
  unit: { cpu: "%", memory: "MB", fps: "fps", traffic: "KB/s", temperature: "°C", battery: "%" },
  series: {
    cpu_app: "app",
    cpu_total: "device",
    mem_pss: "whole (PSS)",
    mem_java: "Java heap",
    mem_native: "native heap",
    mem_graphics: "graphics",
    mem_code: "code",
    mem_stack: "stack",
    fps: "drawn",
    jank: "janky",
    net_in: "down",
    net_out: "up",
    temperature: "battery",
    battery: "level",
  },
  net_of: {
    app: "Traffic is the application's own, as the system counts it for the application's user. The screen's video and other adb traffic are not in it.",
    device_without_adb:
      "Traffic is the whole device's, since no application is named, without what adb moves: the screen's video is not in it.",
    device:
      "Traffic is the whole device's: its system does not tell it for an application. adb comes by cable and is not in it.",
  },
  net_unknown:
    "Traffic could not be measured: the system does not tell it for the application, or the application was not there.",
  simulated:
    "Simulated: this device is a virtual phone. Its figures follow from what its applications do, by fixed formulas.",
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    performance: typeof en;
  }
}
