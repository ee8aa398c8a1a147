import { STREAM_WAYS } from "@udt/contract";

/** A message of a stream, as sockets and data channels have it. */
export type StreamFrame = string | Uint8Array<ArrayBuffer>;

export type Way = "server" | "direct";

/** A data channel, ordered and reliable. */
export interface WayChannel {
  /** False: it carries nothing any more. */
  send(frame: StreamFrame): boolean;
}

const MOST_BYTES_OF_A_CHAR = 3;

/** How long it is on its way; of a text that is surely short enough not to the byte. */
export function sizeOf(frame: StreamFrame): number {
  const isShort = frame.length * MOST_BYTES_OF_A_CHAR <= STREAM_WAYS.message_max_bytes;
  return typeof frame !== "string" || isShort ? frame.length : new TextEncoder().encode(frame).length;
}

/** What it takes of what may be on its way. */
export const roomOf = (frame: StreamFrame): number => sizeOf(frame) + STREAM_WAYS.keeping_bytes;
