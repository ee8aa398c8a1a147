const en = {
  setting: {
    locale: "Language and region",
    time_zone: "Time zone",
    font_scale: "Font scale",
    dark_mode: "Dark mode",
    density: "Density (dpi)",
    rotation: "Rotation",
    animations: "Animations",
    permissions: "Permissions of apps",
    location: "Test location",
    proxy: "HTTP proxy",
  },
  on: "On",
  off: "Off",
  rotation: {
    auto: "Turns by itself",
    "0": "As it is by nature (0°)",
    "90": "Turned left (90°)",
    "180": "Upside down (180°)",
    "270": "Turned right (270°)",
  },
  proxy_none: "No proxy",
  location: "{latitude}, {longitude}",
  permission: "{package_name}: {permission}",
  line: "{setting}: {value}",
  state: { kept: "Was so", set: "Set", refused: "Would not take" },
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    "device-profile": typeof en;
  }
}
