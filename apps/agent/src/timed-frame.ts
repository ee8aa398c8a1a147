import { PACKET_HEADER_BYTES } from "@udt/contract";

/** One packet of video or sound as it goes over the wire; see the contract's `screen` and `audio` streams. */
export function timedFrame(kind: number, pts_us: bigint, data: Uint8Array): Uint8Array {
  const frame = Buffer.allocUnsafe(PACKET_HEADER_BYTES + data.length);
  frame.writeUInt8(kind, 0);
  frame.writeBigUInt64BE(BigInt.asUintN(64, pts_us), 1);
  frame.set(data, PACKET_HEADER_BYTES);
  return frame;
}
