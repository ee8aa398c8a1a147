import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitInside, fromVideoPixel, mirrored, rescaled, toVideoPixel } from "./geometry.ts";

const size = fc.record({ width: fc.integer({ min: 16, max: 3000 }), height: fc.integer({ min: 16, max: 3000 }) });
const ratio = fc.constantFrom(1, 1.25, 1.5, 2, 2.625, 3);

describe("fitting the picture into the pane", () => {
  it("fills the limiting side and keeps the shape", () => {
    expect(fitInside({ width: 720, height: 1600 }, { width: 1000, height: 800 }, 1)).toEqual({
      width: 360,
      height: 800,
    });
    expect(fitInside({ width: 1600, height: 720 }, { width: 800, height: 800 }, 2)).toEqual({
      width: 800,
      height: 360,
    });
  });

  it("never leaves the pane, sits on whole device pixels, and keeps the shape to within one of them", () => {
    fc.assert(
      fc.property(size, size, ratio, (content, pane, dpr) => {
        const fitted = fitInside(content, pane, dpr);
        expect(fitted.width).toBeLessThanOrEqual(pane.width + 1e-6);
        expect(fitted.height).toBeLessThanOrEqual(pane.height + 1e-6);
        expect(Math.abs(fitted.width * dpr - Math.round(fitted.width * dpr))).toBeLessThan(1e-6);
        expect(Math.abs(fitted.height * dpr - Math.round(fitted.height * dpr))).toBeLessThan(1e-6);
        const scale = Math.min(pane.width / content.width, pane.height / content.height);
        expect(Math.abs(fitted.width - content.width * scale)).toBeLessThanOrEqual(1 / dpr + 1e-6);
        expect(Math.abs(fitted.height - content.height * scale)).toBeLessThanOrEqual(1 / dpr + 1e-6);
      }),
    );
  });
});

describe("from the page to the video's pixels", () => {
  const box = { x: 100, y: 50, width: 360, height: 800 };
  const video = { width: 720, height: 1600 };

  it("maps corners to corner pixels", () => {
    expect(toVideoPixel({ x: 100, y: 50 }, box, video)).toEqual({ x: 0, y: 0 });
    expect(toVideoPixel({ x: 459.9, y: 849.9 }, box, video)).toEqual({ x: 719, y: 1599 });
    expect(toVideoPixel({ x: 280, y: 450 }, box, video)).toEqual({ x: 360, y: 800 });
  });

  it("clamps what is outside to the edge", () => {
    expect(toVideoPixel({ x: -500, y: 2000 }, box, video)).toEqual({ x: 0, y: 1599 });
    expect(toVideoPixel({ x: 460, y: 850 }, box, video)).toEqual({ x: 719, y: 1599 });
  });

  it("follows a rotated video in its new box", () => {
    const turned = { x: 0, y: 300, width: 800, height: 360 };
    expect(toVideoPixel({ x: 400, y: 480 }, turned, { width: 1600, height: 720 })).toEqual({ x: 800, y: 360 });
  });

  it("hits every pixel exactly: the middle of a drawn pixel is that pixel", () => {
    const place = fc.record({
      x: fc.double({ min: -500, max: 2000, noNaN: true }),
      y: fc.double({ min: -500, max: 2000, noNaN: true }),
      width: fc.double({ min: 50, max: 3000, noNaN: true }),
      height: fc.double({ min: 50, max: 3000, noNaN: true }),
    });
    fc.assert(
      fc.property(place, size, fc.nat(), fc.nat(), (box, video, a, b) => {
        const pixel = { x: a % video.width, y: b % video.height };
        expect(toVideoPixel(fromVideoPixel(pixel, box, video), box, video)).toEqual(pixel);
      }),
    );
  });
});

describe("second fingers and turned screens", () => {
  it("mirrors through the middle, and back", () => {
    const video = { width: 720, height: 1600 };
    expect(mirrored({ x: 0, y: 0 }, video)).toEqual({ x: 719, y: 1599 });
    expect(mirrored(mirrored({ x: 100, y: 7 }, video), video)).toEqual({ x: 100, y: 7 });
  });

  it("stays on the screen when the video's size changes", () => {
    fc.assert(
      fc.property(size, size, fc.nat(), fc.nat(), (from, to, a, b) => {
        const moved = rescaled({ x: a % from.width, y: b % from.height }, from, to);
        expect(moved.x).toBeGreaterThanOrEqual(0);
        expect(moved.x).toBeLessThan(to.width);
        expect(moved.y).toBeGreaterThanOrEqual(0);
        expect(moved.y).toBeLessThan(to.height);
      }),
    );
  });
});
