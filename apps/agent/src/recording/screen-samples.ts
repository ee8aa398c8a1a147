import { PACKET_HEADER_BYTES, SCREEN_PACKET } from "@udt/contract";
import { nalUnits, parameterSets, type ParameterSets } from "@udt/video/h264";
import { fragmentedHead, lengthPrefixed, type Sample } from "@udt/video/mp4";

export interface ScreenSample extends Omit<Sample, "at_ms"> {
  /** By the source's own clock. */
  source_ms: number;
}

/** The packets of a screen, as its viewers are given them, as samples of an MP4 track. */
export class ScreenSamples {
  #size = { width: 0, height: 0 };
  #sets: ParameterSets | undefined;

  set size(size: { width: number; height: number }) {
    this.#size = size;
  }

  /** The head of a file that begins with the next key frame; undefined while nobody knows what it would say. */
  head(): Buffer | undefined {
    return this.#sets && this.#size.width > 0 ? fragmentedHead({ ...this.#size, ...this.#sets }) : undefined;
  }

  /** Undefined for a packet that is no picture of a video. */
  take(frame: Uint8Array): ScreenSample | undefined {
    const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);
    const kind = bytes[0];
    const data = bytes.subarray(PACKET_HEADER_BYTES);
    if (kind === SCREEN_PACKET.config) this.#sets = parameterSets(data) ?? this.#sets;
    if (kind !== SCREEN_PACKET.key && kind !== SCREEN_PACKET.delta) return undefined;
    const is_key = kind === SCREEN_PACKET.key;
    const units = nalUnits(data);
    // They change with a turn of the screen, or with another source; who jumps back must hear of the old ones again.
    if (is_key && this.#sets) units.unshift(this.#sets.sps, this.#sets.pps);
    return { data: lengthPrefixed(units), is_key, source_ms: sourceMs(bytes) };
  }
}

/** When a packet was shown, by its source's own clock. */
export const sourceMs = (frame: Uint8Array): number =>
  Number(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength).readBigUInt64BE(1)) / 1000;
