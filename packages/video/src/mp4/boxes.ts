/**
 * Boxes, of which every MP4 file consists (ISO/IEC 14496-12:2022 §4.2): a 32-bit size, four letters, then content.
 *
 * @see https://www.iso.org/standard/83102.html
 */

/** Size and letters. */
export const HEADER_BYTES = 8;
/** Numbers in 32 bits go no higher. */
export const HIGHEST = 0xffff_ffff;

/** A box with these contents. */
export function box(type: string, ...parts: Uint8Array[]): Buffer {
  const size = parts.reduce((sum, part) => sum + part.length, HEADER_BYTES);
  return Buffer.concat([u32(size), ascii(type), ...parts]);
}

/** A box with a version and 24 bits of flags before its contents (§4.2.2). */
export const fullBox = (type: string, version: number, flags: number, ...parts: Uint8Array[]): Buffer =>
  box(type, u32(version * 0x100_0000 + flags), ...parts);

export const ascii = (text: string): Buffer => Buffer.from(text, "latin1");
export const bytes = (...values: number[]): Buffer => Buffer.from(values);

export function u16(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16BE(value, index * 2));
  return buffer;
}

export function u32(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => buffer.writeUInt32BE(value, index * 4));
  return buffer;
}

export function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(value));
  return buffer;
}

/** Where the contents of a box lie in the bytes that it was found in. */
export interface BoxPlace {
  type: string;
  start: number;
  end: number;
}

/** The boxes from `from` up to `to`, not those inside them. It ends at the first that does not fit. */
export function* boxesOf(file: Buffer, from = 0, to = file.length): Generator<BoxPlace> {
  for (let at = from; at + HEADER_BYTES <= to;) {
    const size = file.readUInt32BE(at);
    if (size < HEADER_BYTES || at + size > to) return;
    yield { type: file.toString("latin1", at + 4, at + 8), start: at + HEADER_BYTES, end: at + size };
    at += size;
  }
}

/** The first box of this type inside another. */
export function boxIn(file: Buffer, outer: BoxPlace, type: string): BoxPlace | undefined {
  for (const inner of boxesOf(file, outer.start, outer.end)) if (inner.type === type) return inner;
  return undefined;
}
