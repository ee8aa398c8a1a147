import * as fc from "fast-check";
import { expect, test } from "vitest";
import { AnnexBSplitter } from "./access-units.ts";

const START4 = [0, 0, 0, 1];
const START3 = [0, 0, 1];
/** NAL header bytes: nal_ref_idc 3 and the type; a slice's next byte begins with first_mb_in_slice. */
const SPS = [0x67, 66, 0, 30];
const PPS = [0x68, 0xce];
const SEI = [0x06, 5, 1];
const IDR = [0x65, 0x88, 1, 2];
const IDR_SECOND_SLICE = [0x65, 0x40, 3, 4];
const P = [0x41, 0x9a, 5, 6];

const stream = Buffer.from(
  [
    [START4, SPS, START4, PPS],
    [START3, SEI, START3, IDR, START3, IDR_SECOND_SLICE],
    [START4, P],
    [START4, P],
  ].flat(2),
);
const expected = [
  { kind: "config", data: Buffer.from([...START4, ...SPS, ...START4, ...PPS]) },
  { kind: "key", data: Buffer.from([...START3, ...SEI, ...START3, ...IDR, ...START3, ...IDR_SECOND_SLICE]) },
  { kind: "delta", data: Buffer.from([...START4, ...P]) },
  { kind: "delta", data: Buffer.from([...START4, ...P]) },
];

test("parameter sets are one packet, all slices of a picture another, however the bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 11 })), (sizes) => {
      const splitter = new AnnexBSplitter();
      const units = [];
      let at = 0;
      for (const size of [...sizes, stream.length]) {
        units.push(...splitter.push(stream.subarray(at, at + size)));
        at += size;
      }
      units.push(...splitter.flush());
      expect(units.map(({ kind, data }) => ({ kind, data: Buffer.from(data) }))).toEqual(expected);
    }),
  );
});

test("the last picture waits for the next one, or for quiet", () => {
  const splitter = new AnnexBSplitter();
  expect(splitter.push(Buffer.from([...START4, ...P]))).toEqual([]);
  expect(splitter.flush().map(({ kind }) => kind)).toEqual(["delta"]);
  expect(splitter.flush()).toEqual([]);
});
