import type { ScreenEvent } from "@udt/driver";
import { expect, test } from "vitest";
import { sizeTeller } from "./picture-size.ts";

// Parameter sets as x264 wrote them.
const SPS_720 = "0000000167640020acd940b40c9b0110000003001000000303c0f1831960";
const SPS_450 = "000000016742c01fd901d07fe224c044000003000400000300f03c60c920";
const PPS = "0000000168ebe3cb22c0";
const bytes = (hex: string) => Buffer.from(hex, "hex");

test("a size is told once, and again when the screen was turned", () => {
  const told: ScreenEvent[] = [];
  const tell = sizeTeller((event) => told.push(event));
  expect([SPS_720 + PPS, SPS_720 + PPS, SPS_450 + PPS].map((config) => tell(bytes(config)))).toEqual([
    true,
    true,
    true,
  ]);
  expect(told).toEqual([
    { type: "size", width: 720, height: 1600 },
    { type: "size", width: 450, height: 1002 },
  ]);
});

// screenrecord's sets come apart when it is quiet between both.
test("sets without a size tell none, and end nothing", () => {
  const told: ScreenEvent[] = [];
  const tell = sizeTeller((event) => told.push(event));
  expect([PPS, SPS_720.slice(0, 20), ""].map((config) => tell(bytes(config)))).toEqual([false, false, false]);
  expect(told).toEqual([]);
  expect(tell(bytes(SPS_720))).toBe(true);
});
