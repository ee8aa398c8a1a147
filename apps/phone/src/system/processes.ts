import type { PhoneScreen } from "../types.ts";
import type { PackageManager } from "./packages.ts";

export interface PhoneProcess {
  user: string;
  pid: number;
  ppid: number;
  /** Virtual size and resident set in kilobytes. */
  vsz_kb: number;
  rss_kb: number;
  name: string;
}

const INIT: PhoneProcess = { user: "root", pid: 1, ppid: 0, vsz_kb: 10_900, rss_kb: 4120, name: "init" };
const DAEMONS: readonly PhoneProcess[] = [
  INIT,
  { user: "logd", pid: 401, ppid: 1, vsz_kb: 12_400, rss_kb: 5200, name: "logd" },
  { user: "system", pid: 402, ppid: 1, vsz_kb: 10_300, rss_kb: 3900, name: "servicemanager" },
  { user: "system", pid: 588, ppid: 1, vsz_kb: 92_000, rss_kb: 21_400, name: "surfaceflinger" },
  { user: "root", pid: 611, ppid: 1, vsz_kb: 13_120_000, rss_kb: 98_000, name: "zygote64" },
  { user: "shell", pid: 730, ppid: 1, vsz_kb: 13_000, rss_kb: 5600, name: "adbd" },
  { user: "system", pid: 1204, ppid: 611, vsz_kb: 15_900_000, rss_kb: 212_000, name: "system_server" },
];

/** What `ps` shows: the system's daemons, then the apps that run. */
export function listProcesses(screen: PhoneScreen, packages: PackageManager): PhoneProcess[] {
  const running = screen.running();
  // All apps live in the process that hosts the phone, and share what it takes.
  const rss_kb = Math.round(process.memoryUsage.rss() / 1024 / Math.max(1, running.length));
  const apps = running.map(({ package_name, pid }) => {
    const uid = packages.find(package_name)?.uid ?? 10_000;
    return { user: `u0_a${uid - 10_000}`, pid, ppid: 611, vsz_kb: 14_200_000, rss_kb, name: package_name };
  });
  return [...DAEMONS, ...apps];
}
