import { crc32, deflateRawSync } from "node:zlib";

/** One entry to write. The fields after `content` exist to write entries no honest tool would. */
export interface ZipEntry {
  /** Written as UTF-8, unchecked. */
  name: string;
  content: Uint8Array;
  /** Default true. */
  deflate?: boolean;
  /** Written instead of the real size. */
  claimedSize?: number;
  /** Reuses the bytes of the entry before: both directory entries point to one local header. */
  sharesPrevious?: boolean;
  /** `st_mode` of Unix, as a link has one. */
  mode?: number;
}

/** The three parts of a zip; an APK Signing Block goes between the first two. */
export interface ZipParts {
  content: Buffer;
  directory: Buffer;
  /** The end record, naming `content.length` as where the directory starts. */
  end: Buffer;
}

const UTF8_NAME = 0x0800;
/** Who made an entry: https://pkwaredownloads.blob.core.windows.net/pem/APPNOTE.txt 4.4.2 */
const DOS = 0;
const UNIX = 3;
const STORED = 0;
const DEFLATED = 8;
/** 1 January 1980, the earliest the format knows: builds stay the same from day to day. */
const DOS_DATE = 0x21;
/** A device maps stored entries into memory, so their content starts at a multiple of four. */
const ALIGNMENT_BYTES = 4;

/** https://pkwaredownloads.blob.core.windows.net/pem/APPNOTE.txt */
export function writeZip(entries: ZipEntry[]): ZipParts {
  const content: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let previousOffset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const method = (entry.deflate ?? true) ? DEFLATED : STORED;
    const packed = method === DEFLATED ? deflateRawSync(entry.content) : Buffer.from(entry.content);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(UTF8_NAME, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(DOS_DATE, 8);
    common.writeUInt32LE(crc32(entry.content), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(entry.claimedSize ?? entry.content.length, 18);
    common.writeUInt16LE(name.length, 22);

    const start = entry.sharesPrevious ? previousOffset : offset;
    const maker = entry.mode === undefined ? DOS : UNIX;
    const head = Buffer.from(`PK\u0001\u0002\u0014${String.fromCharCode(maker)}`, "latin1");
    directory.push(head, common, directoryTail(start, entry.mode), name);
    if (entry.sharesPrevious) continue;

    const padding = method === STORED ? -(offset + 30 + name.length) & (ALIGNMENT_BYTES - 1) : 0;
    const local = Buffer.from(common);
    local.writeUInt16LE(padding, 24);
    content.push(Buffer.from("PK\u0003\u0004", "latin1"), local, name, Buffer.alloc(padding), packed);
    previousOffset = offset;
    offset += 30 + name.length + padding + packed.length;
  }
  const directoryBytes = Buffer.concat(directory);
  return {
    content: Buffer.concat(content),
    directory: directoryBytes,
    end: endRecord(entries.length, directoryBytes.length, offset),
  };
}

/** Comment length, disk, attributes, and where the local header is. */
function directoryTail(offset: number, mode = 0): Buffer {
  const tail = Buffer.alloc(14);
  tail.writeUInt16LE(mode, 8);
  tail.writeUInt32LE(offset, 10);
  return tail;
}

export function endRecord(entryCount: number, directoryLength: number, directoryOffset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write("PK\u0005\u0006", 0, "latin1");
  end.writeUInt16LE(entryCount, 8);
  end.writeUInt16LE(entryCount, 10);
  end.writeUInt32LE(directoryLength, 12);
  end.writeUInt32LE(directoryOffset, 16);
  return end;
}
