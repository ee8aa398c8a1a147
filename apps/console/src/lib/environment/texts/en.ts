const en = {
  title: "Environment",
  hint: "What is to be on its devices, and what cleaning leaves there. Of the tags that a device has, the first in the project’s order that says anything of a setting decides it.",
  of: {
    preinstalled: "Pre-installed apps",
    free_apps: "Apps that stay",
    free_paths: "Files and folders that stay",
  },
  about: {
    preinstalled:
      "A self-check installs what is missing or another build, and what a session removes or replaces is put back after.",
    free_apps: "Package names; * stands for any part: com.example.*",
    free_paths: "Whole paths: /sdcard/Download/keep",
  },
  add: "Name, package or file",
  no_app: "No app that devices can install",
  remove: "Remove {package_name}",
  version: "Version of {package_name}",
  newest: "The newest",
  newest_of: "{package_name}, the newest",
  version_of: "{package_name}, one version",
  gone: "A version that is gone",
  none: "None",
  line: "{of}: {told}",
  decided: "What is to be on the device",
  lead: "Each is decided by the first tag in the project’s order that says anything of it.",
  setting: "Setting",
  value: "Value",
  by: "Decided by",
  no_tag: "No tag",
};
export default en;

declare module "../../i18n/namespaces.ts" {
  interface Namespaces {
    environment: typeof en;
  }
}
