import { describe, expect, it } from "vitest";
import { parseScreenPacket } from "./screen-packet.ts";

const frame = (...bytes: number[]) => Uint8Array.from(bytes);

describe("screen packets", () => {
  it("reads kind, presentation time and data", () => {
    // prettier-ignore
    const bytes = frame(
      0x01,                                            // kind: key frame
      0x00, 0x00, 0x00, 0x00, 0x00, 0x0f, 0x42, 0x40,  // 1,000,000 µs
      0x00, 0x00, 0x00, 0x01, 0x65,                    // Annex B
    );
    expect(parseScreenPacket(bytes)).toEqual({ kind: "key", ptsUs: 1_000_000, data: frame(0, 0, 0, 1, 0x65) });
  });

  it.each([
    [0, "config"],
    [1, "key"],
    [2, "delta"],
    [3, "still"],
  ])("kind %i is %s", (number, kind) => {
    expect(parseScreenPacket(frame(number, 0, 0, 0, 0, 0, 0, 0, 0, 9))?.kind).toBe(kind);
  });

  it("keeps times beyond 32 bits", () => {
    const day = 86_400_000_000n * 40n;
    const bytes = new Uint8Array(10);
    bytes[0] = 2;
    new DataView(bytes.buffer).setBigUint64(1, day);
    expect(parseScreenPacket(bytes)?.ptsUs).toBe(Number(day));
  });

  it("reads a frame that is a part of a larger buffer", () => {
    const whole = frame(7, 7, 2, 0, 0, 0, 0, 0, 0, 0, 5, 42, 7);
    expect(parseScreenPacket(whole.subarray(2, 12))).toEqual({ kind: "delta", ptsUs: 5, data: frame(42) });
  });

  it("is none without data, cut short, or of an unknown kind", () => {
    expect(parseScreenPacket(frame(1, 0, 0, 0, 0, 0, 0, 0, 0))).toBeUndefined();
    expect(parseScreenPacket(frame(1, 0))).toBeUndefined();
    expect(parseScreenPacket(frame())).toBeUndefined();
    expect(parseScreenPacket(frame(4, 0, 0, 0, 0, 0, 0, 0, 0, 1))).toBeUndefined();
  });
});
