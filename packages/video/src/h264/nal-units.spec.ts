import { annexBSplitNalu, h264SearchConfiguration } from "@yume-chan/scrcpy";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { lengthPrefixed } from "../mp4/avc.ts";
import { annexB, nalUnits, parameterSets } from "./nal-units.ts";

test("NAL units come out of a byte stream whole, with both start codes and padding between", () => {
  const stream = Buffer.from("0000000167123400000168aa000000000165000003017f000000", "hex");
  const units = nalUnits(stream).map((unit) => Buffer.from(unit).toString("hex"));
  expect(units).toEqual(["671234", "68aa", "65000003017f"]);
  expect(lengthPrefixed(nalUnits(stream)).toString("hex")).toBe("000000036712340000000268aa0000000665000003017f");
  expect(parameterSets(Buffer.from("00000001674d401f0000000168ee", "hex"))).toEqual({
    sps: Buffer.from("674d401f", "hex"),
    pps: Buffer.from("68ee", "hex"),
  });
  expect(parameterSets(Buffer.from("0000000168ee", "hex"))).toBeUndefined();
  expect(nalUnits(Buffer.from("no start code"))).toEqual([]);
});

const START = Buffer.of(0, 0, 0, 1);
const SPS = Buffer.from("6764001eacb4", "hex");
const PPS = Buffer.from("68ef3cb0", "hex");

test("takes short and long start codes, and leaves their zeros out", () => {
  const stream = Buffer.concat([START, SPS, Buffer.of(0, 0, 1), PPS, START, Buffer.of(0x65, 0, 2)]);
  expect(nalUnits(stream).map((unit) => Buffer.from(unit))).toEqual([SPS, PPS, Buffer.of(0x65, 0, 2)]);
});

test("puts lengths in their place", () => {
  expect(lengthPrefixed(nalUnits(Buffer.concat([START, PPS]))).toString("hex")).toBe("0000000468ef3cb0");
});

/** What an encoder makes: an emulation prevention byte in whatever would look like a start code (7.4.1), no zero at the end. */
const unit = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 0x68, 0xff), { maxLength: 40 }).map((payload) => {
  const bytes = [0x67];
  for (const byte of payload) {
    if (byte <= 3 && bytes.at(-1) === 0 && bytes.at(-2) === 0) bytes.push(3);
    bytes.push(byte);
  }
  return Buffer.from([...bytes, 0x80]);
});

test("what is put together comes apart again, as the library sees it too", () => {
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 6 }), (units) => {
      const stream = annexB(units);
      expect(nalUnits(stream).map((one) => Buffer.from(one))).toEqual(units);
      expect([...annexBSplitNalu(stream)].map((one) => Buffer.from(one))).toEqual(units);
    }),
  );
  const config = annexB([SPS, PPS]);
  const { sequenceParameterSet: sps, pictureParameterSet: pps } = h264SearchConfiguration(config);
  expect(parameterSets(config)).toEqual({ sps, pps });
});

// cabac_zero_words (7.3.2.10): the library throws at the first, and takes the second for one unit.
test("a unit may end with an emulation prevention byte", () => {
  const slice = Buffer.from("6588000003", "hex");
  const next = Buffer.from("419a", "hex");
  for (const units of [[slice], [slice, next]])
    expect(nalUnits(Buffer.concat(units.flatMap((one) => [START, one]))).map((one) => Buffer.from(one))).toEqual(units);
});
