import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Transform, type Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

/** Most of it is video and packages, which are compressed already: more effort gains little. */
const LEVEL = 1;

/** Writes the file beside its name and gives it that once it is whole and on disk; one that was there makes way only then. */
export async function writeBackupFile(
  file: string,
  bytes: Readable,
  { signal, onBytes }: { signal: AbortSignal; onBytes: (done: number) => void },
): Promise<void> {
  const part = `${file}.${randomUUID()}.part`;
  let done = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, next) {
      onBytes((done += piece.length));
      next(null, piece);
    },
  });
  try {
    const written = createWriteStream(part, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(bytes, counted, createGzip({ level: LEVEL }), written, { signal });
    await rename(part, file);
    const folder = await open(dirname(file));
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
