import { expect, test } from "vitest";
import type { InputSink, ScreenSource } from "../index.ts";
import { isPacket, Recorder } from "./recorder.ts";
import { type ConformanceTarget, soon, TIMEOUT_MS } from "./target.ts";

export function describeInput(target: () => ConformanceTarget): void {
  const withInput = async (
    work: (sink: InputSink, size: { width: number; height: number }, recorder: Recorder) => Promise<void>,
  ) => {
    const recorder = new Recorder();
    const source: ScreenSource = await target().device.capabilities.screen!.open(
      { baseline: false },
      recorder.take,
      soon(),
    );
    try {
      const size = await recorder.until((event) => event.type === "size");
      if (size.type !== "size") throw new Error("not a size");
      const sink = source.input ?? (await target().device.capabilities.input!.open(soon()));
      await recorder.until(isPacket("key"));
      await work(sink, size, recorder);
    } finally {
      await source.dispose();
    }
  };
  /** Touches a point of the screen, which the video may show smaller. */
  const tap = async (sink: InputSink, point: { x: number; y: number }, video: { width: number; height: number }) => {
    const facts = await target().device.facts(soon());
    const touch = {
      pointer_id: 0,
      x: Math.round((point.x * video.width) / facts.width),
      y: Math.round((point.y * video.height) / facts.height),
      width: video.width,
      height: video.height,
      pressure: 1,
    };
    await sink.touch({ ...touch, action: "down" });
    await sink.touch({ ...touch, action: "up" });
  };

  test("a touch changes the picture", async () => {
    await withInput(async (sink, size, recorder) => {
      const point = await target().showButton();
      const before = Buffer.from(await target().device.capabilities.screen!.capture(soon()));
      const from = recorder.events.length;
      await tap(sink, point, size);
      await recorder.until((event) => event.type === "packet" && event.kind !== "config", from);
      await expect
        .poll(async () => before.equals(await target().device.capabilities.screen!.capture(soon())), {
          timeout: TIMEOUT_MS,
        })
        .toBe(false);
    });
  });

  test("types text in any script where the last touch went", async () => {
    await withInput(async (sink, size) => {
      await tap(sink, await target().showTextField(), size);
      const parts = ["Hello, world 1+1=2;", "你好，世界", "こんにちは", "Привет", "🎉 é"];
      let expected = "";
      for (const part of parts) {
        await sink.text(part);
        expected += part;
        await expect.poll(() => target().shownText(), { timeout: TIMEOUT_MS }).toBe(expected);
      }
      // KEYCODE_DEL takes one character back.
      await sink.key("down", 67, 0);
      await sink.key("up", 67, 0);
      await expect.poll(() => target().shownText(), { timeout: TIMEOUT_MS }).toBe(expected.slice(0, -1));
    });
  });

  test("takes several fingers at once", async () => {
    await withInput(async (sink, { width, height }) => {
      const finger = (pointer_id: number, x: number) => ({ pointer_id, x, y: height / 2, width, height, pressure: 1 });
      for (const action of ["down", "move", "up"] as const) {
        for (const id of [0, 1])
          await sink.touch({ ...finger(id, width / 3 + id * 50 + (action === "move" ? 20 : 0)), action });
      }
    });
  });

  test("shares the clipboard both ways", async () => {
    await withInput(async (sink) => {
      for (const text of ["plain", "多字节 ✓"]) {
        await sink.setClipboard(text, false);
        expect(await sink.getClipboard(false)).toBe(text);
      }
    });
  });

  test("turns the screen, and tells the new size", async () => {
    await withInput(async (sink, size, recorder) => {
      await target().showTextField();
      const from = recorder.events.length;
      await sink.rotate();
      const turned = await recorder.until((event) => event.type === "size", from);
      expect(turned).toMatchObject({ type: "size", width: size.height, height: size.width });
      const again = recorder.events.length;
      await sink.rotate();
      await recorder.until((event) => event.type === "size" && event.width === size.width, again);
    });
  });
}
