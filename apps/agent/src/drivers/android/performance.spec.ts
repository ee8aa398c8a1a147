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
  expect(parseFrames("Total frames rendered: 82\nTotal frames rendered: 18\n")).toEqual({ frames: 100, janky: null });
  expect(parseFrames("No process found for: x\n")).toEqual({ frames: null, janky: null });
  expect(
    parseMemory("           TOTAL PSS:    86016            TOTAL RSS:   170000       TOTAL SWAP (KB):        0\n"),
  ).toMatchObject({ mem_pss: 84, mem_java: null });
  expect(parseMemory("               TOTAL:     2048       TOTAL SWAP PSS:        0\n")).toMatchObject({ mem_pss: 2 });
  expect(new Set(Object.values(parseMemory("No process found for: 1\n")))).toEqual(new Set([null]));
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

const ROWS = ["Java Heap: 6144", "Native Heap: 10240", "Code: 20480", "Stack: 512", "Graphics: 3072"];
const REST = ["Private Other: 1024", "System: 2048"];

/** `dumpsys meminfo -s <pid>`: with a second column since Android 11, when the row of the whole got its longer name. */
function summaryOf(hasRss: boolean, total: string): string {
  const row = (text: string) => {
    const [name = "", kb = ""] = text.split(": ");
    const isLast = REST.includes(text) || !hasRss;
    return `${name.padStart(20)}: ${kb.padStart(8)}${isLast ? "" : (Number(kb) * 3).toString().padStart(31)}\n`;
  };
  const head = hasRss ? "Pss(KB)                        Rss(KB)" : "Pss(KB)";
  return ` App Summary\n                       ${head}\n${[...ROWS, ...REST].map(row).join("")}\n${total}\n`;
}

const SUMMARIES = {
  "7": summaryOf(false, "               TOTAL:    43520      TOTAL SWAP (KB):        0"),
  "10": summaryOf(false, "               TOTAL:    43520       TOTAL SWAP PSS:       96"),
  "14": summaryOf(true, "           TOTAL PSS:    43520            TOTAL RSS:   139992      TOTAL SWAP PSS:       96"),
} as const;

test.each(Object.keys(SUMMARIES) as (keyof typeof SUMMARIES)[])(
  "the parts of memory as Android %s sums them up",
  (release) => {
    const parts = { mem_pss: 42.5, mem_java: 6, mem_native: 10, mem_graphics: 3, mem_code: 20, mem_stack: 0.5 };
    expect(parseMemory(SUMMARIES[release])).toEqual(parts);
    // An app of two processes holds what both hold.
    expect(parseMemory(SUMMARIES[release].repeat(2))).toMatchObject({ mem_pss: 85, mem_graphics: 6, mem_stack: 1 });
  },
);

test("the parts of memory of a system that sums up nothing but the whole are not known", () => {
  expect(parseMemory("           TOTAL PSS:    43520            TOTAL RSS:   139992\n")).toEqual({
    mem_pss: 42.5,
    mem_java: null,
    mem_native: null,
    mem_graphics: null,
    mem_code: null,
    mem_stack: null,
  });
});

test("janky frames by the count that each release calls so", () => {
  const before12 = "Stats since: 752958278148ns\nTotal frames rendered: 82189\nJanky frames: 35335 (42.99%)\n";
  expect(parseFrames(before12)).toEqual({ frames: 82189, janky: 35335 });
  const since12 = "Total frames rendered: 120\nJanky frames: 3 (2.50%)\nJanky frames (legacy): 17 (14.17%)\n";
  expect(parseFrames(since12)).toEqual({ frames: 120, janky: 3 });
});
