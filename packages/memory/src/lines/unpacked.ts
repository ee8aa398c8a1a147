/** Files that are gzipped, unpacked as they are read: nothing of them is in memory but a piece, and none is larger than a file may be. */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { say } from "@udt/base";
import { MemoryFault, type Place } from "../fault.ts";
import { LIMITS } from "../limits.ts";
import { bytesText } from "../sizes.ts";

const PIECE_BYTES = 256 * 1024;

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/**
 * What is in a gzipped file.
 * @throws MemoryFault as it comes to what is cut or broken, larger than a file may be, or grows as nothing does that a tool wrote
 */
export async function* unpackedBytes(pieces: AsyncIterable<Buffer>, place: Place): AsyncGenerator<Buffer> {
  const { file } = place;
  const unzip = createGunzip({ chunkSize: PIECE_BYTES });
  let [packed, length] = [0, 0];
  const counted = async function* () {
    for await (const piece of pieces) {
      packed += piece.length;
      yield piece;
    }
  };
  // Who reads it hears of what fails.
  pipeline(Readable.from(counted()), unzip).catch(() => undefined);
  try {
    for await (const piece of unzip as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > LIMITS.unpacked_bytes)
        throw new MemoryFault(say("memory_unpacked_large", { file, most: bytesText(LIMITS.unpacked_bytes) }));
      if (length > LIMITS.unpacked_free_bytes && length > packed * LIMITS.unpacked_times)
        throw new MemoryFault(say("memory_unpacked_times", { file, times: LIMITS.unpacked_times }));
      yield piece;
    }
  } catch (error) {
    if (error instanceof MemoryFault) throw error;
    throw new MemoryFault(say("memory_not_unpacked", { file }, (error as Error).message), { cause: error });
  }
}

/** A file without a name: it is gone once it is closed, and whatever ends this process. */
export class ScratchFile implements Disposable {
  readonly descriptor: number;

  /** @param folder on a disk with room for it */
  constructor(folder: string) {
    const own = mkdtempSync(join(folder, "udt-unpacked-"));
    try {
      this.descriptor = openSync(join(own, "file"), "wx+", 0o600);
    } finally {
      rmSync(own, { recursive: true });
    }
  }

  [Symbol.dispose](): void {
    closeSync(this.descriptor);
  }

  /** @throws MemoryFault */
  async write(pieces: AsyncIterable<Buffer>, { file }: Place): Promise<void> {
    for await (const piece of pieces)
      try {
        for (let at = 0; at < piece.length;) at += writeSync(this.descriptor, piece, at);
      } catch (error) {
        throw new MemoryFault(say("memory_not_unpacked", { file }, (error as Error).message), { cause: error });
      }
  }
}
