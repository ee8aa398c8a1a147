import { PACKET_HEADER_BYTES, SCREEN_PACKET } from "@udt/contract";

export type ScreenPacketKind = keyof typeof SCREEN_PACKET;

export interface ScreenPacket {
  kind: ScreenPacketKind;
  /** Presentation time, microseconds. */
  ptsUs: number;
  /** H.264 Annex B, or a picture file for `still`. A view into the frame's bytes. */
  data: Uint8Array<ArrayBuffer>;
}

const KINDS: readonly (ScreenPacketKind | undefined)[] = Object.entries(SCREEN_PACKET).reduce<ScreenPacketKind[]>(
  (kinds, [name, number]) => {
    kinds[number] = name as ScreenPacketKind;
    return kinds;
  },
  [],
);

/** Reads one binary frame of the `screen` stream (see `SCREEN_PACKET` of the contract); undefined when it is none. */
export function parseScreenPacket(bytes: Uint8Array<ArrayBuffer>): ScreenPacket | undefined {
  const [first] = bytes;
  const kind = first !== undefined && bytes.length > PACKET_HEADER_BYTES ? KINDS[first] : undefined;
  if (!kind) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, PACKET_HEADER_BYTES);
  // 2^53 µs are 285 years of uptime: exact as a number.
  return { kind, ptsUs: Number(view.getBigUint64(1)), data: bytes.subarray(PACKET_HEADER_BYTES) };
}
