import { truncateUtf8 } from "./device-messages.ts";
import type { VideoPacket } from "../types.ts";

const DEVICE_NAME_FIELD_LENGTH = 64;
/** "h264" in ASCII. */
const CODEC_H264 = 0x68323634;
const PACKET_FLAG_CONFIG = 1n << 63n;
const PACKET_FLAG_KEY_FRAME = 1n << 62n;

/** 64 bytes, the name in UTF-8 filled up with zeros. */
export const deviceMeta = (name: string): Buffer => {
  const field = Buffer.alloc(DEVICE_NAME_FIELD_LENGTH);
  truncateUtf8(Buffer.from(name, "utf8"), DEVICE_NAME_FIELD_LENGTH - 1).copy(field);
  return field;
};

/** Codec id, width, height. */
export const videoHeader = (size: { width: number; height: number }): Buffer => {
  const header = Buffer.alloc(12);
  header.writeUInt32BE(CODEC_H264, 0);
  header.writeUInt32BE(size.width, 4);
  header.writeUInt32BE(size.height, 8);
  return header;
};

/** In place of a codec id: the device turns the stream off (0, the client goes on) or fails (1, the client stops). */
export const disableStream = (error: boolean): Buffer => Buffer.from([0, 0, 0, error ? 1 : 0]);

/** @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/server/src/main/java/com/genymobile/scrcpy/device/Streamer.java */
export const packetHeader = (packet: VideoPacket): Buffer => {
  const header = Buffer.alloc(12);
  const data = packet.pts_us | (packet.key_frame ? PACKET_FLAG_KEY_FRAME : 0n);
  header.writeBigUInt64BE(packet.kind === "config" ? PACKET_FLAG_CONFIG : data, 0);
  header.writeUInt32BE(packet.data.length, 8);
  return header;
};
