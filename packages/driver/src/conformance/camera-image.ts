import { expect, test } from "vitest";
import { capability, type ConformanceTarget, soon } from "./target.ts";

/** The smallest PNG there is: one transparent pixel. */
const PNG = Uint8Array.from(
  atob("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="),
  (letter) => letter.charCodeAt(0),
);

export function describeCameraImage(target: () => ConformanceTarget): void {
  test("gives its cameras pictures, takes them back, and keeps none after cleaning", async () => {
    const images = capability(target(), "cameraImage");
    const { device } = target();
    const mark = await device.mark(soon());
    expect(await images.list(soon())).toEqual([]);
    await images.set({ type: "front", image_index: 0 }, PNG, soon());
    await images.set({ type: "back", image_index: 3 }, PNG, soon());
    await images.set({ type: "back", image_index: 1 }, PNG, soon());
    await images.set({ type: "back", image_index: 1 }, PNG, soon());
    const facts = { size_bytes: PNG.length, modified_at: expect.any(Number) };
    expect(await images.list(soon())).toEqual([
      { type: "back", image_index: 1, ...facts },
      { type: "back", image_index: 3, ...facts },
      { type: "front", image_index: 0, ...facts },
    ]);
    await images.remove({ type: "back", image_index: 1 }, soon());
    await images.remove({ type: "back", image_index: 9 }, soon());
    expect((await images.list(soon())).map(({ image_index }) => image_index)).toEqual([3, 0]);
    await device.clean(mark, soon());
    expect(await images.list(soon())).toEqual([]);
  });
}
