import { NaluSodbBitReader } from "@yume-chan/scrcpy";
import { eachNalUnit, NAL_TYPE, nalType } from "./nal-units.ts";

/** What a decoder must know before the first frame. Sizes are in pixels. */
export interface SpsFacts {
  /** For `VideoDecoderConfig.codec`, such as `avc1.640028` (RFC 6381 §3.3: profile, constraints and level in hexadecimal). */
  codec: string;
  /** `profile_idc` (annex A): 66 is baseline, 77 main, 100 high. */
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

/** Profiles whose parameter set carries the chroma format and scaling lists (§7.3.2.1.1). */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);

/**
 * Finds and reads the first sequence parameter set in Annex B bytes; undefined when there is none, or when it is cut short
 * or shows nothing. Nothing is thrown, because the set is a device's word.
 *
 * @see https://www.itu.int/rec/T-REC-H.264-202408-I/en §7.3.2.1.1, seq_parameter_set_data
 * @see https://www.rfc-editor.org/rfc/rfc6381#section-3.3
 */
export function readSps(annexB: Uint8Array): SpsFacts | undefined {
  for (const unit of eachNalUnit(annexB)) {
    if (nalType(unit) !== NAL_TYPE.sps) continue;
    try {
      const facts = parseSps(new NaluSodbBitReader(unit));
      return facts.width > 0 && facts.height > 0 ? facts : undefined;
    } catch {
      // What the bit reader throws says only that the bits are at their end.
      return undefined;
    }
  }
  return undefined;
}

function parseSps(bits: NaluSodbBitReader): SpsFacts {
  const ue = () => bits.decodeExponentialGolombNumber();
  bits.read(8); // NAL unit header
  const [profile, constraints, level] = [bits.read(8), bits.read(8), bits.read(8)];
  ue(); // seq_parameter_set_id
  const chroma = HIGH_PROFILES.has(profile) ? readChroma(bits) : { format: 1, isMonochrome: false };
  ue(); // log2_max_frame_num_minus4
  skipPictureOrder(bits);
  ue(); // max_num_ref_frames
  bits.next(); // gaps_in_frame_num_value_allowed_flag
  const widthInMbs = ue() + 1;
  const heightInMapUnits = ue() + 1;
  const frameMbsOnly = bits.next();
  if (!frameMbsOnly) bits.next(); // mb_adaptive_frame_field_flag
  bits.next(); // direct_8x8_inference_flag
  const isCropped = bits.next() === 1;
  const crop = isCropped
    ? { left: ue(), right: ue(), top: ue(), bottom: ue() }
    : { left: 0, right: 0, top: 0, bottom: 0 };

  const codedWidth = widthInMbs * 16;
  const codedHeight = (2 - frameMbsOnly) * heightInMapUnits * 16;
  // Crop offsets count chroma samples (§7.4.2.1.1, CropUnitX and CropUnitY).
  const unitX = chroma.isMonochrome || chroma.format === 3 ? 1 : 2;
  const unitY = (chroma.isMonochrome || chroma.format !== 1 ? 1 : 2) * (2 - frameMbsOnly);
  return {
    codec: `avc1.${[profile, constraints, level].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`,
    profile,
    codedWidth,
    codedHeight,
    cropLeft: crop.left * unitX,
    cropTop: crop.top * unitY,
    width: codedWidth - (crop.left + crop.right) * unitX,
    height: codedHeight - (crop.top + crop.bottom) * unitY,
  };
}

/** What high profiles alone carry: `chroma_format_idc`, and whether it amounts to one plane for each colour or to none. */
function readChroma(bits: NaluSodbBitReader): { format: number; isMonochrome: boolean } {
  const format = bits.decodeExponentialGolombNumber();
  const separatePlanes = format === 3 && bits.next() === 1;
  bits.decodeExponentialGolombNumber(); // bit_depth_luma_minus8
  bits.decodeExponentialGolombNumber(); // bit_depth_chroma_minus8
  bits.next(); // qpprime_y_zero_transform_bypass_flag
  if (bits.next()) skipScalingLists(bits, format === 3 ? 12 : 8);
  return { format, isMonochrome: format === 0 || separatePlanes };
}

/** §7.3.2.1.1.1, which the bit reader's own package leaves out. */
function skipScalingLists(bits: NaluSodbBitReader, count: number): void {
  for (let list = 0; list < count; list++) {
    if (!bits.next()) continue;
    let last = 8;
    let next = 8;
    for (let left = list < 6 ? 16 : 64; left > 0; left--) {
      if (next !== 0) next = (last + signed(bits) + 256) % 256;
      if (next !== 0) last = next;
    }
  }
}

function skipPictureOrder(bits: NaluSodbBitReader): void {
  const type = bits.decodeExponentialGolombNumber();
  if (type === 0) bits.decodeExponentialGolombNumber(); // log2_max_pic_order_cnt_lsb_minus4
  if (type !== 1) return;
  bits.next(); // delta_pic_order_always_zero_flag
  signed(bits); // offset_for_non_ref_pic
  signed(bits); // offset_for_top_to_bottom_field
  for (let left = bits.decodeExponentialGolombNumber(); left > 0; left--) signed(bits);
}

/** Signed Exp-Golomb (§9.1.1). */
function signed(bits: NaluSodbBitReader): number {
  const code = bits.decodeExponentialGolombNumber();
  return code % 2 === 0 ? -code / 2 : (code + 1) / 2;
}
