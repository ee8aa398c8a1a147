import { truncateUtf8 } from "./device-messages.ts";
import type { VideoPacket } from "../types.ts";

const DEVICE_NAME_FIELD_LENGTH = 64;
/** "h264" in ASCII, as {@link codecHeader} writes it. */
const CODEC_H264 = 0x68323634;
/** By the client's generation: since 4.0 the highest bit says that a packet is none of media but of the session. */
const PACKET_FLAGS = {
  3: { config: 1n << 63n, key_frame: 1n << 62n },
  4: { config: 1n << 62n, key_frame: 1n << 61n },
} as const;
const SESSION_FLAG = 0x80000000;

/** 64 bytes, the name in UTF-8 filled up with zeros. */
export const deviceMeta = (name: string): Buffer => {
  const field = Buffer.alloc(DEVICE_NAME_FIELD_LENGTH);
  truncateUtf8(Buffer.from(name, "utf8"), DEVICE_NAME_FIELD_LENGTH - 1).copy(field);
  return field;
};

interface Size {
  width: number;
  height: number;
}

/** Codec id, width, height. Since 4.0 {@link codecHeader}, with a {@link sessionHeader} before each configuration. */
export const videoHeader = (size: Size): Buffer => head(CODEC_H264, size);

/** Codec id alone. */
export const codecHeader = (): Buffer => Buffer.from("h264", "latin1");

/** Codec id of audio: "opus" in ASCII. */
export const audioHeader = (): Buffer => Buffer.from("opus", "latin1");

/** The size of the video that begins: it is another one when the phone was turned. */
export const sessionHeader = (size: Size): Buffer => head(SESSION_FLAG, size);

function head(first: number, { width, height }: Size): Buffer {
  const header = Buffer.alloc(12);
  header.writeUInt32BE(first, 0);
  header.writeUInt32BE(width, 4);
  header.writeUInt32BE(height, 8);
  return header;
}

/** In place of a codec id: the device turns the stream off (0, the client goes on) or fails (1, the client stops). */
export const disableStream = (error: boolean): Buffer => Buffer.from([0, 0, 0, error ? 1 : 0]);

/**
 * @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/device/Streamer.java
 * @see https://github.com/Genymobile/scrcpy/blob/v4.1/server/src/main/java/com/genymobile/scrcpy/device/Streamer.java
 */
export const packetHeader = (packet: VideoPacket, generation: 3 | 4): Buffer => {
  const flags = PACKET_FLAGS[generation];
  const header = Buffer.alloc(12);
  const data = packet.pts_us | (packet.key_frame ? flags.key_frame : 0n);
  header.writeBigUInt64BE(packet.kind === "config" ? flags.config : data, 0);
  header.writeUInt32BE(packet.data.length, 8);
  return header;
};
