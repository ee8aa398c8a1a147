import { truncateSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { MemoryFault } from "./fault.ts";
import { readMemorySample } from "./read-sample.ts";
import { memgraphBytes, SampleFiles, shopFiles } from "./testing/index.ts";

const taken = { takesMemgraph: true };

describe("a memory graph of Apple's", () => {
  it("is told apart by its content, and refused with what reads it", async () => {
    using files = new SampleFiles();
    for (const bytes of [memgraphBytes(), gzipSync(memgraphBytes())])
      await expect(readMemorySample([files.add(bytes, "shop.txt")])).rejects.toMatchObject({
        said: { code: "memory_memgraph", args: { commands: expect.stringContaining("vmmap -summary") } },
      });
  });

  it("is taken beside the files of its moment, of which it tells nothing that they do not", async () => {
    using files = new SampleFiles();
    const { "vmmap.txt": vmmap = "" } = shopFiles(100);
    const alone = await readMemorySample([files.add(vmmap, "vmmap.txt")]);
    const graph = files.add(memgraphBytes(), "shop.memgraph");
    let heard = 0;
    const both = await readMemorySample([graph, files.add(vmmap, "vmmap.txt")], (bytes) => (heard += bytes), taken);
    expect(both.sources.map(({ format, lines }) => [format, lines])[0]).toEqual(["memgraph", 1]);
    expect({ ...both, sources: [] }).toEqual({ ...alone, sources: [] });
    expect(heard).toBe(memgraphBytes().length + Buffer.byteLength(vmmap));
  });

  it("is taken gzipped, and as large as it is, in pieces", async () => {
    using files = new SampleFiles();
    const graph = gzipSync(memgraphBytes(Buffer.alloc(3 * 1024 ** 2)));
    expect((await readMemorySample([files.add(graph)], undefined, taken)).sources).toMatchObject([{ lines: 1 }]);
  });

  const whole = memgraphBytes();
  it.each<[string, Buffer]>([
    ["cut", whole.subarray(0, -1)],
    ["shorter than its end", Buffer.from("bplist00")],
    ["garbage behind its beginning", Buffer.concat([whole.subarray(0, 8), Buffer.alloc(1024 ** 2, 7)])],
    ["a table of offsets beyond it", Buffer.concat([whole.subarray(0, -8), Buffer.alloc(8, 0xff)])],
    ["no object", Buffer.concat([whole.subarray(0, -24), Buffer.alloc(8), whole.subarray(-16)])],
    [
      "a first object that it does not have",
      Buffer.concat([whole.subarray(0, -16), Buffer.alloc(8, 1), whole.subarray(-8)]),
    ],
  ])("is refused with the place where its end should be: %s", async (_, bytes) => {
    using files = new SampleFiles();
    const fault = await readMemorySample([files.add(bytes)], undefined, taken).catch((error: MemoryFault) => error);
    expect(fault).toMatchObject({
      said: { code: "memory_bytes_unexpected", args: { byte: Math.max(0, bytes.length - 32) } },
    });
  });

  it("is looked at in pieces, however large: of two gigabytes that only begin as one no piece stays", async () => {
    using files = new SampleFiles();
    const path = files.add("bplist00");
    truncateSync(path, 2 * 1024 ** 3);
    const before = process.memoryUsage.rss();
    await expect(readMemorySample([path], undefined, taken)).rejects.toMatchObject({
      said: { code: "memory_bytes_unexpected", args: { byte: 2 * 1024 ** 3 - 32 } },
    });
    expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 ** 2);
  });

  it("leaves out files that cannot be read, where somebody takes that", async () => {
    using files = new SampleFiles();
    const { "vmmap.txt": vmmap = "" } = shopFiles(100);
    const left: [number, string][] = [];
    const sample = await readMemorySample([files.add("nothing\n"), files.add(vmmap)], undefined, {
      leavesOut: (index, { said }) => left.push([index, said.code]) > 0,
    });
    expect(left).toEqual([[0, "memory_unknown"]]);
    expect(sample.sources.map(({ format }) => format)).toEqual(["vmmap"]);
  });
});
