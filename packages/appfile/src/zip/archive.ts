import { pipeline, Readable } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import * as yauzl from "yauzl";
import type { AppFileLimits } from "../app-file.ts";
import { AppFileFault, corrupt, hostile, notAPackage, unsupported } from "../fault.ts";
import type { ByteSource } from "./byte-source.ts";
import type { InflateMeter } from "./inflate-meter.ts";
import { checkEntries, checkFolders, entryName } from "./entry-checks.ts";
import { SourceReader } from "./source-reader.ts";

/** A zip whose directory was checked as a whole; content comes out one entry at a time, metered. */
export interface Archive {
  readonly names: ReadonlySet<string>;
  /** Where the central directory starts; undefined for zip64, whose directory is placed elsewhere. */
  readonly directoryOffset: number | undefined;
  readonly source: ByteSource;
  /** Entries that unpack to something else than a file or a folder, such as a link. */
  readonly irregular: readonly string[];
  /** What all entries together claim to unpack to. */
  readonly claimedBytes: number;
  /** The size the directory claims for an entry; undefined when there is no such entry. */
  claimedSize(name: string): number | undefined;
  /** The entry's content, checked against its claimed size and CRC-32; undefined when there is no such entry. */
  read(name: string, maxBytes: number): Promise<Buffer | undefined>;
  /** As {@link read}, for what no memory holds: what is wrong with an entry is told at its end at the latest. */
  pieces(name: string): AsyncIterable<Buffer>;
  /** Whether an entry is said to be run. */
  isProgram(name: string): boolean;
}

const STORED = 0;
const DEFLATED = 8;
const END_RECORD_BYTES = 22;
const PACKING_SLACK_BYTES = 1024;
/** Names, extra fields and comments of all entries: a hundred bytes each is usual, 128 KiB each would be allowed. */
const MAX_DIRECTORY_BYTES = 32 * 1024 ** 2;
/** `st_mode` of Unix in the upper half of an entry's attributes, whoever is said to have made it: unpackers differ in whom they believe. */
const FILE_TYPE = 0o170000;
/** None told, a folder, a file. */
const ORDINARY = new Set([0, 0o040000, 0o100000]);
const RUN = 0o111;
const ZIP64_MARK = 0xffffffff;
const PIECE_BYTES = 1024 ** 2;

/** Reads and checks the whole directory. Faults: `not_a_package`, `corrupt`, `hostile`. */
export async function openArchive(source: ByteSource, limits: AppFileLimits, meter: InflateMeter): Promise<Archive> {
  const zip = await openZip(source);
  if (zip.entryCount > limits.maxEntries) throw hostile(`The package has more than ${limits.maxEntries} entries.`);

  const entries = new Map<string, yauzl.Entry>();
  const irregular: string[] = [];
  let claimedBytes = 0;
  let directoryBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      if (directoryBytes > MAX_DIRECTORY_BYTES) throw hostile("The archive's directory is larger than 32 MiB.");
      const name = entryName(entry);
      if (entries.has(name)) throw hostile(`The package has two entries named ${JSON.stringify(name)}.`);
      entries.set(name, entry);
      claimedBytes += entry.uncompressedSize;
      if (!ORDINARY.has(modeOf(entry) & FILE_TYPE)) irregular.push(name);
    }
  } catch (error) {
    throw asFault(error);
  }
  const directoryOffset = await readDirectoryOffset(source, zip);
  checkEntries(entries, directoryOffset ?? source.size);
  checkFolders(entries.keys(), limits.maxEntries);

  return {
    names: new Set(entries.keys()),
    directoryOffset,
    source,
    irregular,
    claimedBytes,
    claimedSize: (name) => entries.get(name)?.uncompressedSize,
    read: async (name, maxBytes) => {
      const entry = entries.get(name);
      return entry && (await readEntry(zip, entry, name, source, maxBytes, meter));
    },
    pieces(name) {
      const entry = entries.get(name);
      if (!entry) throw new Error(`no entry ${name}`);
      return entryPieces(zip, entry, name, source, meter);
    },
    isProgram: (name) => (modeOf(entries.get(name)) & RUN) !== 0,
  };
}

const modeOf = (entry: yauzl.Entry | undefined): number => (entry?.externalFileAttributes ?? 0) >>> 16;

async function openZip(source: ByteSource): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.size, {
      autoClose: false,
      // Names and sizes are judged by entry-checks, which tells hostile from damaged.
      decodeStrings: false,
      validateEntrySizes: false,
    });
  } catch (error) {
    const head = await source.read(0, Math.min(4, source.size));
    if (head.toString("latin1") === "PK\u0003\u0004") throw asFault(error);
    throw notAPackage("The file is not an app package: it is no zip archive.", "package_not_archive");
  }
}

/** yauzl has accepted the end record, so it ends the file together with the comment. */
async function readDirectoryOffset(source: ByteSource, zip: yauzl.ZipFile): Promise<number | undefined> {
  const endRecord = await source.read(source.size - END_RECORD_BYTES - zip.comment.length, END_RECORD_BYTES);
  const offset = endRecord.readUInt32LE(16);
  return offset === ZIP64_MARK ? undefined : offset;
}

async function readEntry(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  name: string,
  source: ByteSource,
  maxBytes: number,
  meter: InflateMeter,
): Promise<Buffer> {
  const label = JSON.stringify(name);
  const start = await startOf(zip, entry, label, Math.min(maxBytes, meter.leftBytes));
  const packed = await source.read(start, entry.compressedSize);
  const content =
    entry.compressionMethod === STORED ? meterStored(packed, meter) : await inflate(packed, entry, label, meter);
  if (crc32(content) !== entry.crc32) throw mismatch(label);
  return content;
}

const mismatch = (label: string) => corrupt(`The entry ${label} does not match its checksum.`);

/** Where the content of an entry begins that may be read. */
async function startOf(zip: yauzl.ZipFile, entry: yauzl.Entry, label: string, allowedBytes: number): Promise<number> {
  if (entry.isEncrypted()) throw unsupported(`The entry ${label} is encrypted.`, "package_encrypted");
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
    throw unsupported(`The entry ${label} uses compression method ${entry.compressionMethod}.`);
  }
  if (entry.uncompressedSize > allowedBytes) throw hostile(`The entry ${label} is larger than ${allowedBytes} bytes.`);
  // What cannot be packed grows by its block headers only; more would be read into memory for nothing.
  if (entry.compressedSize > entry.uncompressedSize * 1.01 + PACKING_SLACK_BYTES) {
    throw hostile(`The entry ${label} claims to be larger packed than unpacked.`);
  }
  const header = await localHeader(zip, entry);
  if (!header.fileName.equals(entry.fileNameRaw)) throw hostile(`The entry ${label} has two different names.`);
  if (header.compressionMethod !== entry.compressionMethod) {
    throw hostile(`The entry ${label} has two different compression methods.`);
  }
  return header.fileDataStart;
}

async function* entryPieces(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  name: string,
  source: ByteSource,
  meter: InflateMeter,
): AsyncGenerator<Buffer> {
  const label = JSON.stringify(name);
  const start = await startOf(zip, entry, label, meter.leftBytes);
  const packed = packedPieces(source, start, entry.compressedSize);
  let [sum, left] = [0, entry.uncompressedSize];
  for await (const piece of entry.compressionMethod === STORED ? packed : inflated(packed, label)) {
    meter.add(piece.length);
    left -= piece.length;
    if (left < 0) throw unpacksToMore(entry, label);
    sum = crc32(piece, sum);
    yield piece;
  }
  if (left > 0) throw holdsLess(entry, label, entry.uncompressedSize - left);
  if (sum !== entry.crc32) throw mismatch(label);
}

async function* packedPieces(source: ByteSource, start: number, bytes: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes; at += PIECE_BYTES)
    yield await source.read(start + at, Math.min(PIECE_BYTES, bytes - at));
}

async function* inflated(packed: AsyncIterable<Buffer>, label: string): AsyncGenerator<Buffer> {
  // What fails ends the reading below.
  const inflater = pipeline(Readable.from(packed), createInflateRaw(), () => undefined);
  try {
    yield* inflater as AsyncIterable<Buffer>;
  } catch (error) {
    throw inflateFault(error, label);
  }
}

const unpacksToMore = (entry: yauzl.Entry, label: string) =>
  hostile(`The entry ${label} claims ${entry.uncompressedSize} bytes but unpacks to more.`);
const holdsLess = (entry: yauzl.Entry, label: string, bytes: number) =>
  hostile(`The entry ${label} claims ${entry.uncompressedSize} bytes but holds ${bytes}.`);
const inflateFault = (error: unknown, label: string): unknown =>
  error instanceof AppFileFault ? error : corrupt(`The entry ${label} cannot be unpacked: ${messageOf(error)}.`);

async function localHeader(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<yauzl.LocalFileHeader> {
  try {
    return await zip.readLocalFileHeaderPromise(entry);
  } catch (error) {
    throw asFault(error);
  }
}

function meterStored(packed: Buffer, meter: InflateMeter): Buffer {
  meter.add(packed.length);
  return packed;
}

/** Stops at the first piece past the claimed size, so that a lie costs one piece (16 KiB), not the bomb. */
async function inflate(packed: Buffer, entry: yauzl.Entry, label: string, meter: InflateMeter): Promise<Buffer> {
  const inflater = createInflateRaw();
  const content = Buffer.allocUnsafe(entry.uncompressedSize);
  let bytes = 0;
  inflater.end(packed);
  try {
    for await (const piece of inflater as AsyncIterable<Buffer>) {
      meter.add(piece.length);
      if (bytes + piece.length > content.length) throw unpacksToMore(entry, label);
      bytes += piece.copy(content, bytes);
    }
  } catch (error) {
    throw inflateFault(error, label);
  }
  if (bytes < content.length) throw holdsLess(entry, label, bytes);
  return content;
}

/** yauzl reports damage as plain errors; the system's own errors (they carry a code) are not the package's fault. */
function asFault(error: unknown): unknown {
  if (error instanceof AppFileFault || (error instanceof Error && "code" in error)) return error;
  return corrupt(`${messageOf(error)}.`);
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, "");
