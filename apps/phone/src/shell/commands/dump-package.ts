import type { PackageRecord } from "../../system/packages.ts";
import type { ShellPhone } from "../program.ts";

/** `dumpsys package NAME`, `dumpsys package packages` for all of them, and `pm dump NAME`. */
export function dumpPackage(phone: ShellPhone, name: string): string {
  if (name === "packages") return `Packages:\n${phone.system.packages.list().map(packageBlock).join("")}`;
  const found = phone.system.packages.find(name);
  if (!found) return `Unable to find package: ${name}\n`;
  return `${activityTable(found)}\nPackages:\n${packageBlock(found)}`;
}

function activityTable(found: PackageRecord): string {
  if (!found.main_activity) return "";
  const component = `${found.package_name}/${found.main_activity}`;
  return `Activity Resolver Table:
  Non-Data Actions:
      android.intent.action.MAIN:
        ${handle(found)} ${component} filter ${handle(found, 1)}
          Action: "android.intent.action.MAIN"
          Category: "android.intent.category.LAUNCHER"
`;
}

function packageBlock(found: PackageRecord): string {
  const asked = found.permissions.map((permission) => `      ${permission}\n`).join("");
  const given = found.permissions
    .map((permission) => `        ${permission}: granted=${found.granted.has(permission)}, flags=[ ]\n`)
    .join("");
  return `  Package [${found.package_name}] (${handle(found)}):
    userId=${found.uid}
    pkg=Package{${handle(found)} ${found.package_name}}
    codePath=${found.apk_path.slice(0, found.apk_path.lastIndexOf("/"))}
    resourcePath=${found.apk_path.slice(0, found.apk_path.lastIndexOf("/"))}
    primaryCpuAbi=null
    versionCode=${found.version_code} minSdk=${found.min_sdk} targetSdk=${found.target_sdk}
    versionName=${found.version_name}
    flags=[ ${found.system ? "SYSTEM " : ""}${found.debuggable ? "DEBUGGABLE " : ""}HAS_CODE ALLOW_CLEAR_USER_DATA ]
    timeStamp=${date(found.updated_ms)}
    firstInstallTime=${date(found.installed_ms)}
    lastUpdateTime=${date(found.updated_ms)}
    requested permissions:
${asked}    User 0: ceDataInode=0 installed=true hidden=false suspended=false stopped=false enabled=${found.enabled ? 0 : 3}
      runtime permissions:
${given}`;
}

/** A hexadecimal object id, as dumps are full of, that stays the same for a package. */
function handle(found: PackageRecord, offset = 0): string {
  return (0x5a00000 + found.uid * 16 + offset).toString(16);
}

/** `2026-01-31 13:05:09`, in UTC, the phone's zone. */
function date(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace("T", " ");
}
