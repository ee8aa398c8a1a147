/** What a process's memory is by all that tells of it, read by the readers that read a real phone's. */
import type { MemorySample } from "@udt/memory";
import { sampleOf } from "@udt/memory/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runBytes } from "../../../test/shell-harness.ts";
import { type PhoneHost, startPhones, type VirtualPhone } from "../../index.ts";

const GAME = "dev.udt.game";
const SHOP = "dev.udt.shop";
const KB = 1024;
/** What a page's picture is when it is decoded, and what the leak keeps in Java's heap of each. */
const PICTURE_KB = 1_440;
const ENTRY_KB = 241;
const SKUS = ["HP-100", "WT-210", "LP-031"];

let phone: VirtualPhone;
let host: PhoneHost;
beforeEach(async () => {
  host = await startPhones({ count: 1, basePort: 0 });
  phone = host.phones[0]!.phone;
});
afterEach(() => host.stop());

const run = async (line: string): Promise<string> => (await runBytes({ phone }, line)).toString();
const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? NaN);
const pidOf = async (name: string): Promise<number> => Number(await run(`pidof ${name}`));
const smapsOf = async (name: string, file = "smaps"): Promise<string> =>
  run(`run-as ${name} cat /proc/${await pidOf(name)}/${file}`);

const kbByType = ({ regions }: MemorySample): Map<string, number[]> =>
  new Map(
    regions.map((one) => [one.type, [one.footprint, one.resident ?? 0, one.dirty ?? 0].map((size) => size / KB)]),
  );

/** A page of the shop, drawn. */
function openPage(sku: string): void {
  phone.screen.start(SHOP, undefined, { sku });
  phone.screen.dump();
}

/** By type, in kB, without what nothing points to any more. */
async function memoryOf(name: string): Promise<Map<string, number>> {
  phone.system.usage.app(name)?.collect();
  const sample = await sampleOf(await run(`dumpsys meminfo ${name}`));
  return new Map([
    ["TOTAL", sample.footprint_bytes! / KB],
    ...sample.regions.map(({ type, footprint }) => [type, footprint / KB] as const),
  ]);
}

async function growth(name: string, act: () => void): Promise<Record<string, number>> {
  const before = await memoryOf(name);
  act();
  const after = await memoryOf(name);
  const changed = [...after].map(([type, kb]) => [type, kb - (before.get(type) ?? 0)] as const);
  return Object.fromEntries(changed.filter(([, kb]) => kb !== 0));
}

describe.each([SHOP, GAME])("%s", (name) => {
  it("has one size, whatever tells it", async () => {
    phone.screen.start(name);
    phone.screen.dump();
    await phone.screen.png();
    // Asleep it draws nothing, so that all that is read is of one moment.
    phone.screen.sleep();
    const pid = await pidOf(name);
    const meminfoText = await run(`dumpsys meminfo ${pid}`);
    const smapsText = await smapsOf(name);
    const [smaps, rollup, meminfo] = [
      await sampleOf(smapsText),
      await sampleOf(await smapsOf(name, "smaps_rollup")),
      await sampleOf(meminfoText),
    ];
    const told = kbByType(meminfo);
    const graphics = ["EGL mtrack", "GL mtrack"].map((type) => told.get(type)?.[0] ?? 0);
    expect(meminfo.footprints.total_pss).toBe(
      smaps.footprints.mapped_pss! + graphics.reduce((sum, kb) => sum + kb, 0) * KB,
    );
    expect(rollup.footprints.mapped_pss).toBe(smaps.footprints.mapped_pss);
    expect(rollup.totals).toMatchObject({ resident: smaps.totals!.resident, dirty: smaps.totals!.dirty });
    // Sorted by the names of the mappings they are the rows of meminfo.
    for (const type of ["EGL mtrack", "GL mtrack"]) told.delete(type);
    expect(kbByType(smaps)).toEqual(told);

    const status = await run(`cat /proc/${pid}/status`);
    expect(smaps.totals).toMatchObject({
      resident: number(status, /VmRSS:\s+(\d+)/) * KB,
      virtual: number(status, /VmSize:\s+(\d+)/) * KB,
    });
    expect((await run(`ps -o VSZ,RSS -p ${pid}`)).trim().split("\n")[1]!.trim().split(/\s+/)).toEqual([
      String(smaps.totals!.virtual! / KB),
      String(smaps.totals!.resident! / KB),
    ]);
    const heads = smapsText.split("\n").filter((line) => /^[0-9a-f]+-/.test(line));
    expect((await smapsOf(name, "maps")).trimEnd().split("\n")).toEqual(heads);
    expect(new Set(heads).size).toBe(heads.length);
    const ends = heads.flatMap((line) =>
      line
        .split(" ")[0]!
        .split("-")
        .map((hex) => Number.parseInt(hex, 16)),
    );
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));

    // The summary's parts make the total, and -s is the same summary.
    const summary = await run(`dumpsys meminfo -s ${pid}`);
    const parts = [
      ...summary.matchAll(/^ +(?:Java Heap|Native Heap|Code|Stack|Graphics|Private Other|System): +(\d+)/gm),
    ];
    expect(parts).toHaveLength(7);
    expect(parts.reduce((sum, [, kb]) => sum + Number(kb), 0) * KB).toBe(meminfo.footprint_bytes);
    expect(meminfoText).toContain(summary.slice(summary.indexOf(" App Summary")));
    expect(summary).not.toContain("TOTAL  ");
  });

  it("says that it is simulated", async () => {
    phone.screen.start(name);
    expect(await run(`dumpsys meminfo ${name}`)).toContain("Simulated by the virtual phone");
    expect(await smapsOf(name)).toContain("[anon:simulated by the virtual phone]");
    expect(await run("getprop ro.udt.load")).toBe("simulated\n");
  });
});

describe("a process's mappings", () => {
  it("are its own user's to read", async () => {
    phone.screen.start(SHOP);
    phone.screen.start("dev.udt.settings");
    const pid = await pidOf(SHOP);
    for (const file of ["maps", "smaps", "smaps_rollup"]) {
      const path = `/proc/${pid}/${file}`;
      expect(await run(`cat ${path} 2>&1`)).toBe(`cat: ${path}: Permission denied\n`);
      expect(await run(`run-as ${GAME} cat ${path} 2>&1`)).toBe(`cat: ${path}: Permission denied\n`);
    }
    expect(await run(`(wc -l < /proc/${pid}/smaps) 2>&1`)).toContain("Permission denied");
    expect(await run(`run-as ${SHOP} grep -c ^Size: /proc/${pid}/smaps`)).toMatch(/^\d{2,}\n$/);
    expect(await run(`run-as ${SHOP} sh -c 'wc -l < /proc/${pid}/maps'`)).toMatch(/^\d{2,}\n$/);
    expect(await run("run-as dev.udt.settings id 2>&1")).toBe("run-as: package not debuggable: dev.udt.settings\n");
    expect(await run("run-as org.example.none id 2>&1")).toBe("run-as: unknown package: org.example.none\n");
    const uid = number(await run(`pm list packages -U ${SHOP}`), /uid:(\d+)/);
    expect(await run(`run-as ${SHOP} id`)).toContain(`uid=${uid}(u0_a${uid - 10_000}) `);
    expect(await run("id")).toContain("uid=2000(shell) ");
    // Who ended takes its files along.
    phone.screen.stop(SHOP);
    expect(await run(`run-as ${SHOP} cat /proc/${pid}/smaps 2>&1`)).toContain("No such file");
  });
});

describe("the shop", () => {
  const openAll = () => SKUS.forEach(openPage);

  const openList = () => {
    phone.screen.start(SHOP);
    phone.screen.dump();
  };
  beforeEach(() => {
    openList();
    openPage(SKUS[0]!);
  });

  it("lets a page's picture go with its page", async () => {
    expect(await growth(SHOP, openAll)).toEqual({});
    const closed = await growth(SHOP, () => {
      phone.screen.key("down", 4, 0);
      phone.screen.key("up", 4, 0);
      phone.screen.dump();
    });
    expect(closed["Native Heap"]).toBe(-PICTURE_KB);
  });

  it("with its leak on grows by what the pictures of three pages weigh, until it is started anew", async () => {
    const before = await memoryOf(SHOP);
    await run("udt-fault leak on");
    const grown = await growth(SHOP, openAll);
    // The picture that the page had before is let go, and each page's is kept.
    const native = 3 * PICTURE_KB - PICTURE_KB;
    const java = Math.ceil((3 * ENTRY_KB) / 4) * 4;
    expect(grown).toEqual({ "Native Heap": native, "Dalvik Heap": java, TOTAL: native + java });
    const cached = await smapsOf(SHOP);
    expect(cached).toContain("[anon:dalvik-large object space allocation]");

    const again = await growth(SHOP, openAll);
    expect(again["Native Heap"]).toBe(3 * PICTURE_KB);
    await run("udt-fault leak off");
    expect(await growth(SHOP, openAll)).toEqual({ "Native Heap": PICTURE_KB, TOTAL: PICTURE_KB });
    expect(await growth(SHOP, openAll)).toEqual({});
    phone.screen.stop(SHOP);
    openList();
    openPage(SKUS[0]!);
    expect(await memoryOf(SHOP)).toEqual(before);
  });
});

describe("Gem Drift", () => {
  it("has textures in graphics memory while it is in front", async () => {
    phone.screen.start(GAME);
    await phone.screen.png();
    const first = await memoryOf(GAME);
    expect(first.get("GL mtrack")).toBe(60 * KB);
    phone.screen.start(SHOP);
    const behind = await memoryOf(GAME);
    expect([behind.get("GL mtrack"), behind.get("EGL mtrack")]).toEqual([undefined, undefined]);
    expect(behind.get("Native Heap")).toBeGreaterThan(46 * KB);
  });
});

describe("am dumpheap", () => {
  const FILE = "/data/local/tmp/heap.hprof";
  const refused = async (line: string) => run(`am dumpheap ${line} 2>&1; echo code=$?; ls ${FILE} 2>&1`);

  it("writes the heap of an app that may be looked into, of the size that meminfo tells", async () => {
    openPage(SKUS[0]!);
    phone.screen.sleep();
    const pid = await pidOf(SHOP);
    expect(await run(`am dumpheap ${pid} ${FILE}; echo code=$?`)).toBe(
      `File: ${FILE}\nWaiting for dump to finish...\ncode=0\n`,
    );
    const bytes = await runBytes({ phone }, `cat ${FILE}`);
    expect(bytes.subarray(0, 18).toString()).toBe("JAVA PROFILE 1.0.3");
    expect(bytes.indexOf("Simulated by the virtual phone")).toBeLessThan(60);
    const alloc = () => run(`dumpsys meminfo ${SHOP}`).then((text) => number(text, /Dalvik Heap(?: +\d+){6} +(\d+)/));
    const before = await alloc();
    expect(bytes.length).toBeGreaterThan(before * KB);
    expect(bytes.length).toBeLessThan(before * KB * 1.1);
    // The collector runs before, where it is asked to.
    await run(`am dumpheap -g ${SHOP} ${FILE}`);
    const collected = await alloc();
    expect(collected).toBeLessThan(before);
    expect(phone.system.files.stat(FILE).size).toBeLessThan(bytes.length);
  });

  it("tells the reader of heap dumps how large the heap is, what is garbage, and what the leak's cache holds", async () => {
    await run("udt-fault leak on");
    SKUS.forEach(openPage);
    phone.screen.sleep();
    await run(`am dumpheap ${SHOP} ${FILE}`);
    const alloc_kb = number(await run(`dumpsys meminfo ${SHOP}`), /Dalvik Heap(?: +\d+){6} +(\d+)/);
    const dump = await sampleOf(await runBytes({ phone }, `cat ${FILE}`));
    expect(dump.classes.reduce((bytes, one) => bytes + one.bytes, 0)).toBe(alloc_kb * KB);
    expect(dump.unheld?.bytes).toBe(phone.system.usage.app(SHOP)!.garbage_bytes);
    const rows = (name: string) => dump.classes.find((one) => one.name === name);
    expect(rows("dev.udt.shop.ImageCache$Entry")).toMatchObject({ count: SKUS.length });
    expect(rows("java.util.HashMap$Node")).toMatchObject({ count: SKUS.length, retained: SKUS.length * ENTRY_KB * KB });
  });

  it("is refused as Android refuses it, and leaves no file", async () => {
    phone.screen.start("dev.udt.settings");
    const none = `ls: ${FILE}: No such file or directory\n`;
    const exception = "\nException occurred while executing 'dumpheap':\njava.lang.";
    expect(await refused(`dev.udt.settings ${FILE}`)).toBe(
      `${exception}SecurityException: Process not debuggable: dev.udt.settings\ncode=255\n${none}`,
    );
    expect(await refused(`${SHOP} ${FILE}`)).toBe(
      `${exception}IllegalArgumentException: Unknown process: ${SHOP}\ncode=255\n${none}`,
    );
    phone.screen.start(SHOP);
    expect(await refused(`-x ${SHOP} ${FILE}`)).toBe(`Error: Unknown option: -x\ncode=255\n${none}`);
    expect(await refused(`${SHOP} /system/heap.hprof`)).toContain("Error: Unable to open file: /system/heap.hprof\n");
    phone.system.faults.disk_full = true;
    expect(await refused(`${SHOP} ${FILE}`)).toContain(
      `HEAP DUMP FAILED on process ${SHOP}: No space left on device\ncode=255\n${none}`,
    );
  });
});
