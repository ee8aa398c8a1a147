import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { readMemorySample } from "../read-sample.ts";
import {
  javaHeapBytes,
  meminfoText,
  pprofBytes,
  sampleOf,
  SampleFiles,
  shopFiles,
  smapsText,
} from "../testing/index.ts";
import { unpackedBytes } from "./unpacked.ts";

const MB = 1024 ** 2;
const bounds = { ...LIMITS };
const mapping = { name: "[heap]", size: 64, rss: 48, pss: 40, dirty: 32, swap: 8, swapPss: 4 };
const FILES: readonly (readonly [name: string, content: string | Uint8Array])[] = [
  ...Object.entries(shopFiles(31)),
  ["smaps", smapsText(Array.from({ length: 500 }, (_, index) => ({ ...mapping, rss: 48 + index })))],
  ["meminfo", meminfoText(4711, "com.shop", [{ type: "Native Heap", numbers: [9, 8, 7, 6, 5] }])],
  ["heap.pb", pprofBytes([{ symbol: "main", bytes: 4_096, count: 3, calls: [{ symbol: "f", bytes: 16, count: 1 }] }])],
  ["java.hprof", javaHeapBytes(3, 1)],
];

describe("a gzipped file", () => {
  let scratch: string;
  beforeEach(() => {
    scratch = mkdtempSync(join(tmpdir(), "udt-scratch-"));
  });
  afterEach(() => {
    Object.assign(LIMITS, bounds);
    rmSync(scratch, { recursive: true });
  });

  it.each(FILES)("makes the sample that it makes plain: %s", async (name, content) => {
    using files = new SampleFiles();
    const bytes = gzipSync(content);
    const paths = [files.add(content, name), files.add(bytes, `${name}.gz`)] as const;
    let heard = 0;
    const named = paths.map((path) => ({ path, name }));
    const plain = await readMemorySample(named.slice(0, 1));
    const zipped = await readMemorySample(named.slice(1), (count) => (heard += count), { scratch });
    expect(zipped).toEqual(plain);
    // What is told of how far it is are bytes of the file that came.
    expect(heard).toBe(bytes.length);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it.each(FILES)("that is cut is refused, wherever that is: %s", async (name, content) => {
    using files = new SampleFiles();
    const bytes = gzipSync(content);
    for (const at of [11, bytes.length >> 1, bytes.length - 9, bytes.length - 1]) {
      const path = files.add(bytes.subarray(0, at), `${at}-${name}.gz`);
      await expect(readMemorySample([path], undefined, { scratch })).rejects.toMatchObject({
        said: { code: "memory_not_unpacked", args: { file: path } },
      });
    }
    expect(readdirSync(scratch)).toEqual([]);
  });

  it.each(FILES)("in another is none: %s", async (_, content) => {
    await expect(sampleOf(gzipSync(gzipSync(content)))).rejects.toMatchObject({ name: "MemoryFault" });
  });

  it("that bursts into lines, each of which is one, is refused by how often it is as large", async () => {
    LIMITS.unpacked_free_bytes = MB;
    LIMITS.unpacked_times = 50;
    const bomb = gzipSync(smapsText([mapping]).repeat(20_000));
    expect(bomb.length * 50).toBeLessThan(smapsText([mapping]).length * 20_000);
    await expect(sampleOf(bomb)).rejects.toMatchObject({
      said: { code: "memory_unpacked_times", args: { times: 50 } },
    });
  });

  it("is no larger than a file may be", async () => {
    LIMITS.unpacked_bytes = MB;
    const wide = gzipSync(smapsText([mapping]).repeat(3_000));
    const said = { code: "memory_unpacked_large", args: { most: "1.0 MB" } };
    await expect(sampleOf(wide)).rejects.toMatchObject({ said });
    await expect(sampleOf(gzipSync(javaHeapBytes(2)))).rejects.toMatchObject({ said });
  });

  it("that bursts is unpacked no further than to where it is refused", async () => {
    LIMITS.unpacked_free_bytes = 4 * MB;
    const bomb = gzipSync(Buffer.alloc(256 * MB));
    let [came, largest] = [0, 0];
    const all = async () => {
      for await (const { length } of unpackedBytes(Readable.from([bomb]), new Place("bomb.gz"))) {
        came += length;
        largest = Math.max(largest, length);
      }
    };
    await expect(all()).rejects.toMatchObject({ said: { code: "memory_unpacked_times" } });
    expect(largest).toBeLessThanOrEqual(256 * 1024);
    expect(came).toBeLessThanOrEqual(Math.max(4 * MB, bomb.length * LIMITS.unpacked_times) + largest);
  });
});
