import { describe, expect, it } from "vitest";
import {
  allBySizeText,
  callTreeText,
  collapsedText,
  JvmDump,
  loliText,
  type Node,
  pprofBytes,
  sampleOf,
  smapsText,
  vmmapText,
} from "./testing/index.ts";

/** Each can be counted, and as many digits as tools print; two cannot, and of the smaller twelve. */
const MOST = Number.MAX_SAFE_INTEGER;
const KB = Math.floor(MOST / 1024);
const PART = 8e14;
const ARRAY = 2 ** 31 - 1;
const times = <One>(make: (name: string) => One): One[] => [..."abcdefghijkl"].map(make);
const two = (bytes: number): Node[] => ["f", "g"].map((symbol) => ({ symbol, bytes, count: 1 }));
const mapping = (kb: number) => ({ name: "[heap]", size: 4, rss: kb, pss: kb, dirty: 4, swap: 0, swapPss: 0 });
const region = (type: string, kb: number) => ({ type, sizes: [kb, kb, kb, 0, 0, 0, 0] as VmSizes, count: 1 });
type VmSizes = Parameters<typeof vmmapText>[0][number]["sizes"];

/** So many arrays of which the dump says how long they are, and has nothing of them. */
function arrays(count: number): Buffer {
  const dump = new JvmDump(4);
  const parts = [
    dump.class({ id: 1, name: "java/lang/Object" }),
    dump.class({ id: 2, name: "java/lang/Class", super_id: 1 }),
    Buffer.concat(Array.from({ length: count }, (_, at) => dump.primitives(100 + at, "long", ARRAY, 0xc3))),
  ];
  return dump.bytes(parts);
}

describe("sizes that each can be counted", () => {
  it.each<readonly [string, string | Uint8Array]>([
    ["stacks of -allBySize", allBySizeText(two(MOST))],
    ["calls of -callTree", callTreeText(two(7)).replaceAll(/\(\d+ bytes\)/g, "(9000000T)")],
    ["stacks of pprof", pprofBytes(two(MOST), { types: [["inuse_space", "bytes"]] })],
    ["collapsed stacks", collapsedText(two(MOST))],
    ["stacks of LoliProfiler", loliText(times((symbol) => ({ symbol, bytes: PART, count: 1 })))],
    ["mappings of smaps", smapsText([mapping(KB), mapping(KB)])],
    ["regions of vmmap of several types", vmmapText([region("Stack", KB), region("Heap", KB)], [])],
    ["arrays of a heap dump", arrays(530_000)],
  ])("are refused where they come to more than can be: %s", async (_, content) => {
    const fault: unknown = await sampleOf(content).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(fault).toMatchObject({ said: { code: "memory_sum" } });
  });

  it("are told where they come to as much as can be", async () => {
    const one = [{ symbol: "f", bytes: MOST, count: 1 }];
    expect((await sampleOf(allBySizeText(one))).stacks.malloc?.total).toBe(MOST);
    expect((await sampleOf(arrays(9))).unheld?.bytes).toBeGreaterThan(9 * ARRAY * 8);
    expect((await sampleOf(vmmapText([region("Stack", KB)], []))).totals?.virtual).toBe(KB * 1024);
  });
});
