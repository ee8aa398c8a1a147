/** The file of a backup: a tar of a head, what is kept, and a manifest with the checksum of each file. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Transform } from "node:stream";
import { createGunzip } from "node:zlib";
import { extract, pack, type Pack } from "tar-stream";
import { z } from "zod";

export const HEAD = "udt-backup.json";
export const MANIFEST = "manifest.json";
export const FORMAT = 1;

export const backupHead = z.object({
  format: z.number(),
  /** Of UDT, which wrote it. */
  version: z.string(),
  created_at: z.number(),
  /** The newest migration that the database had gone through; see `database/migrations.ts`. */
  migration: z.number(),
  has_secret_key: z.boolean(),
  /** The names of the keys that secrets in it were sealed with. */
  sealed_by: z.array(z.string()),
  rows: z.number(),
  blobs: z.number(),
  /** Of all that follows, before it is compressed. */
  size_bytes: z.number(),
  /** Files that rows name and that were lost before the backup. */
  lost_blobs: z.number(),
});
export type BackupHead = z.output<typeof backupHead>;

export const backupManifest = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.number()),
  counters: z.record(z.string(), z.number()),
  lost_blobs: z.array(z.string()),
  files: z.array(z.object({ name: z.string(), size_bytes: z.number(), sha256: z.string() })),
});
export type BackupManifest = z.output<typeof backupManifest>;

export interface KeptFile {
  name: string;
  path: string;
  size_bytes: number;
}

/** The archive's bytes, made while they are read. */
export async function* writeArchive(
  head: BackupHead,
  files: Iterable<KeptFile>,
  facts: Omit<BackupManifest, "files">,
): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const feeding = (async () => {
    await addText(archive, HEAD, JSON.stringify(head));
    const sums: BackupManifest["files"] = [];
    for (const file of files) sums.push({ ...file, sha256: await addFile(archive, file) });
    const manifest: BackupManifest = {
      ...facts,
      files: sums.map(({ name, size_bytes, sha256 }) => ({ name, size_bytes, sha256 })),
    };
    await addText(archive, MANIFEST, JSON.stringify(manifest));
    archive.finalize();
  })().catch((error: unknown) => archive.destroy(error as Error));
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } finally {
    archive.destroy();
    await feeding;
  }
}

const addText = (archive: Pack, name: string, content: string): Promise<void> =>
  new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
  });

async function addFile(archive: Pack, { name, path, size_bytes }: KeptFile): Promise<string> {
  const hash = createHash("sha256");
  const entry = archive.entry({ name, size: size_bytes, mode: 0o600 });
  await pipeline(createReadStream(path), tap(hash), entry as unknown as NodeJS.WritableStream);
  return hash.digest("hex");
}

const tap = (hash: { update(piece: Buffer): unknown }) =>
  new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece);
      done(null, piece);
    },
  });

export interface ArchiveEntry {
  name: string;
  size_bytes: number;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * The files of a compressed archive in their order; each is read, or left out, before the next.
 * @throws Error when it is cut off, or no such archive
 */
export async function* readArchive(file: string, signal: AbortSignal): AsyncGenerator<ArchiveEntry> {
  const archive = extract();
  let broken: unknown;
  const feeding = pipeline(createReadStream(file), createGunzip(), archive as unknown as NodeJS.WritableStream, {
    signal,
  }).catch((error: unknown) => {
    broken = error;
    archive.destroy();
  });
  // What ails the archive ends its entries first, and they do not know why.
  const bytesOf = async function* (entry: AsyncIterable<Uint8Array>) {
    try {
      yield* entry;
    } catch (error) {
      await feeding;
      throw broken ?? error;
    }
  };
  try {
    // Not by for await: given up in their midst, it would fail as if the archive had.
    const entries = archive[Symbol.asyncIterator]();
    for (let next = await entries.next(); !next.done; next = await entries.next()) {
      const entry = next.value;
      // Who reads it is told by the bytes.
      entry.on("error", () => undefined);
      yield {
        name: entry.header.name,
        size_bytes: entry.header.size,
        bytes: bytesOf(entry as unknown as AsyncIterable<Uint8Array>),
      };
      entry.resume();
    }
    await feeding;
  } catch (error) {
    throw broken ?? error;
  } finally {
    archive.destroy();
    await feeding;
  }
  if (broken !== undefined) throw broken;
}

/** The first of its files alone. @throws Error when there is none such */
export async function readHead(file: string, signal: AbortSignal): Promise<BackupHead> {
  for await (const { name, bytes } of readArchive(file, signal)) {
    if (name !== HEAD) break;
    return backupHead.parse(JSON.parse(await text(bytes)));
  }
  throw new Error(`it does not begin with ${HEAD}`);
}

/** Reads all of it, and compares each file with the manifest. @throws Error that says what is damaged */
export async function verifyArchive(
  file: string,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<BackupManifest> {
  const found = new Map<string, { size_bytes: number; sha256: string }>();
  let manifest: BackupManifest | undefined;
  for await (const { name, bytes } of readArchive(file, signal)) {
    if (manifest) throw new Error(`${name} comes after its manifest`);
    if (name === MANIFEST) {
      manifest = backupManifest.parse(JSON.parse(await text(bytes)));
      continue;
    }
    const hash = createHash("sha256");
    let size_bytes = 0;
    for await (const piece of bytes) {
      hash.update(piece);
      size_bytes += piece.length;
      onBytes(piece.length);
    }
    if (name !== HEAD) found.set(name, { size_bytes, sha256: hash.digest("hex") });
  }
  if (!manifest) throw new Error("it has no manifest: it was cut off");
  for (const { name, size_bytes, sha256 } of manifest.files) {
    const there = found.get(name);
    if (!there) throw new Error(`${name} is missing in it`);
    if (there.size_bytes !== size_bytes || there.sha256 !== sha256) throw new Error(`${name} in it has changed`);
    found.delete(name);
  }
  for (const name of found.keys()) throw new Error(`${name} is not of its manifest`);
  return manifest;
}
