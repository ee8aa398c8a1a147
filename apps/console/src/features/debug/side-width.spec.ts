import { describe, expect, it } from "vitest";
import { shapeOf, widthFor } from "./side-width.ts";

const FOLDED_OUT = { width: 1840, height: 2208 };
const PHONE = { width: 1080, height: 2400 };
const LYING = { width: 2400, height: 1080 };

it.each([
  [undefined, "portrait"],
  [PHONE, "portrait"],
  [FOLDED_OUT, "square"],
  [LYING, "landscape"],
] as const)("has %j stand, lie, or neither: %s", (size, shape) => {
  expect(shapeOf(size)).toBe(shape);
});

describe("the phone's side", () => {
  const picture = (size: typeof PHONE, frame: typeof PHONE) =>
    (Math.min((widthFor(size, frame) - 58) / size.width, (frame.height - 142) / size.height) * size.height) /
    (frame.height - 142);

  it.each([
    { width: 1700, height: 880 },
    { width: 1216, height: 640 },
  ])("gives a phone and a folded-out one all the height that there is, of %j", (frame) => {
    for (const size of [PHONE, FOLDED_OUT]) expect(picture(size, frame)).toBeCloseTo(1, 2);
    expect(widthFor(FOLDED_OUT, frame)).toBeGreaterThan(widthFor(PHONE, frame));
  });

  it("leaves the tools their room beside a phone that lies", () => {
    for (const width of [1080, 1216, 1856]) {
      const left = widthFor(LYING, { width, height: 880 });
      expect(width - left).toBeGreaterThanOrEqual(420);
      expect(left).toBeGreaterThan(width * 0.5);
    }
  });

  it("has room for the keys before there is a picture, and on a page that is low", () => {
    expect(widthFor(undefined, { width: 1700, height: 880 })).toBe(432);
    expect(widthFor(PHONE, { width: 1700, height: 400 })).toBe(432);
  });
});
