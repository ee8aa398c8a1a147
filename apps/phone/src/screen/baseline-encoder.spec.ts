import { createCanvas } from "@napi-rs/canvas";
import { splitConfig } from "@udt/video/h264";
import { describe, expect, it, vi } from "vitest";
import { BaselineEncoder } from "./baseline-encoder.ts";
import { BitWriter } from "./bit-writer.ts";
import type { EncodedPicture } from "./frame-encoder.ts";
import { PacketDecoder } from "./testing/decoding.ts";

const toPackets = ({ data, pts_us }: EncodedPicture) => {
  const { config, picture, keyFrame } = splitConfig(data);
  const packet = { kind: "data" as const, key_frame: keyFrame, pts_us, data: picture };
  return config.length === 0 ? [packet] : [{ kind: "config" as const, key_frame: false, pts_us, data: config }, packet];
};

describe("the baseline encoder", () => {
  it("codes exact pictures that a decoder shows, and only what changed", async () => {
    const size = { width: 88, height: 136 }; // no multiples of 16, so cropping counts
    const canvas = createCanvas(size.width, size.height);
    const g = canvas.getContext("2d");
    const coded: EncodedPicture[] = [];
    const encoder = new BaselineEncoder(size, (picture) => coded.push(picture));
    const encode = async (key = false): Promise<void> => {
      const before = coded.length;
      encoder.encode(canvas.data(), BigInt(before * 1000), key);
      await vi.waitFor(() => expect(coded.length).toBe(before + 1));
    };
    g.fillStyle = "#ffffff";
    g.fillRect(0, 0, size.width, size.height);
    await encode();
    g.fillStyle = "#000000";
    g.fillRect(40, 40, 8, 8);
    await encode();
    await encode();
    g.fillStyle = "#808080";
    g.fillRect(80, 128, 8, 8);
    await encode();
    const decoder = new PacketDecoder();
    for (const picture of coded) for (const packet of toPackets(picture)) decoder.take(packet);
    const { width, height, luma } = await decoder.settle();
    decoder.close();
    expect([width, height]).toEqual([88, 136]);
    expect([luma(0, 0), luma(44, 44), luma(39, 44), luma(48, 44), luma(87, 135), luma(79, 135)]).toEqual([
      235, 16, 235, 235, 126, 235,
    ]);
    const [key, changed, same] = coded.map(({ data }) => data.length);
    expect(key).toBeGreaterThan(6 * 9 * 384);
    expect(changed).toBeLessThan(384 + 64);
    expect(same).toBeLessThan(24);
    // Profile 66 with both constraint flags.
    expect([...coded[0]!.data.subarray(4, 7)]).toEqual([0x67, 66, 0xc0]);
    encoder.close();
  });

  it("parts a large picture so that no part exceeds what the WebAssembly decoder takes", async () => {
    const size = { width: 720, height: 1600 };
    const canvas = createCanvas(size.width, size.height);
    const g = canvas.getContext("2d");
    const coded: EncodedPicture[] = [];
    const encoder = new BaselineEncoder(size, (picture) => coded.push(picture));
    const shades = ["#404040", "#c0c0c0"];
    for (const [index, shade] of shades.entries()) {
      g.fillStyle = shade;
      g.fillRect(0, 0, size.width, size.height);
      encoder.encode(canvas.data(), BigInt(index * 1000), false);
      await vi.waitFor(() => expect(coded.filter(({ last }) => last).length).toBe(index + 1));
    }
    expect(coded.map(({ last }) => last)).toEqual([false, true, false, true]);
    expect(Math.max(...coded.map(({ data }) => data.length))).toBeLessThan(1024 * 1024);
    const decoder = new PacketDecoder();
    const lumaAfter = async (pictures: EncodedPicture[]): Promise<number[]> => {
      for (const picture of pictures) for (const packet of toPackets(picture)) decoder.take(packet);
      const { luma } = await decoder.settle();
      return [luma(3, 3), luma(700, 800), luma(3, 1590), luma(719, 1599)];
    };
    expect(await lumaAfter(coded.slice(0, 2))).toEqual([71, 71, 71, 71]);
    expect(await lumaAfter(coded.slice(2))).toEqual([181, 181, 181, 181]);
    decoder.close();
    encoder.close();
  });

  it("keeps start codes out of the payload", () => {
    const writer = new BitWriter();
    for (const byte of [0, 0, 0, 0, 0, 1, 5, 0, 0, 3]) writer.bits(byte, 8);
    expect([...writer.nalUnit(0x65)]).toEqual([0, 0, 0, 1, 0x65, 0, 0, 3, 0, 0, 3, 0, 1, 5, 0, 0, 3, 3, 0x80]);
  });
});
