import type { Device } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { deviceLine, thumbSize } from "./device-thumb.tsx";

describe("thumbSize", () => {
  it.each([
    ["a phone", 1080, 2400],
    ["an unfolded phone", 2160, 1856],
    ["a tablet on its side", 2560, 1600],
    ["a bar of a display", 4000, 400],
    ["a tall strip", 200, 4000],
  ])("keeps %s within its slot", (_, width, height) => {
    const size = thumbSize({ width, height });
    expect(size.width).toBeLessThanOrEqual(34);
    expect(size.height).toBeLessThanOrEqual(40);
    expect(size.width).toBeGreaterThan(0);
    expect(size.height).toBeGreaterThan(0);
  });

  it("keeps the device's shape", () => {
    const { width, height } = thumbSize({ width: 2160, height: 1856 });
    expect(width / height).toBeCloseTo(2160 / 1856, 1);
  });

  it("draws a phone while the size is unknown", () => {
    const { width, height } = thumbSize({ width: 0, height: 0 });
    expect(height).toBeGreaterThan(width);
  });
});

describe("deviceLine", () => {
  const device = { brand: "Acme", os_version: "14", width: 1080, height: 2400 } as Device;

  it("joins brand, system and resolution", () => {
    expect(deviceLine(device, "Android")).toBe("Acme · Android 14 · 1080×2400");
  });

  it("leaves out what is unknown", () => {
    expect(deviceLine({ ...device, brand: "", width: 0 }, "Android")).toBe("Android 14");
  });
});
