/**
 * Whose bytes a device moved. The kernel counts them by user id, and an app has one of its own, so a video that leaves by
 * the same network is none of the app's. adbd runs as the shell's user, so its share can be left out of a device's, too.
 */
import { SERIES, type NetOf } from "@udt/contract";
import { quote } from "./shell.ts";

export interface Bytes {
  received: number;
  sent: number;
}

interface Rates {
  net_in: number | null;
  net_out: number | null;
  net_of: NetOf | null;
}
interface Total extends Bytes {
  of: NetOf;
  uid: number | undefined;
  uptime_s: number;
}

interface Source {
  line: string;
  parse(text: string): Map<number, Bytes>;
}

const mapIn = (service: string): Source => ({
  line: `dumpsys ${service} 2>/dev/null | sed -n '/mAppUidStatsMap:/,/mStatsMapA/p'`,
  parse: parseUidMap,
});

/** Where a release keeps the counters, asked in turn until one answers. */
const SOURCES: readonly Source[] = [
  // Up to Android 8, and 9 on an old kernel: https://source.android.com/docs/core/data/ebpf-traffic-monitor
  { line: "cat /proc/net/xt_qtaguid/stats 2>/dev/null", parse: parseQtaguid },
  // Since Android 13: https://android.googlesource.com/platform/packages/modules/Connectivity/+/refs/tags/android-13.0.0_r1/service-t/src/com/android/server/net/NetworkStatsService.java
  mapIn("netstats"),
  // Android 9 to 12: https://android.googlesource.com/platform/system/netd/+/refs/tags/android-12.0.0_r1/server/TrafficController.cpp
  mapIn("netd trafficcontroller"),
];

/** Counters of services cost more than files do. */
const READ_EVERY = SERIES.net_in.every;
const UID_EVERY = 30;
const UNKNOWN_UID_EVERY = 5;
const NOTHING: Rates = { net_in: null, net_out: null, net_of: null };

export class TrafficCounter {
  readonly #packageName: string | null;
  readonly #isByNetwork: () => boolean;
  #source = 0;
  /** The source has answered once, so it stays. */
  #isFound = false;
  #turn = -1;
  #shellUid: number | undefined;
  #uid: number | undefined;
  #before: Total | undefined;
  #rates: Rates = NOTHING;

  constructor(packageName: string | null, isByNetwork: () => boolean) {
    this.#packageName = packageName;
    this.#isByNetwork = isByNetwork;
  }

  /** Two commands: who the app and the shell are, and the counters. An empty one asks nothing. */
  lines(): [uids: string, counters: string] {
    this.#turn += 1;
    const every = this.#uid === undefined ? UNKNOWN_UID_EVERY : UID_EVERY;
    const name = this.#packageName;
    const app =
      name === null
        ? ""
        : // `-U` is of Android 8.
          `; pm list packages -U ${quote(name)} 2>/dev/null | grep uid: || dumpsys package ${quote(name)} | grep userId=`;
    return [this.#turn % every === 0 ? `id -u${app}` : "", this.#due?.line ?? ""];
  }

  /** What the commands printed. `device` counts all that went over the device's networks. */
  sample(uids: string, counters: string, device: Bytes, uptime_s: number): Rates {
    if (uids !== "") this.#identify(uids);
    const source = this.#due;
    // Between two readings there is no number, only whose it is.
    if (!source && this.#isFound) return { ...NOTHING, net_of: this.#rates.net_of };
    if (source) {
      const table = source.parse(counters);
      if (table.size > 0) this.#isFound = true;
      else if (!this.#isFound) this.#source += 1;
      this.#advance(this.#isFound ? this.#ofTable(table, uptime_s) : undefined);
    } else if (this.#source >= SOURCES.length) {
      this.#advance(this.#isByNetwork() ? undefined : { ...device, of: "device", uid: undefined, uptime_s });
    }
    return this.#rates;
  }

  /** What is read this turn, if anything. */
  get #due(): Source | undefined {
    return !this.#isFound || this.#turn % READ_EVERY === 0 ? SOURCES[this.#source] : undefined;
  }

  #identify(text: string): void {
    const shell = /^(\d+)$/m.exec(text)?.[1];
    if (shell !== undefined) this.#shellUid = Number(shell);
    this.#uid = this.#packageName === null ? undefined : parseUid(text, this.#packageName);
  }

  #ofTable(table: ReadonlyMap<number, Bytes>, uptime_s: number): Total | undefined {
    if (this.#packageName !== null) {
      if (this.#uid === undefined) return undefined;
      // Who has moved nothing has no row.
      const bytes = table.get(this.#uid) ?? { received: 0, sent: 0 };
      return { ...bytes, of: "app", uid: this.#uid, uptime_s };
    }
    const others = [...table].filter(([uid]) => uid !== this.#shellUid).map(([, bytes]) => bytes);
    return { ...sumOf(others), of: "device_without_adb", uid: undefined, uptime_s };
  }

  #advance(now: Total | undefined): void {
    const before = this.#before;
    this.#before = now;
    const isComparable = before?.of === now?.of && before?.uid === now?.uid;
    if (!now || !before || !isComparable || now.uptime_s <= before.uptime_s) {
      this.#rates = NOTHING;
      return;
    }
    // A counter that went back belongs to something that was started anew.
    const rate = (from: number, to: number) =>
      Math.round((Math.max(0, to - from) / 1024 / (now.uptime_s - before.uptime_s)) * 100) / 100;
    this.#rates = {
      net_in: rate(before.received, now.received),
      net_out: rate(before.sent, now.sent),
      net_of: now.of,
    };
  }
}

const sumOf = (list: readonly Bytes[]): Bytes => ({
  received: list.reduce((sum, { received }) => sum + received, 0),
  sent: list.reduce((sum, { sent }) => sum + sent, 0),
});

/** `package:com.example uid:10123`, or `userId=10123` of `dumpsys package`. */
export function parseUid(text: string, packageName: string): number | undefined {
  for (const [, name, uid] of text.matchAll(/^package:(\S+) (?:.* )?uid:(\d+)/gm))
    if (name === packageName) return Number(uid);
  const uid = /^[ \t]*userId=(\d+)/m.exec(text)?.[1];
  return uid === undefined ? undefined : Number(uid);
}

/** Rows of `idx iface acct_tag_hex uid_tag_int cnt_set rx_bytes rx_packets tx_bytes …`; tag 0x0 has all of a user's. */
export function parseQtaguid(text: string): Map<number, Bytes> {
  const found = new Map<number, Bytes>();
  for (const [, iface, uid, received, sent] of text.matchAll(
    /^\d+ (\S+) 0x0 (\d+) \d+ (\d+) \d+ (\d+) \d+(?: \d+)*\s*$/gm,
  )) {
    if (iface === "lo") continue;
    const before = found.get(Number(uid)) ?? { received: 0, sent: 0 };
    found.set(Number(uid), sumOf([before, { received: Number(received), sent: Number(sent) }]));
  }
  return found;
}

/** Rows of `uid rxBytes rxPackets txBytes txPackets`, in the order of `mAppUidStatsMap`. */
export function parseUidMap(text: string): Map<number, Bytes> {
  return new Map(
    [...text.matchAll(/^[ \t]*(\d+) (\d+) \d+ (\d+) \d+[ \t]*$/gm)].map(([, uid, received, sent]) => [
      Number(uid),
      { received: Number(received), sent: Number(sent) },
    ]),
  );
}
