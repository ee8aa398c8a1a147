import { describe, expect, it } from "vitest";
import { h264ParseConfiguration } from "@yume-chan/scrcpy";
import { readSps } from "./sps.ts";

const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

// Parameter sets as x264 (through ffmpeg's libx264) wrote them for a picture of the named size and profile.
const HIGH_720 = "00000167640020acd940b40c9b0110000003001000000303c0f1831960000000000168ebe3cb22c0";
const BASELINE_1080 = "0000016742c032d90044012de5f0110000030001000003003c0f1832480000000168cb83cb20";
const MAIN_1080 = "000001674d4032eca0220093f2cf8088000003000800000301e078c18cb00000000168ebe3cb20";
const BASELINE_450 = "0000016742c01fd901d07fe224c044000003000400000300f03c60c9200000000168cb83cb20";
const INTERLACED_1080 = "00000167640028acd94078044fde0220000003002000000783e2c5b2c000";

describe("sequence parameter sets", () => {
  it.each([
    ["high, no cropping", HIGH_720, "avc1.640020", 720, 1600, 720, 1600],
    ["constrained baseline, cropped width", BASELINE_1080, "avc1.42c032", 1080, 2400, 1088, 2400],
    ["main, cropped both ways", MAIN_1080, "avc1.4d4032", 1080, 2340, 1088, 2352],
    ["odd sizes", BASELINE_450, "avc1.42c01f", 450, 1002, 464, 1008],
    ["interlaced: map units of two rows", INTERLACED_1080, "avc1.640028", 1920, 1080, 1920, 1088],
  ])("%s", (_, bytes, codec, width, height, codedWidth, codedHeight) => {
    expect(readSps(hex(bytes))).toMatchObject({ codec, width, height, codedWidth, codedHeight });
  });

  it("finds the set behind other units and with four-byte start codes", () => {
    const bytes = hex(`000000010910${"00" + BASELINE_450}`);
    expect(readSps(bytes)?.codec).toBe("avc1.42c01f");
  });

  it("is undefined without a parameter set or when it is cut short", () => {
    expect(readSps(hex("0000000165888400"))).toBeUndefined();
    expect(readSps(hex(""))).toBeUndefined();
    expect(readSps(hex("0000000167"))).toBeUndefined();
    for (let bytes = 4; bytes < 12; bytes++) expect(readSps(hex(HIGH_720.slice(0, bytes * 2)))).toBeUndefined();
  });

  it("agrees with the library about what the library reads", () => {
    for (const bytes of [HIGH_720, BASELINE_1080, MAIN_1080, BASELINE_450].map(hex)) {
      const { croppedWidth: width, croppedHeight: height, profileIndex: profile } = h264ParseConfiguration(bytes);
      expect(readSps(bytes)).toMatchObject({ width, height, profile });
    }
  });

  it("passes over scaling lists, which the library takes for the size", () => {
    const ue = (value: number) => (value + 1).toString(2).padStart((value + 1).toString(2).length * 2 - 1, "0");
    // Each of the first list's sixteen numbers is one more than the last; the others are the defaults.
    const lists = `1${ue(1).repeat(16)}${"0".repeat(7)}`;
    const chroma = `${ue(1)}${ue(0)}${ue(0)}01${lists}`;
    const rest = `${ue(0)}${ue(2)}${ue(1)}0${ue(44)}${ue(99)}11001`;
    const bits = `${ue(0)}${chroma}${rest}`;
    const bytes = (bits.padEnd(Math.ceil(bits.length / 8) * 8, "0").match(/.{8}/g) ?? []).map((byte) =>
      parseInt(byte, 2),
    );
    const sps = Uint8Array.from([0, 0, 0, 1, 0x67, 100, 0, 40, ...bytes]);
    expect(readSps(sps)).toMatchObject({ codec: "avc1.640028", width: 720, height: 1600 });
  });
});
