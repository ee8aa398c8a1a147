import { expect, test } from "vitest";
import { box, boxesOf, u32 } from "./boxes.ts";
import { segmentIndex, stretched } from "./segment-index.ts";

/** One fragment from `start`, in ticks, with samples of these durations. */
const fragment = (start: number, durations: number[], flags = 0x701) => {
  const tfdt = box("tfdt", u32(0x0100_0000, 0, start));
  const trun = box("trun", u32(flags, durations.length, 0), ...durations.map((duration) => u32(duration, 10, 0)));
  return Buffer.concat([
    box("moof", box("mfhd", u32(0, 1)), box("traf", box("tfhd", u32(0x020000, 1)), tfdt, trun)),
    box("mdat", Buffer.alloc(10 * durations.length)),
  ]);
};

const PLACE_BYTES = 32 + 1024 * 12 + 8;

test("the index has one reference for each place where a player may begin", () => {
  const index = Buffer.from(
    segmentIndex(
      [
        { size_bytes: 100, duration_ms: 400, is_start: true },
        { size_bytes: 50, duration_ms: 1000, is_start: false },
        { size_bytes: 70, duration_ms: 1500, is_start: true },
      ],
      2500,
    ),
  );
  // 14496-12 §8.16.3: version and flags, reference_ID, timescale, earliest time, first offset, count of references.
  const free = box("free", Buffer.alloc(PLACE_BYTES - 32 - 24 - 8));
  const head = [u32(32 + 24), Buffer.from("sidx"), u32(0, 1, 90_000, 0, free.length, 2)];
  const references = [u32(150, 90_000, 0x9000_0000), u32(70, 135_000, 0x9000_0000)];
  expect(index).toEqual(Buffer.concat([...head, ...references, free]));
});

test.each([1, 1024, 1025, 5_000])(
  "the index of %i places takes up the same room, and tells of all bytes and time",
  (count) => {
    const segments = Array.from({ length: count }, (_, at) => ({
      size_bytes: 10 + (at % 3),
      duration_ms: (at + 1) * 1000,
      is_start: true,
    }));
    const index = segmentIndex(segments, count * 1000);
    expect(index).toHaveLength(PLACE_BYTES);
    const [sidx, free] = [...boxesOf(index)];
    expect([sidx?.type, free?.type, free?.end]).toEqual(["sidx", "free", PLACE_BYTES]);
    const references = Array.from({ length: index.readUInt16BE(30) }, (_, at) => 32 + at * 12);
    expect(references.length).toBeLessThanOrEqual(1024);
    expect(references.length).toBeGreaterThan(Math.min(count, 1024) / 2);
    const sum = (offset: number) => references.reduce((total, at) => total + index.readUInt32BE(at + offset), 0);
    expect(sum(0)).toBe(segments.reduce((total, { size_bytes }) => total + size_bytes, 0));
    expect(sum(4)).toBe(count * 90_000);
    // 8.16.3: the references begin so far behind the index.
    expect(index.readUInt32BE(24)).toBe(PLACE_BYTES - sidx!.end);
  },
);

test("the last picture stays until the end", () => {
  const two = Buffer.concat([fragment(0, [900, 900]), fragment(1800, [900, 90])]);
  const longer = stretched(two, 100);
  expect(longer).toEqual(Buffer.concat([fragment(0, [900, 900]), fragment(1800, [900, 9000 - 2700])]));
  expect(two).toEqual(Buffer.concat([fragment(0, [900, 900]), fragment(1800, [900, 90])]));
  // What lasts as long already stays as it is.
  expect(stretched(two, 10)).toBe(two);
});

test("what is not written as agents write stays as it is", () => {
  const cut = fragment(0, [900, 900]).subarray(0, 40);
  const other = fragment(0, [900], 0x301);
  const lying = fragment(0, [900]);
  // More samples than there are.
  lying.writeUInt32BE(1000, lying.indexOf("trun") + 8);
  for (const odd of [Buffer.alloc(0), Buffer.from("no boxes at all"), cut, other, lying])
    expect(stretched(odd, 60_000)).toBe(odd);
});
