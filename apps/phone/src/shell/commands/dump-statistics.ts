import { BATTERY } from "../../system/load/costs.ts";
import { listProcesses } from "../../system/processes.ts";
import type { ProgramContext } from "../program.ts";

/* `dumpsys` of the services that count since the phone was started, in AOSP's own lines. */

type Dump = (context: ProgramContext, args: string[]) => string;

/** `1h 2m 3s 4ms`, as TimeUtils of AOSP writes it. */
function span(ms: number): string {
  const whole = Math.round(ms);
  const parts = [
    [Math.floor(whole / 86_400_000), "d"],
    [Math.floor(whole / 3_600_000) % 24, "h"],
    [Math.floor(whole / 60_000) % 60, "m"],
    [Math.floor(whole / 1000) % 60, "s"],
    [whole % 1000, "ms"],
  ] as const;
  const first = parts.findIndex(([value]) => value > 0);
  return (first < 0 ? parts.slice(-1) : parts.slice(first)).map(([value, unit]) => `${value}${unit}`).join(" ");
}

const batteryStatistics: Dump = ({ phone }) => {
  const { battery, clock } = phone.system;
  const uptime = phone.system.uptime() * 1000;
  const started = new Date(clock.now() - uptime).toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "-");
  return `Battery History (0% used, 0 used of 4096KB, 0 strings using 0):

Statistics since last charge:
  System starts: 0, currently on battery: ${!battery.charging}
  Estimated battery capacity: ${BATTERY.capacity_mah} mAh
  Total run time: ${span(uptime)} realtime, ${span(uptime)} uptime
  Start clock time: ${started}
`;
};

/** One look at each process: the least, the mean and the most of one number are that number. */
const processStatistics: Dump = (context) => {
  const rows = listProcesses(context.phone)
    .filter(({ load }) => load !== undefined)
    .map(({ name, user, pss_kb, rss_kb }) => {
      const of = (kb: number) =>
        Array(3)
          .fill(`${(kb / 1024).toFixed(1)}MB`)
          .join("-");
      const version = context.phone.system.packages.find(name)?.version_code ?? 0;
      return `  * ${name} / ${user} / v${version}:\n           TOTAL: 100% (${of(pss_kb)}/${of(pss_kb)}/${of(rss_kb)} over 1)\n`;
    });
  return `CURRENT STATS:\n${rows.join("")}\n          Total elapsed time: +${span(context.phone.system.uptime() * 1000).replaceAll(" ", "")} (running)\n`;
};

/** Internal storage, which is all that it has. */
const mount: Dump = () => `Disks:

Volumes:
    VolumeInfo{emulated;0}:
      type=EMULATED diskId=null partGuid= mountFlags=PRIMARY|VISIBLE_FOR_WRITE mountUserId=0
      state=MOUNTED fsType=null fsUuid=null fsLabel=null
      path=/storage/emulated internalPath=/data/media

Primary storage UUID: null
`;

const networkPolicy: Dump = () =>
  "System ready: true\nRestrict background: false\nRestrict power: false\nDevice idle: false\nMetered ifaces: {}\n";

/** Its apps keep what they keep in files. */
const databases: Dump = (context) =>
  `Applications Database Info:\n${listProcesses(context.phone)
    .filter(({ load }) => load !== undefined)
    .map(({ pid, name }) => `\n** Database info for pid ${pid} [${name}] **\n`)
    .join("")}`;

export const statisticsDumps: Record<string, Dump> = {
  batterystats: batteryStatistics,
  procstats: processStatistics,
  mount,
  netpolicy: networkPolicy,
  dbinfo: databases,
};
