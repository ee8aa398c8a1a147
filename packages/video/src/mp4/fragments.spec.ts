import { expect, test } from "vitest";
import { fragment, fragmentedHead } from "./fragments.ts";
import { readFragments } from "./read-fragments.ts";

const sample = (hex: string, is_key: boolean, at_ms: number) => ({ data: Buffer.from(hex, "hex"), is_key, at_ms });
const two = [sample("0000000165", true, 1000), sample("000000024101", false, 1010)];

test("a fragment is laid out as 14496-12 wants it", () => {
  const layout = [
    ["00000070", "moof"],
    ["00000010", "mfhd", "00000000", "00000007"],
    ["00000058", "traf"],
    // default-base-is-moof; the track's number.
    ["00000010", "tfhd", "00020000", "00000001"],
    ["00000014", "tfdt", "01000000", "0000000000015f90"],
    // Flags, count, the data's offset; then duration, size and flags of each.
    ["0000002c", "trun", "00000701", "00000002", "00000078"],
    ["00000384", "00000005", "02000000"],
    ["00002328", "00000006", "01010000"],
    ["00000013", "mdat", "0000000165", "000000024101"],
  ].flat();
  const hex = layout.map((part) => (/^[a-z]{4}$/.test(part) ? Buffer.from(part, "latin1").toString("hex") : part));
  expect(fragment(7, two, 1110).toString("hex")).toBe(hex.join(""));
  expect(() => fragment(1, [], 10)).toThrow(RangeError);
});

test("what was written is read again, whatever stands before it", () => {
  const sets = { sps: Buffer.from("6764001eacb4", "hex"), pps: Buffer.from("68ef3cb0", "hex") };
  const head = fragmentedHead({ width: 720, height: 1600, ...sets });
  const next = fragment(2, [sample("0000000141", false, 1500)], 1600);
  const file = Buffer.concat([head, fragment(1, two, 1110), next]);
  expect(readFragments(file)).toEqual([
    {
      sequence: 1,
      start_ms: 1000,
      durations_ms: [10, 100],
      sizes: [5, 6],
      data: Buffer.concat(two.map(({ data }) => data)),
    },
    { sequence: 2, start_ms: 1500, durations_ms: [100], sizes: [5], data: Buffer.from("0000000141", "hex") },
  ]);
  const [width, height] = [head.lastIndexOf("avc1") + 28, head.lastIndexOf("avc1") + 30];
  expect([head.readUInt16BE(width), head.readUInt16BE(height)]).toEqual([720, 1600]);
  // Version, profile and level, lengths of four bytes, one set each, and for high profile the colours: 4:2:0, eight bits.
  const record = head.subarray(head.indexOf("avcC") + 4, head.indexOf("avcC") + 29);
  expect(record.toString("hex")).toBe("0164001effe100066764001eacb401000468ef3cb0fdf8f800");
});

test("what is no fragment of ours is refused", () => {
  const whole = fragment(1, two, 1110);
  const lying = Buffer.from(whole);
  lying.writeUInt32BE(3, lying.indexOf("trun") + 8);
  const moved = Buffer.from(whole);
  moved.writeUInt32BE(0, moved.indexOf("trun") + 12);
  const headless = Buffer.from(whole);
  headless.write("free", headless.indexOf("mfhd"), "latin1");
  const orphan = whole.subarray(0, whole.readUInt32BE(0));
  for (const odd of [lying, moved, headless, orphan]) expect(() => readFragments(odd)).toThrow("no fragment at 0");
  expect(() => readFragments(whole.subarray(0, -1))).toThrow(`no whole box at ${orphan.length}`);
  expect(() => readFragments(Buffer.from("no boxes at all"))).toThrow("no whole box at 0");
  expect(readFragments(Buffer.alloc(0))).toEqual([]);
});
