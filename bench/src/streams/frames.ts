import { PACKET_HEADER_BYTES, SCREEN_PACKET } from "@udt/contract";
import type { ScreenEvent } from "@udt/driver";

export const FRAMES_PER_SECOND = 60;

/** A monotonic clock that every process of this machine shares, in microseconds. */
export const sharedClockUs = (): bigint => process.hrtime.bigint() / 1000n;

/** A `screen` packet of the contract with room for its time. */
export function frameOf(event: Extract<ScreenEvent, { type: "packet" }>): Buffer {
  const frame = Buffer.alloc(PACKET_HEADER_BYTES + event.data.length);
  frame.writeUInt8(SCREEN_PACKET[event.kind], 0);
  frame.set(event.data, PACKET_HEADER_BYTES);
  return frame;
}

export const stamp = (frame: Buffer): void => void frame.writeBigUInt64BE(sharedClockUs(), 1);
export const ageMs = (frame: Buffer): number => Number(sharedClockUs() - frame.readBigUInt64BE(1)) / 1000;

/** One file of frames, each after its length. */
export function packFrames(frames: readonly Buffer[]): Buffer {
  return Buffer.concat(
    frames.flatMap((frame) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(frame.length);
      return [length, frame];
    }),
  );
}

export function unpackFrames(bytes: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    frames.push(Buffer.from(bytes.subarray(at + 4, at + 4 + length)));
    at += 4 + length;
  }
  return frames;
}
