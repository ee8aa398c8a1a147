import { BitWriter } from "./bit-writer.ts";
import type { EncodedPicture, FrameEncoder } from "./frame-encoder.ts";
import type { Size } from "./video-size.ts";

const NAL_SPS = 0x67;
const NAL_PPS = 0x68;
const NAL_IDR_SLICE = 0x65;
const NAL_P_SLICE = 0x41;
const PROFILE_BASELINE = 66;
/** constraint_set0 and constraint_set1: decodable as baseline and as main, which is constrained baseline. */
const CONSTRAINED = 0xc0;
const LEVEL_5_1 = 51;
const FRAME_NUM_BITS = 8;
const SLICE_TYPE_P = 5;
const SLICE_TYPE_I = 7;
/** mb_type of I_PCM in an I slice (table 7-11), and in a P slice, where the five P types come first. */
const I_PCM = 25;
const I_PCM_IN_P = 5 + I_PCM;
const MACROBLOCK = 16;
const PCM_BYTES = 384;
/**
 * The WebAssembly decoder takes at most 1 MiB at a time, so a picture sends no more macroblocks than fit; the next one,
 * made at once, sends the rest.
 * @see https://github.com/udevbe/tinyh264/blob/master/src/TinyH264Decoder.js
 */
const MAX_PCM_PER_PICTURE = 2500;
/** mb_type of Intra_16x16 with DC prediction and without residual (table 7-11). */
const I_16X16_DC = 3;

/**
 * Constrained-baseline H.264 from two macroblock types: one sent as plain samples (I_PCM), one unchanged (P_Skip).
 * The package's x264 can only do high profile, which the small WebAssembly decoders of browsers cannot read. The picture
 * is exact and costs little to make; what moves costs 384 bytes per 16 × 16 pixels, so it suits small sizes and screens
 * that mostly rest. Clause numbers are of ITU-T H.264 (08/2021).
 */
export class BaselineEncoder implements FrameEncoder {
  readonly #size: Size;
  readonly #columns: number;
  readonly #rows: number;
  readonly #emit: (picture: EncodedPicture) => void;
  /** What the decoder shows. */
  readonly #shown: Uint32Array;
  /** Macroblocks that a key frame left out, by index. */
  readonly #missing: Uint8Array;
  #started = false;
  #frameNum = 0;
  #idrId = 0;
  #closed = false;

  constructor(size: Size, emit: (picture: EncodedPicture) => void) {
    this.#size = size;
    this.#columns = Math.ceil(size.width / MACROBLOCK);
    this.#rows = Math.ceil(size.height / MACROBLOCK);
    this.#shown = new Uint32Array(size.width * size.height);
    this.#missing = new Uint8Array(this.#columns * this.#rows);
    this.#emit = emit;
  }

  encode(rgba: Uint8Array, pts_us: bigint, keyFrame: boolean): void {
    const aligned = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
    const pixels = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength / 4);
    const pictures: Buffer[] = [];
    if (keyFrame || !this.#started) {
      pictures.push(Buffer.concat([this.#parameterSets(), this.#keySlice(pixels)]));
      this.#started = true;
    }
    for (let unfinished = pictures.length === 0 || this.#missing.includes(1); unfinished;) {
      const { slice, complete } = this.#deltaSlice(pixels);
      pictures.push(slice);
      unfinished = !complete;
    }
    // Handed out later, as an encoder on its own thread does, so that callers see one order of events.
    setImmediate(() => {
      pictures.forEach((data, index) => {
        if (!this.#closed) this.#emit({ data, pts_us: pts_us + BigInt(index), last: index === pictures.length - 1 });
      });
    });
  }

  close(): void {
    this.#closed = true;
  }

  /** Clauses 7.3.2.1.1 and 7.3.2.2. */
  #parameterSets(): Buffer {
    const { width, height } = this.#size;
    const sps = new BitWriter();
    sps.bits(PROFILE_BASELINE, 8);
    sps.bits(CONSTRAINED, 8);
    sps.bits(LEVEL_5_1, 8);
    sps.ue(0); // seq_parameter_set_id
    sps.ue(FRAME_NUM_BITS - 4); // log2_max_frame_num_minus4
    sps.ue(2); // pic_order_cnt_type: shown in the order of coding
    sps.ue(1); // max_num_ref_frames
    sps.bits(0, 1); // gaps_in_frame_num_value_allowed_flag
    sps.ue(this.#columns - 1);
    sps.ue(this.#rows - 1);
    sps.bits(1, 1); // frame_mbs_only_flag
    sps.bits(1, 1); // direct_8x8_inference_flag
    const right = (this.#columns * MACROBLOCK - width) / 2;
    const bottom = (this.#rows * MACROBLOCK - height) / 2;
    sps.bits(right + bottom > 0 ? 1 : 0, 1); // frame_cropping_flag
    if (right + bottom > 0) for (const offset of [0, right, 0, bottom]) sps.ue(offset);
    sps.bits(0, 1); // vui_parameters_present_flag
    const pps = new BitWriter();
    pps.ue(0); // pic_parameter_set_id
    pps.ue(0); // seq_parameter_set_id
    pps.bits(0, 2); // entropy_coding_mode_flag, bottom_field_pic_order_in_frame_present_flag
    for (let field = 0; field < 3; field += 1) pps.ue(0); // slice groups and reference indexes, each one
    pps.bits(0, 3); // weighted_pred_flag, weighted_bipred_idc
    for (let field = 0; field < 3; field += 1) pps.ue(0); // quantisation offsets, se(0)
    pps.bits(0b100, 3); // deblocking_filter_control_present_flag, constrained_intra_pred_flag, redundant_pic_cnt_present_flag
    return Buffer.concat([sps.nalUnit(NAL_SPS), pps.nalUnit(NAL_PPS)]);
  }

  #keySlice(pixels: Uint32Array): Buffer {
    this.#frameNum = 1;
    this.#idrId = (this.#idrId + 1) % 2;
    const slice = new BitWriter(Math.min(this.#missing.length, MAX_PCM_PER_PICTURE) * (PCM_BYTES + 3) + 4096);
    slice.ue(0); // first_mb_in_slice
    slice.ue(SLICE_TYPE_I);
    slice.ue(0); // pic_parameter_set_id
    slice.bits(0, FRAME_NUM_BITS);
    slice.ue(this.#idrId);
    slice.bits(0, 2); // no_output_of_prior_pics_flag, long_term_reference_flag
    slice.ue(0); // slice_qp_delta
    slice.ue(1); // disable_deblocking_filter_idc
    this.#missing.fill(1);
    for (let index = 0; index < this.#missing.length; index += 1) {
      if (index < MAX_PCM_PER_PICTURE) this.#writePcm(slice, I_PCM, pixels, index);
      else this.#writeFlat(slice, index);
    }
    return slice.nalUnit(NAL_IDR_SLICE);
  }

  /** Skipped macroblocks take over what was there: no vector is ever coded, so the predicted one is zero (8.4.1.1). */
  #deltaSlice(pixels: Uint32Array): { slice: Buffer; complete: boolean } {
    const slice = new BitWriter(4096);
    slice.ue(0); // first_mb_in_slice
    slice.ue(SLICE_TYPE_P);
    slice.ue(0); // pic_parameter_set_id
    slice.bits(this.#frameNum, FRAME_NUM_BITS);
    slice.bits(0, 3); // no override of reference counts, no list modification, no adaptive marking
    slice.ue(0); // slice_qp_delta
    slice.ue(1); // disable_deblocking_filter_idc
    this.#frameNum = (this.#frameNum + 1) % 2 ** FRAME_NUM_BITS;
    let skipped = 0;
    let sent = 0;
    let complete = true;
    for (let index = 0; index < this.#missing.length; index += 1) {
      const wanted = this.#missing[index] === 1 || this.#changed(pixels, index);
      if (wanted && sent < MAX_PCM_PER_PICTURE) {
        slice.ue(skipped);
        skipped = 0;
        sent += 1;
        this.#writePcm(slice, I_PCM_IN_P, pixels, index);
      } else {
        skipped += 1;
        complete &&= !wanted;
      }
    }
    if (skipped > 0) slice.ue(skipped);
    return { slice: slice.nalUnit(NAL_P_SLICE), complete };
  }

  #changed(pixels: Uint32Array, index: number): boolean {
    const { width, height } = this.#size;
    const left = (index % this.#columns) * MACROBLOCK;
    const top = Math.floor(index / this.#columns) * MACROBLOCK;
    const right = Math.min(width, left + MACROBLOCK);
    const bottom = Math.min(height, top + MACROBLOCK);
    for (let y = top; y < bottom; y += 1) {
      const end = y * width + right;
      for (let at = y * width + left; at < end; at += 1) if (pixels[at] !== this.#shown[at]) return true;
    }
    return false;
  }

  /** A stand-in for one picture: what lies beside it, without detail. */
  #writeFlat(slice: BitWriter, index: number): void {
    slice.ue(I_16X16_DC);
    slice.ue(0); // intra_chroma_pred_mode: DC
    slice.ue(0); // mb_qp_delta
    // coeff_token of no coefficient; its table depends on how many the neighbours have (9.2.1), 16 where they are PCM.
    const isPcm = (neighbour: number): number => (neighbour < MAX_PCM_PER_PICTURE ? 16 : 0);
    const left = index % this.#columns === 0 ? undefined : isPcm(index - 1);
    const above = index < this.#columns ? undefined : isPcm(index - this.#columns);
    const coefficients = left !== undefined && above !== undefined ? (left + above + 1) >> 1 : (left ?? above ?? 0);
    if (coefficients >= 8) slice.bits(0b000011, 6);
    else slice.bits(1, 1);
  }

  /** BT.601, limited range, chroma averaged over 2 × 2; the picture's edge is repeated into the margin. */
  #writePcm(slice: BitWriter, type: number, pixels: Uint32Array, index: number): void {
    slice.ue(type);
    slice.alignWithZeros();
    const block = slice.block(PCM_BYTES);
    const { width, height } = this.#size;
    const left = (index % this.#columns) * MACROBLOCK;
    const top = Math.floor(index / this.#columns) * MACROBLOCK;
    this.#missing[index] = 0;
    for (let y = top; y < Math.min(top + MACROBLOCK, height); y += 1) {
      const from = y * width + left;
      this.#shown.set(pixels.subarray(from, from + Math.min(MACROBLOCK, width - left)), from);
    }
    for (let y = 0; y < MACROBLOCK; y += 2) {
      const upper = Math.min(top + y, height - 1) * width;
      const lower = Math.min(top + y + 1, height - 1) * width;
      for (let x = 0; x < MACROBLOCK; x += 2) {
        const near = Math.min(left + x, width - 1);
        const far = Math.min(left + x + 1, width - 1);
        const a = pixels[upper + near]!;
        const b = pixels[upper + far]!;
        const c = pixels[lower + near]!;
        const d = pixels[lower + far]!;
        const at = y * MACROBLOCK + x;
        block[at] = luma(a);
        block[at + 1] = luma(b);
        block[at + MACROBLOCK] = luma(c);
        block[at + MACROBLOCK + 1] = luma(d);
        const red = ((a & 255) + (b & 255) + (c & 255) + (d & 255)) >> 2;
        const green = (((a >> 8) & 255) + ((b >> 8) & 255) + ((c >> 8) & 255) + ((d >> 8) & 255)) >> 2;
        const blue = (((a >> 16) & 255) + ((b >> 16) & 255) + ((c >> 16) & 255) + ((d >> 16) & 255)) >> 2;
        const chroma = 256 + (y >> 1) * 8 + (x >> 1);
        block[chroma] = ((-38 * red - 74 * green + 112 * blue + 128) >> 8) + 128;
        block[chroma + 64] = ((112 * red - 94 * green - 18 * blue + 128) >> 8) + 128;
      }
    }
  }
}

const luma = (pixel: number): number =>
  ((66 * (pixel & 255) + 129 * ((pixel >> 8) & 255) + 25 * ((pixel >> 16) & 255) + 128) >> 8) + 16;
