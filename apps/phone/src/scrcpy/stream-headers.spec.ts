import { describe, expect, it } from "vitest";
import { ackClipboardMessage, clipboardMessage, uhidOutputMessage } from "./device-messages.ts";
import { codecHeader, deviceMeta, disableStream, packetHeader, sessionHeader, videoHeader } from "./stream-headers.ts";

describe("what the server writes", () => {
  /** @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/app/tests/test_device_msg_deserialize.c */
  it("writes device messages as the desktop client reads them", () => {
    expect([...clipboardMessage("ABC")]).toEqual(
      [
        0, // type
        [0, 0, 0, 3], // length
        [0x41, 0x42, 0x43],
      ].flat(),
    );
    expect([...ackClipboardMessage(0x0102030405060708n)]).toEqual(
      [
        1, // type
        [1, 2, 3, 4, 5, 6, 7, 8], // sequence
      ].flat(),
    );
    expect([...uhidOutputMessage(42, Uint8Array.of(1, 2, 3, 4, 5))]).toEqual(
      [
        2, // type
        [0, 42], // id
        [0, 5], // length
        [1, 2, 3, 4, 5],
      ].flat(),
    );
  });

  it("cuts a clipboard that is too long between characters", () => {
    const limit = (1 << 18) - 5;
    const message = clipboardMessage("é".repeat(limit));
    const length = message.readUInt32BE(1);
    expect(length).toBe(limit - 1);
    expect(message.length).toBe(5 + length);
    expect(message.subarray(5).toString("utf8")).toBe("é".repeat(length / 2));
  });

  /** @see https://github.com/Genymobile/scrcpy/blob/v3.3.4/doc/develop.md#video-and-audio */
  it("writes the head of the video stream", () => {
    const meta = deviceMeta("Test One");
    expect(meta.length).toBe(64);
    expect(meta.toString("latin1")).toBe("Test One".padEnd(64, "\0"));
    expect(deviceMeta("あ".repeat(40)).toString("utf8").replaceAll("\0", "")).toBe("あ".repeat(21));
    expect([...videoHeader({ width: 720, height: 1600 })]).toEqual(
      [
        [0x68, 0x32, 0x36, 0x34], // "h264"
        [0, 0, 0x02, 0xd0], // width
        [0, 0, 0x06, 0x40], // height
      ].flat(),
    );
    expect([...disableStream(false)]).toEqual([0, 0, 0, 0]);
    expect([...disableStream(true)]).toEqual([0, 0, 0, 1]);
  });

  it("marks config packets and key frames in the two highest bits of the time", () => {
    const data = new Uint8Array(0x1234);
    const pts_us = 0x0102030405n;
    expect([...packetHeader({ kind: "config", key_frame: false, pts_us, data }, 3)]).toEqual(
      [
        [0x80, 0, 0, 0, 0, 0, 0, 0], // config flag, no time
        [0, 0, 0x12, 0x34], // size
      ].flat(),
    );
    expect([...packetHeader({ kind: "data", key_frame: true, pts_us, data }, 3)]).toEqual(
      [
        [0x40, 0, 0, 1, 2, 3, 4, 5], // key frame flag, time
        [0, 0, 0x12, 0x34], // size
      ].flat(),
    );
    expect([...packetHeader({ kind: "data", key_frame: false, pts_us, data }, 3)]).toEqual(
      [
        [0, 0, 0, 1, 2, 3, 4, 5], // time
        [0, 0, 0x12, 0x34], // size
      ].flat(),
    );
  });

  // https://github.com/Genymobile/scrcpy/blob/2926c06c5dc3064ae6d8db706f1a98a37cfcf3f0/app/src/demuxer.c
  it("leaves the highest bit to the session's own packets since 4.0", () => {
    const data = new Uint8Array(0x1234);
    const first = (kind: "config" | "data", key_frame: boolean) =>
      packetHeader({ kind, key_frame, pts_us: 5n, data }, 4).readBigUInt64BE(0);
    expect(first("config", false)).toBe(1n << 62n);
    expect(first("data", true)).toBe((1n << 61n) | 5n);
    expect(first("data", false)).toBe(5n);
    expect([...codecHeader()]).toEqual([0x68, 0x32, 0x36, 0x34]);
    expect([...sessionHeader({ width: 720, height: 1600 })]).toEqual([
      0x80, 0, 0, 0, 0, 0, 0x02, 0xd0, 0, 0, 0x06, 0x40,
    ]);
  });
});
