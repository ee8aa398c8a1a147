import { describe, expect, it } from "vitest";
import { gradesOf } from "../grades.ts";
import { footprintText, heapText, sampleOf, vmmapText, type VmRow, type ZoneRow } from "../testing/index.ts";

const KB = 1024;

const ROWS: VmRow[] = [
  { type: "IOAccelerator (graphics)", sizes: [9_000, 6_848, 5_648, 1_200, 0, 6_848, 12], count: 226 },
  {
    type: "MALLOC_SMALL",
    sizes: [8_192, 3_000, 2_900, 1_700, 0, 0, 0],
    count: 93,
    remark: "see MALLOC ZONE table below",
  },
  { type: "Memory Tag 240", sizes: [3_820, 2_160, 1_952, 175, 0, 0, 0], count: 43 },
  { type: "Performance tool data", sizes: [5_000, 4_000, 4_000, 96, 0, 0, 0], count: 7 },
  {
    type: "Stack (reserved)",
    sizes: [544, 0, 0, 0, 0, 0, 0],
    count: 1,
    remark: "reserved VM address space (unallocated)",
  },
  { type: "owned unmapped (graphics)", sizes: [4_249, 4_065, 225, 44, 3, 2, 1], count: 155 },
];
const ZONES: ZoneRow[] = [
  { name: "DefaultMallocZone_0x101e9c000", dirty: 2_900, swapped: 1_700, allocated: 4_500, count: 145_414 },
  { name: "WebKit Malloc_0x1144ee5f8", dirty: 3_216, swapped: 496, allocated: 329, count: 2_228 },
];

describe("vmmap", () => {
  it.each([
    ["-summary", true],
    ["", false],
  ])("%s tells process, regions and zones, and leaves out what tools hold", async (_, isSummary) => {
    const sample = await sampleOf(vmmapText(ROWS, ZONES, isSummary));
    expect(sample).toMatchObject({
      process: "Shop",
      pid: 4711,
      taken_at: "2026-09-05T03:23:00.508Z",
      tool_bytes: 4_096 * KB,
    });
    expect(sample.regions.map(({ type, footprint }) => [type, footprint / KB])).toEqual([
      ["IOAccelerator (graphics)", 6_848],
      ["MALLOC_SMALL", 4_600],
      // Memory of IOKit that is not mapped counts as far as it is resident.
      ["owned unmapped (graphics)", 4_109],
      ["Memory Tag 240", 2_127],
      ["Stack (reserved)", 0],
    ]);
    expect(sample.totals).toEqual({
      virtual: (9_000 + 8_192 + 3_820 + 544 + 4_249) * KB,
      resident: (6_848 + 3_000 + 2_160 + 4_065) * KB,
      dirty: (5_648 + 2_900 + 1_952 + 225) * KB,
      swapped: (1_200 + 1_700 + 175 + 44) * KB,
      volatile: 3 * KB,
      nonvolatile: 6_850 * KB,
      empty: 13 * KB,
      count: 226 + 93 + 43 + 1 + 155,
    });
    expect(sample.footprints).toEqual({
      phys_footprint: (919 - 4) * KB * KB,
      regions: (6_848 + 4_600 + 4_109 + 2_127) * KB,
    });
    expect(sample.footprint_peak_bytes).toBe(Math.round(941.4 * KB * KB));
    expect(sample.zones).toEqual([
      {
        name: "DefaultMallocZone",
        dirty: 2_900 * KB,
        swapped: 1_700 * KB,
        allocated: 4_500 * KB,
        fragmentation: 2,
        count: 145_414,
      },
      {
        name: "WebKit Malloc",
        dirty: 3_216 * KB,
        swapped: 496 * KB,
        allocated: 329 * KB,
        fragmentation: 91,
        count: 2_228,
      },
    ]);
  });

  it.each([
    ["within its table", (text: string) => text.slice(0, text.indexOf("Stack (reserved)")), "memory_cut"],
    ["before its table", (text: string) => text.slice(0, text.indexOf("REGION TYPE     ")), "memory_cut"],
    ["with a garbled size", (text: string) => text.replace("5648K", "5648Q"), "memory_unexpected"],
    [
      "without a column that is needed",
      (text: string) => text.replace(" DIRTY  SWAPPED VOLATILE", ""),
      "memory_unexpected",
    ],
  ])("that is cut or garbled %s is refused", async (_, spoil, code) => {
    const lines = { line: expect.any(Number) as number, file: expect.any(String) as string };
    const wrong = spoil(vmmapText(ROWS, ZONES));
    await expect(sampleOf(wrong)).rejects.toMatchObject({
      said: { code, args: expect.objectContaining(lines) as object },
    });
  });
});

describe("heap", () => {
  const rows = [
    { name: "non-object", bytes: 38_277_243, count: 93_066 },
    { name: "Class.data (class_rw_t)", type: "C", image: "libobjc.A.dylib", bytes: 121_920, count: 3_810 },
    {
      name: `std::__shared_ptr_emplace<${"deeply::".repeat(1_000)}Nested<int, 3>>`,
      type: "C++",
      image: "Shop",
      bytes: 96,
      count: 3,
    },
    { name: "Observer@0x102758b60._priv (malloc)", type: "C", image: "QuartzCore", bytes: 6_336, count: 198 },
  ];

  it("tells classes and zones, without addresses, and names of any length", async () => {
    const { classes, zones, pid } = await sampleOf(heapText(rows));
    expect(pid).toBe(4711);
    const retained = null;
    expect(classes).toEqual([
      { name: "non-object", type: "", image: "", bytes: 38_277_243, count: 93_066, retained },
      { ...rows[1], retained },
      { ...rows[3], name: "Observer._priv (malloc)", retained },
      { ...rows[2], retained },
    ]);
    expect(zones).toMatchObject([{ name: "All zones", allocated: 38_405_595, count: 97_077, dirty: null }]);
  });

  it("of one zone names it", async () => {
    const { zones } = await sampleOf(heapText(rows, "QuartzCore_0x104784000"));
    expect(zones).toMatchObject([{ name: "QuartzCore", allocated: 38_405_595 }]);
  });

  it("with a garbled row, or without its table, is refused", async () => {
    const text = heapText(rows);
    await expect(sampleOf(text.replace("    3810 ", "    38x0 "))).rejects.toMatchObject({
      said: { code: "memory_unexpected" },
    });
    await expect(sampleOf(text.slice(0, text.indexOf("   COUNT ")))).rejects.toMatchObject({
      said: { code: "memory_cut" },
    });
  });
});

describe("footprint", () => {
  const categories = [
    { type: "Owned physical footprint (unmapped) (graphics)", dirty: 430_964_736, regions: 155 },
    { type: "performance tool data", dirty: 1_048_576, regions: 2 },
    { type: "MALLOC_SMALL", dirty: 48_234_496, regions: 22 },
  ];
  const regions = [
    { type: "Owned physical footprint (unmapped) (graphics)", footprint: 430_964_736, count: 155 },
    { type: "MALLOC_SMALL", footprint: 48_234_496, count: 22 },
  ];

  it("tells the kernel's own number and the categories, to the byte", async () => {
    const sample = await sampleOf(footprintText(categories, 480_500_000, 500_000_000));
    expect(sample).toMatchObject({ process: "Shop", pid: 4711, footprint_peak_bytes: 500_000_000, regions });
    expect(sample.footprint_bytes).toBe(480_500_000 - 1_048_576);
  });

  it("is read in people's units, too", async () => {
    const text = footprintText(categories, 1, 1)
      .replace(/^ *430964736 B/m, "1,102 MB")
      .replace("22    MALLOC", "22    (graphics) MALLOC");
    expect((await sampleOf(text)).regions).toMatchObject([
      { footprint: 1_102 * KB * KB },
      { type: "(graphics) MALLOC_SMALL" },
    ]);
  });

  it("as JSON says the same", async () => {
    const told = Object.fromEntries(
      categories.map(({ type, dirty, regions: count }) => [type, { dirty, clean: 0, regions: count }]),
    );
    const auxiliary = { phys_footprint: 480_500_000, phys_footprint_peak: 500_000_000 };
    const process = { pid: 4711, name: "Shop", translated: false, auxiliary, categories: told };
    const sample = await sampleOf(JSON.stringify({ unit: "byte", "bytes per unit": 1, processes: [process] }, null, 2));
    expect(sample).toMatchObject({ process: "Shop", pid: 4711, footprint_peak_bytes: 500_000_000, regions });
    expect(sample.footprint_bytes).toBe(480_500_000 - 1_048_576);
  });

  it.each([
    [
      "cut",
      footprintText(categories, 1, 1).split("    ---        ---          ---        ---    ---\n").slice(0, 2).join(""),
      "memory_cut",
    ],
    ["garbled", footprintText(categories, 1, 1).replace("48234496 B", "48234496 Q"), "memory_unexpected"],
    ["of two processes", footprintText(categories, 1, 1).repeat(2), "memory_unexpected"],
    ["JSON that is cut", '{"processes": [', "memory_unexpected"],
    ["JSON of something else", '{"processes": [{"pid": 1}]}', "memory_unexpected"],
    [
      "JSON with a size that is none",
      '{"processes": [{"pid": 1, "categories": {"a": {"dirty": "1"}}}]}',
      "memory_unexpected",
    ],
  ])("that is %s is refused", async (_, text, code) => {
    await expect(sampleOf(text)).rejects.toMatchObject({ said: { code } });
  });
});

describe("grades", () => {
  const rowOf = (count: number, dirty: number, swapped: number): VmRow => ({
    type: "A",
    sizes: [1, 1, dirty, swapped, 0, 0, 0],
    count,
  });
  const gradesFor = async (row: VmRow, allocated = 0) =>
    gradesOf(await sampleOf(vmmapText([row], [{ name: "Z", dirty: 100, swapped: 0, allocated, count: 1 }])));

  it.each([
    [50_000, "normal"],
    [50_001, "warning"],
    [65_535, "warning"],
    [65_536, "severe"],
  ])("of %i regions is %s", async (count, grade) => {
    expect((await gradesFor(rowOf(count, 1, 1))).region_count).toEqual({ count, grade });
  });

  it.each([
    [60, 40, "normal"],
    [59, 41, "warning"],
  ])("of %i dirty and %i swapped is %s", async (dirty, swapped, grade) => {
    expect((await gradesFor(rowOf(1, dirty, swapped))).swap_pressure).toMatchObject({ percent: swapped, grade });
  });

  it.each([
    [75, 25, "normal"],
    [74, 26, "warning"],
    [50, 50, "warning"],
    [49, 51, "severe"],
  ])("of a zone with %i of 100 allocated is %i %%: %s", async (allocated, percent, grade) => {
    expect((await gradesFor(rowOf(1, 1, 1), allocated)).fragmentation).toEqual([{ zone: "Z", percent, grade }]);
  });
});
