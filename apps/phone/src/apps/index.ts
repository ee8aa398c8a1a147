import { createCanvas } from "@napi-rs/canvas";
import type { InstalledPackage, PhoneProfile } from "../types.ts";
import { APPS, BUILT_IN } from "./registry.ts";

const ICON_SIZE = 144;
const icons = new Map<string, Uint8Array>();

/** The packages that every phone has from the start. Icons are drawn once per process. */
export const builtinPackages = (_profile: PhoneProfile): InstalledPackage[] =>
  BUILT_IN.map((app) => {
    let icon = icons.get(app.packageName);
    if (icon === undefined) {
      const canvas = createCanvas(ICON_SIZE, ICON_SIZE);
      app.icon(canvas.getContext("2d"), { x: 0, y: 0, width: ICON_SIZE, height: ICON_SIZE });
      icons.set(app.packageName, (icon = canvas.toBuffer("image/png")));
    }
    return {
      package_name: app.packageName,
      label: app.label("en"),
      version_name: app.versionName,
      version_code: app.versionCode,
      system: true,
      main_activity: app.mainActivity,
      is_home: app.packageName === APPS.launcher,
      debuggable: app.debuggable ?? false,
      enabled: true,
      icon,
      apk_path: `/system/app/${app.packageName.split(".").at(-1)}/base.apk`,
    };
  });
