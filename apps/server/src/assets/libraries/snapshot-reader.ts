/** Reads lines of one file of a snapshot, which is a gzipped tar as POSIX has it: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html */
import { textBefore } from "@udt/base";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";

const BLOCK = 512;
/** A header that names the next file when its name is long. */
const LONG_NAME_MAX = 64 * 1024;
const FILE_MAX = 2 * 1024 ** 2;
/** Snapshots are bounded when they are made; what inflates to more is somebody's joke. */
const TOTAL_MAX = 2 * 1024 ** 3;

/** The file's text; undefined when it is not in there or too large to show. */
export async function readFromSnapshot(source: Readable, wanted: string): Promise<string | undefined> {
  const stream = source.pipe(createGunzip());
  source.on("error", (error) => stream.destroy(error));
  const reader = blocksOf(stream);
  try {
    let longName: string | undefined;
    for (;;) {
      const header = await reader(BLOCK);
      if (header === undefined || header[0] === 0) return undefined;
      const size = Number.parseInt(fieldOf(header, 124, 12), 8) || 0;
      const type = String.fromCharCode(header[156] ?? 0);
      const padded = Math.ceil(size / BLOCK) * BLOCK;
      if (type === "x" || type === "L") {
        if (size > LONG_NAME_MAX) return undefined;
        const text = ((await reader(padded)) ?? Buffer.alloc(0)).toString("utf8", 0, size);
        longName = type === "L" ? textBefore(text, "\0") : (/^\d+ path=(.*)$/m.exec(text)?.[1] ?? longName);
        continue;
      }
      const prefix = fieldOf(header, 345, 155);
      const name = longName ?? (prefix === "" ? "" : `${prefix}/`) + fieldOf(header, 0, 100);
      longName = undefined;
      const isWanted = (type === "0" || type === "\0") && name.replace(/^\.\//, "") === wanted;
      if (isWanted && size > FILE_MAX) return undefined;
      const content = await reader(padded, !isWanted);
      if (content === undefined) return undefined;
      if (isWanted) return content.toString("utf8", 0, size);
    }
  } finally {
    stream.destroy();
    source.destroy();
  }
}

const fieldOf = (header: Buffer, at: number, length: number): string =>
  textBefore(header.toString("utf8", at, at + length), "\0").trim();

/** Takes so many bytes off the stream; undefined when it ends before. With `drop` they are not kept. */
function blocksOf(stream: Readable): (bytes: number, drop?: boolean) => Promise<Buffer | undefined> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  let total = 0;
  return async (bytes, drop = false) => {
    const kept: Buffer[] = [];
    let missing = bytes;
    while (missing > 0) {
      if (rest.length === 0) {
        const next = await pieces.next();
        if (next.done) return undefined;
        total += next.value.length;
        if (total > TOTAL_MAX) return undefined;
        rest = next.value;
      }
      const piece = rest.subarray(0, missing);
      rest = rest.subarray(piece.length);
      missing -= piece.length;
      if (!drop) kept.push(piece);
    }
    return Buffer.concat(kept);
  };
}
