import { describe, expect, it } from "vitest";
import { nalUnits } from "../h264/nal-units.ts";
import { lengthPrefixed } from "./avc.ts";
import { mp4File } from "./file.ts";

const SPS = Buffer.from("6764001eacb4", "hex");
const PPS = Buffer.from("68ef3cb0", "hex");
const START = Buffer.of(0, 0, 0, 1);

/** The boxes of a file by path, such as `moov/trak/mdia`, with their contents. */
function boxes(file: Buffer, prefix = ""): Map<string, Buffer> {
  const found = new Map<string, Buffer>();
  for (let at = 0; at < file.length;) {
    const size = file.readUInt32BE(at);
    const type = file.subarray(at + 4, at + 8).toString("latin1");
    const content = file.subarray(at + 8, at + size);
    found.set(prefix + type, content);
    if (["moov", "trak", "mdia", "minf", "stbl"].includes(type)) {
      for (const [path, inner] of boxes(content, `${prefix}${type}/`)) found.set(path, inner);
    }
    at += size;
  }
  return found;
}

describe("mp4File", () => {
  const picture = (byte: number) => lengthPrefixed(nalUnits(Buffer.concat([START, Buffer.of(byte, 1, 2)])));
  const file = Buffer.from(
    mp4File({
      width: 720,
      height: 1600,
      sps: SPS,
      pps: PPS,
      durationUs: 2_000_000,
      samples: [
        { data: picture(0x65), isKey: true, ptsUs: 5_000_000 },
        { data: picture(0x41), isKey: false, ptsUs: 5_500_000 },
      ],
    }),
  );
  const parts = boxes(file);
  const table = (name: string) => parts.get(`moov/trak/mdia/minf/stbl/${name}`)!;

  it("lays its boxes in order and says where the pictures lie", () => {
    expect([...parts.keys()].filter((path) => !path.includes("/"))).toEqual(["ftyp", "mdat", "moov"]);
    const offset = table("stco").readUInt32BE(8);
    expect(file.subarray(offset, offset + 14).toString("hex")).toBe("0000000365010200000003410102");
    expect([table("stsz").readUInt32BE(8), table("stsz").readUInt32BE(12)]).toEqual([2, 7]);
  });

  it("keeps each picture until the next, and the last until the end", () => {
    // Entry count, then pairs of count and ticks of 1/90000 s.
    expect(table("stts").subarray(4).toString("hex")).toBe("00000002000000010000afc80000000100020f58");
    expect(parts.get("moov/mvhd")!.readUInt32BE(16)).toBe(180_000);
    expect(table("stss").subarray(4).toString("hex")).toBe("0000000100000001");
  });

  it("carries the size and the parameter sets", () => {
    const entry = table("stsd");
    expect([entry.readUInt16BE(40), entry.readUInt16BE(42)]).toEqual([720, 1600]);
    expect(entry.includes(SPS) && entry.includes(PPS)).toBe(true);
  });
});
