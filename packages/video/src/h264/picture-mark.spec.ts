import * as fc from "fast-check";
import { expect, test } from "vitest";
import { eachNalUnit, nalType } from "./nal-units.ts";
import { markedPicture, readMarked } from "./picture-mark.ts";

const PICTURE = Uint8Array.of(0, 0, 0, 1, 0x65, 0x88, 0x84);
const field = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

test("a mark comes back as it was, and is one unit that no decoder draws", () => {
  fc.assert(
    fc.property(fc.record({ turn: field, number: field, pts_us: field, bytes: field }), (mark) => {
      const marked = markedPicture(mark, PICTURE);
      expect([...eachNalUnit(marked)].map(nalType)).toEqual([6, 5]);
      expect(readMarked(marked)).toEqual({ mark, picture: PICTURE });
      expect(readMarked(marked.subarray(1))).toEqual({ mark, picture: PICTURE });
    }),
  );
});

test("what has no mark, or half of one, is told apart", () => {
  const marked = markedPicture({ turn: 1, number: 1, pts_us: 2, bytes: 3 });
  for (let length = 0; length < marked.length; length++) expect(readMarked(marked.subarray(0, length))).toBeUndefined();
  expect(readMarked(PICTURE)).toBeUndefined();
  expect(readMarked(Uint8Array.of(0, 0, 0, 1, 6, 5, 48, ...new Uint8Array(60)))).toBeUndefined();
});
