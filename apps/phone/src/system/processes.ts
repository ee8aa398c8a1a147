import type { PhoneScreen } from "../types.ts";
import { AppLoad } from "./load/app-load.ts";
import { APP_VSZ_KB, DAEMONS } from "./load/daemons.ts";
import type { Usage } from "./load/usage.ts";
import type { PackageManager } from "./packages.ts";
import { userOf } from "./users.ts";

export interface PhoneProcess {
  user: string;
  pid: number;
  ppid: number;
  /** Virtual size and resident set in kilobytes. */
  vsz_kb: number;
  rss_kb: number;
  /** Its share of what processes have in common counted once. */
  pss_kb: number;
  name: string;
  /** Of an app. */
  load?: AppLoad;
}

/** What `ps` shows: the system's daemons, then the apps that run. */
export function listProcesses(phone: {
  screen: PhoneScreen;
  system: { packages: PackageManager; usage: Usage };
}): PhoneProcess[] {
  const { packages, usage } = phone.system;
  const apps = phone.screen.running().map(({ package_name, pid }): PhoneProcess => {
    const { uid = 10_000, apk_path = "" } = packages.find(package_name) ?? {};
    const load = usage.app(package_name) ?? new AppLoad({ package_name, pid, started_ms: 0, apk_path });
    const { pss_kb, rss_kb } = load.memory();
    return {
      user: userOf(uid),
      pid,
      ppid: 611,
      vsz_kb: APP_VSZ_KB,
      rss_kb,
      pss_kb,
      name: package_name,
      load,
    };
  });
  return [...DAEMONS.map((daemon) => ({ ...daemon, pss_kb: daemon.rss_kb })), ...apps];
}
