import { describe, expect, it } from "vitest";
import { chunk, resourceValue, stringPool, u32s } from "../testing/chunk-writer.ts";
import { resourceId, writeResourceTable, type TableResource } from "../testing/resource-table-writer.ts";
import { CHUNK, VALUE } from "./chunks.ts";
import { ResourceTable } from "./resource-table.ts";

const PACKAGE_ID = 0x7f;

/** A table of one type from its raw parts: flags, entry count, rows, entries. */
function table(flags: number, count: number, rows: Buffer, entries: Buffer, config = u32s(4)): ResourceTable {
  const entriesStart = 20 + config.length + rows.length;
  const header = Buffer.concat([u32s((flags << 8) | 1, count, entriesStart), config]);
  const type = chunk(CHUNK.tableType, header, Buffer.concat([rows, entries]));
  const packageHeader = Buffer.concat([u32s(PACKAGE_ID), Buffer.alloc(276)]);
  const content = Buffer.concat([
    stringPool(["first", "second"], "utf8"),
    chunk(CHUNK.tablePackage, packageHeader, type),
  ]);
  return new ResourceTable(chunk(CHUNK.table, u32s(1), content));
}

const idOf = (entry: number): number => (PACKAGE_ID * 0x1000000 + 0x10000 + entry) >>> 0;
const texts = (from: ResourceTable, entry: number) => from.variants(idOf(entry)).map(({ value }) => value.text);
const plain = (index: number): Buffer => Buffer.concat([u32s(8, 0), resourceValue(VALUE.string, index)]);

describe("layouts of a type", () => {
  it("dense: one row per entry", () => {
    const dense = table(0, 3, u32s(0xffffffff, 0, 16), Buffer.concat([plain(0), plain(1)]));
    expect([0, 1, 2, 3].map((entry) => texts(dense, entry))).toEqual([[], ["first"], ["second"], []]);
  });

  it("sparse: rows name their entry", () => {
    const rows = u32s(0x0000_0007, 0x0004_0100);
    const sparse = table(0x01, 2, rows, Buffer.concat([plain(0), plain(1)]));
    expect([7, 0x100, 8].map((entry) => texts(sparse, entry))).toEqual([["first"], ["second"], []]);
  });

  it("16-bit offsets", () => {
    const rows = u32s(0x0004_ffff);
    const short = table(0x02, 2, rows, Buffer.concat([plain(0), plain(1)]));
    expect([0, 1].map((entry) => texts(short, entry))).toEqual([[], ["second"]]);
  });

  it("compact entries", () => {
    const compact = u32s((((VALUE.string << 8) | 0x0008) << 16) | 0, 1);
    expect(texts(table(0, 1, u32s(0), compact), 0)).toEqual(["second"]);
  });

  it("passes over bags, which are no single value", () => {
    const bag = Buffer.concat([u32s(0x0001_0010, 0), u32s(0, 0)]);
    expect(texts(table(0, 1, u32s(0), bag), 0)).toEqual([]);
  });

  it("a count or an offset beyond the chunk is corrupt", () => {
    expect(() => texts(table(0, 1_000_000, u32s(0), plain(0)), 0)).toThrow(/impossible entry count/);
    expect(() => texts(table(0, 1, u32s(0x7fff_fff0), plain(0)), 0)).toThrow(/ends too early/);
  });
});

it("a table in too many parts is hostile", () => {
  const packageHeader = Buffer.concat([u32s(PACKAGE_ID), Buffer.alloc(276)]);
  const parts = Buffer.alloc(8 * 100_001, chunk(CHUNK.tableTypeSpec, Buffer.alloc(0), Buffer.alloc(0)));
  const content = chunk(CHUNK.table, u32s(1), chunk(CHUNK.tablePackage, packageHeader, parts));
  expect(() => new ResourceTable(content)).toThrow(/more than 100000 parts/);
});

describe("locales", () => {
  function localeOf(fill: (config: Buffer) => void): string | undefined {
    const config = Buffer.alloc(64);
    config.writeUInt32LE(64);
    fill(config);
    return table(0, 1, u32s(0), plain(0), config).variants(idOf(0))[0]!.locale;
  }

  it("unpacks three-letter languages and numeric regions", () => {
    // "fil" as l-a, i-a, f-a in five bits each, high bit set; "419" likewise from "0".
    const filipino = 0x8000 | (11 << 10) | (8 << 5) | 5;
    const latinAmerica = 0x8000 | (9 << 10) | (1 << 5) | 4;
    expect(localeOf((config) => config.writeUInt16BE(filipino, 8))).toBe("fil");
    const spanish = localeOf((config) => {
      config.write("es", 8, "latin1");
      config.writeUInt16BE(latinAmerica, 10);
    });
    expect(spanish).toBe("es-419");
  });

  it("calls what is no language undetermined", () => {
    expect(localeOf((config) => config.write("_!", 8, "latin1"))).toBe("und");
  });

  it("keeps a script that was written, not one that was derived", () => {
    const serbian = (derived: number) =>
      localeOf((config) => {
        config.write("sr", 8, "latin1");
        config.write("Latn", 36, "latin1");
        config[52] = derived;
      });
    expect(serbian(0)).toBe("sr-Latn");
    expect(serbian(1)).toBe("sr");
  });
});

describe("references", () => {
  const text = (name: string, ...variants: TableResource["variants"]): TableResource => ({
    type: "string",
    name,
    variants,
  });

  it("are followed, the nearest locale first", () => {
    const target = text("target", { value: "any" }, { locale: "de", value: "deutsch" });
    const ref = { ref: resourceId([target], "string", "target") };
    const resources = [target, text("alias", { value: ref }), text("german", { locale: "de", value: ref })];
    const read = new ResourceTable(writeResourceTable("a.b", resources));
    const variants = (name: string) =>
      read.variants(resourceId(resources, "string", name)).map(({ locale, value }) => [locale, value.text]);
    expect(variants("alias")).toEqual([
      [undefined, "any"],
      ["de", "deutsch"],
    ]);
    expect(variants("german")).toEqual([["de", "deutsch"]]);
  });

  it("in a circle lead nowhere", () => {
    const loop = text("loop", { value: { ref: idOf(0) } });
    expect(new ResourceTable(writeResourceTable("a.b", [loop])).variants(idOf(0))).toEqual([]);
  });

  it("that multiply are hostile", () => {
    const itself = { ref: idOf(0) };
    const variants = Array.from({ length: 26 }, (_, index) => ({
      locale: `a${String.fromCharCode(97 + index)}`,
      value: itself,
    }));
    const read = new ResourceTable(writeResourceTable("a.b", [text("web", ...variants)]));
    expect(() => read.variants(idOf(0))).toThrow(/never come to an end/);
  });
});
