import { say } from "@udt/contract";
import { Readable } from "node:stream";
import { assert, integer, property } from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkBytes, chunkNumber, exactly, missingChunks } from "./chunks.ts";

describe("chunks", () => {
  it("cover the file exactly, whatever its size", () => {
    assert(
      property(integer({ min: 1, max: 10_000 }), integer({ min: 1, max: 700 }), (size_bytes, chunk_size) => {
        const upload = { size_bytes, chunk_size };
        const sizes = Array.from({ length: chunkNumber(upload) }, (_, index) => chunkBytes(upload, index + 1));
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(size_bytes);
        expect(sizes.slice(0, -1).every((size) => size === chunk_size)).toBe(true);
        expect(sizes.at(-1)).toBeGreaterThan(0);
      }),
    );
  });

  it("are told as ranges when they are missing", () => {
    const upload = { size_bytes: 100, chunk_size: 10 };
    expect(missingChunks(upload, [])).toBe("1-10");
    expect(missingChunks(upload, [1, 6, 7, 8, 10])).toBe("2-5, 9");
    expect(missingChunks(upload, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])).toBe("");
  });
});

async function collect(pieces: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read).toString();
}

describe("exactly", () => {
  const read = (pieces: string[], bytes: number) =>
    collect(exactly(Readable.from(pieces.map((piece) => Buffer.from(piece))), bytes));

  it("hands on what has the right length", async () => {
    expect(await read(["ab", "c"], 3)).toBe("abc");
  });

  it("refuses one byte less and one byte more", async () => {
    await expect(read(["ab", "c"], 4)).rejects.toMatchObject({ said: say("chunk_bytes", { actual: 3, expected: 4 }) });
    await expect(read(["ab", "c"], 2)).rejects.toMatchObject({ said: say("chunk_more", { expected: 2 }) });
    await expect(read([], 1)).rejects.toMatchObject({ said: say("chunk_bytes", { actual: 0, expected: 1 }) });
  });

  it("says that the source broke", async () => {
    const source = new Readable({ read() {} });
    source.push("ab");
    const reading = collect(exactly(source, 3));
    source.destroy(new Error("aborted"));
    await expect(reading).rejects.toMatchObject({
      said: { code: "chunk_cut", args: { actual: expect.any(Number) } },
    });
  });

  it("leaves the source open when its reader stops", async () => {
    const source = Readable.from([Buffer.from("abc"), Buffer.from("def")]);
    await expect(collect(exactly(source, 2))).rejects.toThrow("more than 2 bytes");
    expect(source.destroyed).toBe(false);
  });
});
