/** The system's processes, which every phone has. */
const LIST = [
  { user: "root", pid: 1, ppid: 0, vsz_kb: 10_900, rss_kb: 4120, name: "init" },
  { user: "logd", pid: 401, ppid: 1, vsz_kb: 12_400, rss_kb: 5200, name: "logd" },
  { user: "system", pid: 402, ppid: 1, vsz_kb: 10_300, rss_kb: 3900, name: "servicemanager" },
  { user: "system", pid: 588, ppid: 1, vsz_kb: 92_000, rss_kb: 21_400, name: "surfaceflinger" },
  { user: "root", pid: 611, ppid: 1, vsz_kb: 13_120_000, rss_kb: 98_000, name: "zygote64" },
  { user: "mediacodec", pid: 702, ppid: 1, vsz_kb: 61_000, rss_kb: 14_200, name: "media.codec" },
  { user: "shell", pid: 730, ppid: 1, vsz_kb: 13_000, rss_kb: 5600, name: "adbd" },
  { user: "system", pid: 1204, ppid: 611, vsz_kb: 15_900_000, rss_kb: 212_000, name: "system_server" },
] as const;

export type DaemonName = (typeof LIST)[number]["name"];

export interface Daemon {
  user: string;
  pid: number;
  ppid: number;
  /** Virtual size and resident set in kilobytes. */
  vsz_kb: number;
  rss_kb: number;
  name: DaemonName;
}

export const DAEMONS: readonly Daemon[] = LIST;

export const APP_VSZ_KB = 14_200_000;
