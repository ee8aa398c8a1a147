import { CHUNK } from "../apk/chunks.ts";

/** One chunk of the formats described in chunks.ts. `header` follows the common eight bytes. */
export function chunk(type: number, header: Buffer, body: Buffer): Buffer {
  const common = Buffer.alloc(8);
  common.writeUInt16LE(type, 0);
  common.writeUInt16LE(8 + header.length, 2);
  common.writeUInt32LE(8 + header.length + body.length, 4);
  return Buffer.concat([common, header, body]);
}

export function u32s(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32LE(value >>> 0, index * 4));
  return buffer;
}

/** `Res_value` */
export const resourceValue = (type: number, data: number): Buffer => u32s((type << 24) | 8, data);

const UTF8_FLAG = 1 << 8;

export function stringPool(strings: string[], encoding: "utf8" | "utf16"): Buffer {
  const encoded = strings.map(encoding === "utf8" ? encodeUtf8 : encodeUtf16);
  let offset = 0;
  const offsets = encoded.map((bytes) => {
    offset += bytes.length;
    return offset - bytes.length;
  });
  const text = Buffer.concat([...encoded, Buffer.alloc(-offset & 3)]);
  const flags = encoding === "utf8" ? UTF8_FLAG : 0;
  const header = u32s(strings.length, 0, flags, 28 + strings.length * 4, 0);
  return chunk(CHUNK.stringPool, header, Buffer.concat([u32s(...offsets), text]));
}

function encodeUtf16(text: string): Buffer {
  if (text.length > 0x7fff) throw new RangeError("A string of the fixture is longer than its pool can hold.");
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  return Buffer.concat([length, Buffer.from(text, "utf16le"), Buffer.alloc(2)]);
}

function encodeUtf8(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([length8(text.length), length8(bytes.length), bytes, Buffer.alloc(1)]);
}

function length8(length: number): Buffer {
  if (length > 0x7fff) throw new RangeError("A string of the fixture is longer than its pool can hold.");
  return length > 0x7f ? Buffer.from([0x80 | (length >> 8), length & 0xff]) : Buffer.from([length]);
}

/** Collects the strings of one pool, each once. */
export class PoolBuilder {
  readonly strings: string[] = [];

  index(text: string): number {
    const known = this.strings.indexOf(text);
    return known >= 0 ? known : this.strings.push(text) - 1;
  }
}
