import { expect, test } from "vitest";
import { box, u32 } from "./boxes.ts";
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
  const head = [u32(index.length), Buffer.from("sidx"), u32(0, 1, 90_000, 0, 0, 2)];
  const references = [u32(150, 90_000, 0x9000_0000), u32(70, 135_000, 0x9000_0000)];
  expect(index).toEqual(Buffer.concat([...head, ...references]));
});

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
