import type { Bytes } from "./bytes.ts";

/**
 * Binary XML and resource tables are trees of chunks: type, header size, whole size, body.
 * https://github.com/aosp-mirror/platform_frameworks_base/blob/dfc4811196693d3d46f5a69da9e49b7a90e7ada8/libs/androidfw/include/androidfw/ResourceTypes.h
 */
export interface Chunk {
  type: number;
  /** Offsets within the file. */
  start: number;
  bodyStart: number;
  end: number;
}

export const CHUNK = {
  stringPool: 0x0001,
  table: 0x0002,
  xml: 0x0003,
  xmlStartNamespace: 0x0100,
  xmlEndNamespace: 0x0101,
  xmlStartElement: 0x0102,
  xmlEndElement: 0x0103,
  xmlResourceMap: 0x0180,
  tablePackage: 0x0200,
  tableType: 0x0201,
  tableTypeSpec: 0x0202,
} as const;

const HEADER_BYTES = 8;

export function chunkAt(bytes: Bytes, start: number, limit: number): Chunk {
  const headerSize = bytes.u16(start + 2);
  const size = bytes.u32(start + 4);
  if (headerSize < HEADER_BYTES || size < headerSize || start + size > limit) {
    throw bytes.damaged(`has a chunk of impossible size at byte ${start}`);
  }
  return { type: bytes.u16(start), start, bodyStart: start + headerSize, end: start + size };
}

/** The chunks that fill a range. Each is at least 8 bytes, so the walk ends. */
export function* chunksIn(bytes: Bytes, from: number, to: number): Generator<Chunk> {
  let at = from;
  while (at + HEADER_BYTES <= to) {
    const chunk = chunkAt(bytes, at, to);
    yield chunk;
    at = chunk.end;
  }
}

/** `Res_value.dataType` */
export const VALUE = {
  reference: 0x01,
  string: 0x03,
  dynamicReference: 0x07,
  intDec: 0x10,
  intBoolean: 0x12,
  colourArgb8: 0x1c,
  colourRgb8: 0x1d,
  colourArgb4: 0x1e,
  colourRgb4: 0x1f,
} as const;

/** One `Res_value`; `text` is set when it is a string. */
export interface ResourceValue {
  type: number;
  data: number;
  text?: string;
}

export const isReference = (value: ResourceValue): boolean =>
  value.type === VALUE.reference || value.type === VALUE.dynamicReference;

/** Whatever way a colour was written, its data is 0xAARRGGBB. */
export const isColour = ({ type }: ResourceValue): boolean => type >= VALUE.colourArgb8 && type <= VALUE.colourRgb4;
