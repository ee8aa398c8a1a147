/** H.264 byte streams: Annex B of ITU-T H.264, as devices send them, into ISO/IEC 14496-15 form, as MP4 keeps them. */

const SPS = 7;
const PPS = 8;

/** The NAL units of an Annex B byte stream, without their start codes. */
export function nalUnits(stream: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength);
  const units: Uint8Array[] = [];
  let start = -1;
  for (let at = bytes.indexOf(START_CODE); at !== -1; at = bytes.indexOf(START_CODE, at + 3)) {
    if (start >= 0) units.push(withoutPadding(bytes.subarray(start, at)));
    start = at + 3;
  }
  if (start >= 0) units.push(withoutPadding(bytes.subarray(start)));
  return units.filter((unit) => unit.length > 0);
}

const START_CODE = Buffer.from([0, 0, 1]);

/** Zeros before the next start code belong to it, or are padding: a unit never ends with one (7.4.1). */
function withoutPadding(unit: Buffer): Buffer {
  let end = unit.length;
  while (end > 0 && unit[end - 1] === 0) end--;
  return unit.subarray(0, end);
}

/** Each unit behind its 32-bit length. */
export function lengthPrefixed(units: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(unit.length);
      return [length, unit];
    }),
  );
}

/** What a decoder must know before the first picture. */
export interface ParameterSets {
  sps: Uint8Array;
  pps: Uint8Array;
}

/** Undefined when one is missing. */
export function parameterSets(config: Uint8Array): ParameterSets | undefined {
  const units = nalUnits(config);
  const sps = units.find((unit) => (unit[0]! & 0x1f) === SPS);
  const pps = units.find((unit) => (unit[0]! & 0x1f) === PPS);
  return sps && pps && sps.length >= 4 ? { sps, pps } : undefined;
}
