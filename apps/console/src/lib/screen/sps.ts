/**
 * What a decoder must know before the first frame, read from the sequence parameter set of an H.264 stream.
 * Syntax: ITU-T H.264 §7.3.2.1.1 (seq_parameter_set_data), https://www.itu.int/rec/T-REC-H.264
 */
export interface SpsFacts {
  /** For `VideoDecoderConfig.codec`, such as `avc1.640028` (RFC 6381 §3.3: profile, constraints and level in hexadecimal). */
  codec: string;
  profile: number;
  /** Size in the bitstream: whole macroblocks. */
  codedWidth: number;
  codedHeight: number;
  /** What of it is to be shown. */
  cropLeft: number;
  cropTop: number;
  width: number;
  height: number;
}

const NAL_SPS = 7;
/** Profiles whose parameter set carries the chroma format and scaling lists (§7.3.2.1.1). */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/** Finds and reads the parameter set in Annex B bytes; undefined when there is none or it is cut short. */
export function readSps(annexB: Uint8Array): SpsFacts | undefined {
  const nal = findNal(annexB, NAL_SPS);
  if (!nal || nal.length < 4) return undefined;
  try {
    return parseSps(nal);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The unit's payload without its start code, from the NAL header byte on. */
function findNal(bytes: Uint8Array, type: number): Uint8Array | undefined {
  let from = -1;
  for (let at = 0; at + 2 < bytes.length; at++) {
    if (bytes[at] !== 0 || bytes[at + 1] !== 0 || bytes[at + 2] !== 1) continue;
    if (from >= 0) return bytes.subarray(from, at);
    if ((bytes[at + 3]! & 0x1f) === type) from = at + 3;
    at += 2;
  }
  return from < 0 ? undefined : bytes.subarray(from);
}

function parseSps(nal: Uint8Array): SpsFacts {
  const hex = (byte: number) => byte.toString(16).padStart(2, "0");
  const profile = nal[1]!;
  const codec = `avc1.${hex(profile)}${hex(nal[2]!)}${hex(nal[3]!)}`;
  const bits = new BitReader(withoutEmulationPrevention(nal.subarray(4)));

  bits.ue(); // seq_parameter_set_id
  let chromaFormat = 1;
  let separatePlanes = false;
  if (HIGH_PROFILES.has(profile)) {
    chromaFormat = bits.ue();
    if (chromaFormat === 3) separatePlanes = bits.bit() === 1;
    bits.ue(); // bit_depth_luma_minus8
    bits.ue(); // bit_depth_chroma_minus8
    bits.bit(); // qpprime_y_zero_transform_bypass_flag
    if (bits.bit()) skipScalingLists(bits, chromaFormat === 3 ? 12 : 8);
  }
  bits.ue(); // log2_max_frame_num_minus4
  const orderType = bits.ue();
  if (orderType === 0) {
    bits.ue(); // log2_max_pic_order_cnt_lsb_minus4
  } else if (orderType === 1) {
    bits.bit(); // delta_pic_order_always_zero_flag
    bits.se(); // offset_for_non_ref_pic
    bits.se(); // offset_for_top_to_bottom_field
    for (let left = bits.ue(); left > 0; left--) bits.se();
  }
  bits.ue(); // max_num_ref_frames
  bits.bit(); // gaps_in_frame_num_value_allowed_flag
  const widthInMbs = bits.ue() + 1;
  const heightInMapUnits = bits.ue() + 1;
  const frameMbsOnly = bits.bit();
  if (!frameMbsOnly) bits.bit(); // mb_adaptive_frame_field_flag
  bits.bit(); // direct_8x8_inference_flag
  const crop = bits.bit() ? { left: bits.ue(), right: bits.ue(), top: bits.ue(), bottom: bits.ue() } : undefined;

  const codedWidth = widthInMbs * 16;
  const codedHeight = (2 - frameMbsOnly) * heightInMapUnits * 16;
  // Crop offsets count chroma samples (§7.4.2.1.1, CropUnitX and CropUnitY).
  const monochrome = chromaFormat === 0 || separatePlanes;
  const unitX = monochrome || chromaFormat === 3 ? 1 : 2;
  const unitY = (monochrome || chromaFormat !== 1 ? 1 : 2) * (2 - frameMbsOnly);
  return {
    codec,
    profile,
    codedWidth,
    codedHeight,
    cropLeft: (crop?.left ?? 0) * unitX,
    cropTop: (crop?.top ?? 0) * unitY,
    width: codedWidth - ((crop?.left ?? 0) + (crop?.right ?? 0)) * unitX,
    height: codedHeight - ((crop?.top ?? 0) + (crop?.bottom ?? 0)) * unitY,
  };
}

function skipScalingLists(bits: BitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (!bits.bit()) continue;
    let last = 8;
    let next = 8;
    for (let left = list < 6 ? 16 : 64; left > 0; left--) {
      if (next !== 0) next = (last + bits.se() + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

/** Drops the 3 of every 0 0 3 that keeps start codes out of the payload (§7.4.1). */
function withoutEmulationPrevention(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    out.push(byte);
  }
  return Uint8Array.from(out);
}

class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3];
    if (byte === undefined) throw new RangeError("parameter set is cut short");
    return (byte >> (7 - (this.#at++ & 7))) & 1;
  }

  /** Unsigned Exp-Golomb (§9.1). */
  ue(): number {
    let zeros = 0;
    while (this.bit() === 0) if (++zeros > 31) throw new RangeError("Exp-Golomb code is too long");
    let value = 1;
    for (; zeros > 0; zeros--) value = value * 2 + this.bit();
    return value - 1;
  }

  /** Signed Exp-Golomb (§9.1.1). */
  se(): number {
    const code = this.ue();
    return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
  }
}
