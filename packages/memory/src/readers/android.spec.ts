import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readMemorySample } from "../read-sample.ts";
import { type Mapping, meminfoText, rollupText, sampleOf, SampleFiles, smapsText } from "../testing/index.ts";

const KB = 1024;

/** As an Android 12 phone wrote it. */
const OF_A_PHONE = `12c00000-32c00000 rw-p 00000000 00:00 0                                  [anon:dalvik-main space (region space)]
Name:           [anon:dalvik-main space (region space)]
Size:             524288 kB
KernelPageSize:        4 kB
MMUPageSize:           4 kB
Rss:               11420 kB
Pss:               11420 kB
Shared_Clean:          0 kB
Shared_Dirty:          0 kB
Private_Clean:         0 kB
Private_Dirty:     11420 kB
Referenced:        11420 kB
Anonymous:         11420 kB
AnonHugePages:         0 kB
Swap:                300 kB
SwapPss:               3 kB
Locked:                0 kB
VmFlags: rd wr mr mw me ac
70fba000-71214000 r--p 00000000 fe:00 1422                               /apex/com.android.art/lib64/libart.so
Size:               2408 kB
Rss:                2408 kB
Pss:                 327 kB
Private_Dirty:         8 kB
Swap:                  0 kB
SwapPss:               0 kB
Locked:                0 kB
VmFlags: rd mr mw me
71214000-71216000 rw-p 00000000 00:00 0
Size:                  8 kB
Rss:                   8 kB
Pss:                   8 kB
Private_Dirty:         8 kB
Swap:                  0 kB
SwapPss:               0 kB
Locked:                0 kB
VmFlags: rd wr mr mw me ac
`;

const NAMES = [
  "[anon:libc_malloc]",
  "[anon:dalvik-main space]",
  "/system/lib64/libc.so",
  "/data/app/base.apk",
  "[stack]",
  "",
];
const sizes = fc.integer({ min: 0, max: 2_000_000 });
const mappings: fc.Arbitrary<Mapping> = fc.record({
  name: fc.constantFrom(...NAMES),
  size: fc.integer({ min: 4, max: 1_000 }),
  rss: sizes,
  pss: sizes,
  dirty: sizes,
  swap: sizes,
  swapPss: sizes,
});

describe("smaps", () => {
  it("is read as a phone writes it, by the types of dumpsys meminfo", async () => {
    const { regions, totals, footprint_bytes, sources } = await sampleOf(OF_A_PHONE);
    expect(sources).toMatchObject([{ format: "smaps", lines: 36 }]);
    expect(footprint_bytes).toBe((11_420 + 3 + 327 + 8) * KB);
    expect(regions.map(({ type, footprint, count }) => [type, footprint / KB, count])).toEqual([
      ["Dalvik Heap", 11_423, 1],
      // The bss behind a library is the library's.
      [".so mmap", 335, 2],
    ]);
    expect(totals).toMatchObject({
      virtual: (524_288 + 2_408 + 8) * KB,
      resident: (11_420 + 2_408 + 8) * KB,
      dirty: (11_420 + 8 + 8) * KB,
      swapped: 3 * KB,
      volatile: null,
      count: 3,
    });
  });

  it("adds up to the byte, whatever the mappings, with addresses of 32 and of 64 bits and each kind of line end", async () => {
    const ends = fc.constantFrom("\n", "\r\n");
    await fc.assert(
      fc.asyncProperty(
        fc.array(mappings, { minLength: 1, maxLength: 20 }),
        fc.boolean(),
        fc.array(ends),
        async (all, isLong, by) => {
          const text = smapsText(all, isLong);
          let line = 0;
          const { totals, regions, footprint_bytes } = await sampleOf(
            text.replaceAll("\n", () => by[line++ % by.length] ?? "\n"),
          );
          const sum = (of: (mapping: Mapping) => number) => all.reduce((kb, mapping) => kb + of(mapping), 0) * KB;
          expect(totals).toMatchObject({
            virtual: sum(({ size }) => size),
            resident: sum(({ rss }) => rss),
            dirty: sum(({ dirty }) => dirty),
            swapped: sum(({ swapPss }) => swapPss),
            count: all.length,
          });
          expect(footprint_bytes).toBe(sum(({ pss, swapPss }) => pss + swapPss));
          expect(regions.reduce((bytes, { footprint }) => bytes + footprint, 0)).toBe(footprint_bytes);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("of a rollup has sums and no regions", async () => {
    const { regions, totals, footprint_bytes } = await sampleOf(
      rollupText({ name: "", size: 0, rss: 20, pss: 10, dirty: 5, swap: 4, swapPss: 2 }),
    );
    expect(regions).toEqual([]);
    expect(footprint_bytes).toBe(12 * KB);
    expect(totals).toMatchObject({ virtual: null, resident: 20 * KB, dirty: 5 * KB, swapped: 2 * KB, count: null });
  });

  it.each([
    ["in a mapping", /VmFlags: rd wr mr mw me ac\n$/, "", "memory_cut", "VmFlags"],
    ["in a field", /Locked: {16}0 kB\nVmFlags: rd wr mr mw me ac\n$/, "Loc", "memory_unexpected", "Name: SIZE kB"],
    ["before its sizes", /(71214000-71216000 rw-p 00000000 00:00 0\n)[\s\S]*$/, "$1", "memory_cut", "Rss"],
  ])("that is cut %s is refused with its line", async (_, from, to, code, expected) => {
    await expect(sampleOf(OF_A_PHONE.replace(from, to))).rejects.toMatchObject({
      said: { code, args: { line: expect.any(Number), expected: expect.stringContaining(expected) } },
    });
  });
});

describe("dumpsys meminfo", () => {
  const rows = [
    { type: "Native Heap", numbers: [80_860, 80_824, 4, 25, 82_336] },
    { type: "Dalvik Other", numbers: [16_620, 4_208, 0, 0, 29_248] },
    { type: ".so mmap", numbers: [3_554, 332, 1_152, 1, 23_808] },
    { type: "EGL mtrack", numbers: [54_432, 54_432, 0, 0, 54_432] },
  ] satisfies Parameters<typeof meminfoText>[2];
  const text = meminfoText(20_602, "dev.udt.shop", rows);

  it("tells process, regions and TOTAL, in which what is swapped counts", async () => {
    const sample = await sampleOf(text);
    expect(sample).toMatchObject({ process: "dev.udt.shop", pid: 20_602 });
    expect(sample.footprint_bytes).toBe((80_860 + 16_620 + 3_554 + 54_432 + 26) * KB);
    expect(sample.regions.reduce((sum, { footprint }) => sum + footprint, 0)).toBe(sample.footprint_bytes);
    expect(sample.regions[0]).toMatchObject({
      type: "Native Heap",
      footprint: 80_885 * KB,
      resident: 82_336 * KB,
      dirty: 80_824 * KB,
      swapped: 25 * KB,
      virtual: null,
    });
  });

  it("and smaps of one moment are one sample: TOTAL of the one, types as both name them", async () => {
    using files = new SampleFiles();
    const native = {
      name: "[anon:libc_malloc]",
      size: 100,
      rss: 82_336,
      pss: 80_860,
      dirty: 80_824,
      swap: 0,
      swapPss: 25,
    };
    const sample = await readMemorySample([files.add(smapsText([native])), files.add(text)]);
    expect(sample.footprints).toEqual({ mapped_pss: 80_885 * KB, total_pss: 155_492 * KB });
    expect(sample.footprint_bytes).toBe(155_492 * KB);
    expect(sample.regions.map(({ type }) => type)).toContain("EGL mtrack");
    expect(sample.sources.map(({ format }) => format)).toEqual(["smaps", "meminfo"]);
  });

  it.each([
    ["without its total", text.slice(0, text.indexOf("        TOTAL")), "memory_cut"],
    ["of two processes", text + text, "memory_unexpected"],
    ["with a garbled row", text.replace("    3554", "    35x4"), "memory_unexpected"],
  ])("%s is refused", async (_, wrong, code) => {
    await expect(sampleOf(wrong)).rejects.toMatchObject({ said: { code } });
  });
});
