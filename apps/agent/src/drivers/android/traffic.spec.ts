import { expect, test } from "vitest";
import { parseQtaguid, parseUid, parseUidMap, TrafficCounter } from "./traffic.ts";

const APP = "com.example.app";
const UIDS = `2000\npackage:com.example.app2 uid:10199\npackage:${APP} uid:10123\n`;
const NOTHING = { net_in: null, net_out: null, net_of: null };
/** What went over the device's network: the video is in it. */
const DEVICE = { received: 50_000_000, sent: 900_000_000 };

/** As Android 7 has it: per interface, tag and counter set. */
const qtaguid = (received: number, sent: number): string =>
  [
    "idx iface acct_tag_hex uid_tag_int cnt_set rx_bytes rx_packets tx_bytes tx_packets rx_tcp_bytes rx_tcp_packets",
    "2 lo 0x0 10123 0 999999 9 999999 9 0 0",
    `3 wlan0 0x0 10123 0 ${received} 10 ${sent} 8 0 0`,
    "4 wlan0 0x0 10123 1 1024 1 2048 2 0 0",
    "5 wlan0 0x3010000000000 10123 1 1024 1 2048 2 0 0",
    "6 wlan0 0x0 2000 1 80000000 1 900000000 2 0 0",
    "7 wlan0 0x0 10199 1 77 1 88 2 0 0",
    "",
  ].join("\n");
/** As Android 14's netstats has it; the netd of 9 to 12 prints the head with two colons and no indent. */
const uidMap = (received: number, sent: number): string =>
  [
    "  mAppUidStatsMap:",
    "    uid rxBytes rxPackets txBytes txPackets",
    `    10123 ${received} 10 ${sent} 8`,
    "    2000 80000000 1 900000000 2",
    "    10199 1024 1 2048 2",
    "  mStatsMapA:",
    "",
  ].join("\n");

test("a package's user id, and of no other that begins alike", () => {
  expect(parseUid(UIDS, APP)).toBe(10123);
  expect(parseUid("2000\npackage:com.example.app uid:10123,1010123\n", APP)).toBe(10123);
  expect(parseUid("2000\n    userId=10077\n", APP)).toBe(10077);
  expect(parseUid("2000\n", APP)).toBeUndefined();
});

test("the counters of each release, without what a device tells itself", () => {
  expect(parseQtaguid(qtaguid(1000, 500)).get(10123)).toEqual({ received: 2024, sent: 2548 });
  expect(parseUidMap(uidMap(7, 8))).toEqual(
    new Map([
      [10123, { received: 7, sent: 8 }],
      [2000, { received: 80_000_000, sent: 900_000_000 }],
      [10199, { received: 1024, sent: 2048 }],
    ]),
  );
  expect(parseUidMap("mAppUidStatsMap::\nuid rxBytes rxPackets txBytes txPackets\n10123 7 1 8 1\n").get(10123)).toEqual(
    {
      received: 7,
      sent: 8,
    },
  );
  expect(parseQtaguid("").size + parseUidMap("mUidCounterSetMap:\n10123 1\n").size).toBe(0);
});

/** Samples once a second of a device on which one of the sources answers. */
function device(source: string, packageName: string | null, isByNetwork = true) {
  const counter = new TrafficCounter(packageName, () => isByNetwork);
  const asked: string[] = [];
  let second = 0;
  const sample = (received: number, sent: number, uids = UIDS) => {
    const [who, line] = counter.lines();
    if (line !== "") asked.push(/qtaguid|netstats|netd/.exec(line)![0]);
    const answers = line.includes(source);
    const text = !answers ? "" : source === "qtaguid" ? qtaguid(received, sent) : uidMap(received, sent);
    second += 1;
    const bytes = { received: DEVICE.received * second, sent: DEVICE.sent * second };
    return counter.sample(who === "" ? "" : uids, text, bytes, 100 + second);
  };
  return { sample, asked };
}

test("is the app's own, wherever the release counts it", () => {
  for (const [source, asked] of [
    ["qtaguid", ["qtaguid"]],
    ["netstats", ["qtaguid", "netstats"]],
    ["netd", ["qtaguid", "netstats", "netd"]],
  ] as const) {
    const { sample, asked: heard } = device(source, APP);
    const rates = Array.from({ length: 9 }, (_, turn) => sample(2048 * turn, 1024 * turn));
    expect(rates.at(-1), source).toEqual({ net_in: 2, net_out: 1, net_of: "app" });
    // What was told for the two seconds before is not told again.
    expect(rates.at(-2), source).toEqual({ net_in: null, net_out: null, net_of: "app" });
    // The found one is asked for every other sample, and no other again.
    expect(new Set(heard.slice(asked.length)), source).toEqual(new Set([source]));
    expect(heard.slice(0, asked.length), source).toEqual(asked);
  }
});

test("without an app it is the device's, without what adb carries", () => {
  const { sample } = device("netstats", null);
  const rates = Array.from({ length: 9 }, (_, turn) => sample(2048 * turn, 1024 * turn, "2000\n"));
  expect(rates.at(-1)).toEqual({ net_in: 2, net_out: 1, net_of: "device_without_adb" });
});

test("where nothing is counted by user id, it is the device's by cable and nobody's by network", () => {
  const wired = device("none", APP, false);
  const rates = Array.from({ length: 9 }, () => wired.sample(0, 0));
  expect(rates.at(-1)).toMatchObject({ net_in: expect.closeTo(DEVICE.received / 1024, 0), net_of: "device" });
  expect(wired.asked).toEqual(["qtaguid", "netstats", "netd"]);
  const wireless = device("none", APP, true);
  expect(Array.from({ length: 9 }, () => wireless.sample(0, 0)).at(-1)).toEqual(NOTHING);
});

test("an app that is not there moves nothing that could be told, and counts from when it comes", () => {
  const { sample } = device("netstats", APP);
  for (let turn = 0; turn < 5; turn += 1) expect(sample(1e6 * turn, 1e6 * turn, "2000\n")).toEqual(NOTHING);
  const rates = Array.from({ length: 8 }, (_, turn) => sample(1e9 + 1024 * turn, 1e9));
  expect(rates.find(({ net_of }) => net_of !== null)).toMatchObject({ net_in: 1, net_out: 0, net_of: "app" });
});

test("a counter that begins anew is no negative traffic", () => {
  const { sample } = device("qtaguid", APP);
  for (let turn = 0; turn < 4; turn += 1) sample(5_000_000, 5_000_000);
  expect(sample(0, 0)).toEqual({ net_in: 0, net_out: 0, net_of: "app" });
});
