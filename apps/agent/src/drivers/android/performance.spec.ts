import { expect, test } from "vitest";
import {
  layerOf,
  parseBattery,
  parseFrames,
  parseMemory,
  parsePresents,
  parseProcesses,
  parseSystem,
  parseTemperature,
  pidsOf,
} from "./performance.ts";

/** As a Pixel with Android 14 prints it, shortened. */
const SYSTEM = `183845.51 1305926.80
cpu  2255 34 2290 22625563 6290 127 456 0 0 0
cpu0 1132 34 1441 11311718 3675 127 438 0 0 0
intr 114930548 113199788 3 0 5 263 0 4
ctxt 1990473
btime 1062191376
Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo:  999999     120    0    0    0     0          0         0   999999     120    0    0    0     0       0          0
 wlan0: 10485760   7000    0    0    0     0          0         0  2097152    4000    0    0    0     0       0          0
rmnet_data0:  1024       4    0    0    0     0          0         0      512       3    0    0    0     0       0          0
`;

test("processor times and traffic, without what the device tells itself", () => {
  expect(parseSystem(SYSTEM)).toEqual({
    uptime_s: 183845.51,
    all: 2255 + 34 + 2290 + 22625563 + 6290 + 127 + 456,
    busy: 2255 + 34 + 2290 + 127 + 456,
    received: 10485760 + 1024,
    sent: 2097152 + 512,
  });
  expect(() => parseSystem("cat: /proc/stat: Permission denied")).toThrow("processor times");
});

test("the processes of a package, and of no other that begins alike", () => {
  const text = "  PID NAME\n 4300 com.example.app\n  411 com.example.app:push\n 4400 com.example.application\n";
  expect(pidsOf(text, "com.example.app")).toEqual([4300, 411]);
});

test("processor times of processes, whatever they are called", () => {
  const rest = "S 611 611 0 0 -1 1077952832 21 0 0 0 150 50 0 0 10 -10 24 0 12345 14540800000 21500";
  const text = `4300 (example.app) ${rest}\n411 (a) 9 (b c) ${rest}\n`;
  expect([...parseProcesses(text)]).toEqual([
    [4300, 200],
    [411, 200],
  ]);
});

test("frames of all windows' processes, memory in both spellings, battery", () => {
  expect(parseFrames("Total frames rendered: 82\nTotal frames rendered: 18\n")).toBe(100);
  expect(parseFrames("No process found for: x\n")).toBeNull();
  expect(
    parseMemory("           TOTAL PSS:    86016            TOTAL RSS:   170000       TOTAL SWAP (KB):        0\n"),
  ).toBe(84);
  expect(parseMemory("               TOTAL:     2048       TOTAL SWAP PSS:        0\n")).toBe(2);
  expect(parseMemory("No process found for: 1\n")).toBeNull();
  expect(parseBattery("  level: 87\n  scale: 100\n")).toBe(87);
  expect(parseBattery("")).toBeNull();
  expect(parseTemperature("  temperature: 287\n")).toBe(28.7);
  expect(parseTemperature("")).toBeNull();
});

test("the surface that a game draws by itself, in the spelling of each release", () => {
  const of = (...lines: string[]) => layerOf(`${lines.join("\n")}\n`, "com.example.game");
  const own = "com.example.game/com.example.game.Main";
  expect(of(`SurfaceView - ${own}#0`)).toBe(`SurfaceView - ${own}#0`);
  expect(of(`SurfaceView[${own}]#3`, `SurfaceView[${own}](BLAST)#4`)).toBe(`SurfaceView[${own}](BLAST)#4`);
  expect(of(`RequestedLayerState{SurfaceView[${own}](BLAST)#142 parentId=141 relativeParentId=4294967295}`)).toBe(
    `SurfaceView[${own}](BLAST)#142`,
  );
  expect(of(`Background for SurfaceView[${own}]#2`, "SurfaceView[com.example.game2/x](BLAST)#9", "")).toBeUndefined();
});

test("when its frames were shown, without those that still wait", () => {
  const rows = "16666666\n0\t0\t0\n1000\t2000\t1500\n3000\t4000\t3500\n5000\t9223372036854775807\t5500\n\n";
  expect(parsePresents(rows)).toEqual([2000, 4000]);
  expect(parsePresents("16666666\n")).toEqual([]);
});
