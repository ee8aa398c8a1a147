/**
 * H.264 as MP4 keeps it (ISO/IEC 14496-15:2022): units behind their lengths, parameter sets in the file's head.
 *
 * @see https://www.iso.org/standard/83336.html
 */
import type { ParameterSets } from "../h264/nal-units.ts";
import { box, bytes, u16, u32 } from "./boxes.ts";

/** Profiles whose decoder configuration tells the colours (§5.3.3.1.2). */
const HIGH_PROFILES = new Set([100, 110, 122, 144]);

/** Each NAL unit, without its start code, behind its 32-bit length. */
export const lengthPrefixed = (units: readonly Uint8Array[]): Buffer =>
  Buffer.concat(units.flatMap((unit) => [u32(unit.length), unit]));

/** `avcC`: AVCDecoderConfigurationRecord with lengths of four bytes, one set of each kind (§5.3.3.1.2). */
export function decoderConfiguration({ sps, pps }: ParameterSets): Buffer {
  const profile = sps.subarray(1, 4);
  // 4:2:0 with eight bits, which is what screens are encoded in.
  const colours = HIGH_PROFILES.has(profile[0] ?? 0) ? bytes(0xfd, 0xf8, 0xf8, 0) : bytes();
  const sets = [bytes(0xe1), u16(sps.length), sps, bytes(1), u16(pps.length), pps];
  return box("avcC", bytes(1), profile, bytes(0xff), ...sets, colours);
}
