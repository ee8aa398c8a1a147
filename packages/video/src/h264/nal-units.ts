/**
 * H.264 as devices send it: NAL units behind start codes (ITU-T H.264 (08/2024) annex B).
 *
 * @see https://www.itu.int/rec/T-REC-H.264-202408-I/en
 */
import { concatBytes } from "../bytes.ts";

/** The types that UDT tells apart (table 7-1). */
export const NAL_TYPE = { slice: 1, idr: 5, sps: 7, pps: 8 } as const;

/** What a decoder must know before the first picture: NAL units without start codes. */
export interface ParameterSets {
  sps: Uint8Array;
  pps: Uint8Array;
}

/** A coded picture and the parameter sets that came with it, each in Annex B. */
export interface SplitPicture {
  /** Empty when there are none. */
  config: Uint8Array;
  picture: Uint8Array;
  keyFrame: boolean;
}

/** `nal_unit_type` of a unit without its start code, 0 (unspecified) when it is empty (§7.3.1). */
export const nalType = (unit: Uint8Array): number => (unit[0] ?? 0) & 0x1f;

/** Where the next `00 00 01` begins at or after `from`, or -1. */
export function startCodeAt(bytes: Uint8Array, from: number): number {
  // A single byte is found by native code, and few ones have two zeros before them.
  for (let at = bytes.indexOf(1, from + 2); at >= 0; at = bytes.indexOf(1, at + 1))
    if (bytes[at - 1] === 0 && bytes[at - 2] === 0) return at - 2;
  return -1;
}

/**
 * The units of an Annex B stream, one after the other: views into it without start codes and padding, empty ones left out.
 * What precedes the first start code is skipped, and nothing is refused: a stream is a device's word.
 */
export function* eachNalUnit(stream: Uint8Array): Generator<Uint8Array> {
  let code = startCodeAt(stream, 0);
  while (code >= 0) {
    const start = code + 3;
    code = startCodeAt(stream, start);
    const unit = withoutPadding(stream.subarray(start, code < 0 ? stream.length : code));
    if (unit.length > 0) yield unit;
  }
}

/** All of {@link eachNalUnit}. */
export const nalUnits = (stream: Uint8Array): Uint8Array[] => [...eachNalUnit(stream)];

/** Zeros before the next start code belong to it, or are padding: a unit never ends with one (§7.4.1). */
function withoutPadding(unit: Uint8Array): Uint8Array {
  let end = unit.length;
  while (end > 0 && unit[end - 1] === 0) end--;
  return unit.subarray(0, end);
}

const START_CODE = Uint8Array.of(0, 0, 0, 1);

/** These units as an Annex B stream, each behind a start code of four bytes; the reverse of {@link nalUnits}. */
export const annexB = (units: readonly Uint8Array[]): Uint8Array =>
  concatBytes(units.flatMap((unit) => [START_CODE, unit]));

/** The first parameter sets of an Annex B stream; undefined when one is missing or has no profile and level. */
export function parameterSets(stream: Uint8Array): ParameterSets | undefined {
  const units = nalUnits(stream);
  const sps = units.find((unit) => nalType(unit) === NAL_TYPE.sps);
  const pps = units.find((unit) => nalType(unit) === NAL_TYPE.pps);
  return sps && pps && sps.length >= 4 ? { sps, pps } : undefined;
}

/** Parts what an encoder gives for one picture as Android's MediaCodec does (BUFFER_FLAG_CODEC_CONFIG): parameter sets apart. */
export function splitConfig(data: Uint8Array): SplitPicture {
  // Parameter sets precede the first slice, so a delta frame, which starts with its slice, needs no search through its bytes.
  const head = startCodeAt(data.subarray(0, 4), 0) + 3;
  if (head >= 3 && nalType(data.subarray(head)) === NAL_TYPE.slice)
    return { config: new Uint8Array(), picture: data, keyFrame: false };
  const units = nalUnits(data);
  const isConfig = (unit: Uint8Array) => nalType(unit) === NAL_TYPE.sps || nalType(unit) === NAL_TYPE.pps;
  return {
    config: annexB(units.filter(isConfig)),
    picture: annexB(units.filter((unit) => !isConfig(unit))),
    keyFrame: units.some((unit) => nalType(unit) === NAL_TYPE.idr),
  };
}
