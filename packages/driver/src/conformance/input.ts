import type { DeviceKey, KeyModifier } from "@udt/contract";
import { expect, test } from "vitest";
import type { InputSink } from "../index.ts";
import { isPicture, Recorder } from "./recorder.ts";
import { capability, type ConformanceTarget, given, type Point, soon, TIMEOUT_MS } from "./target.ts";

type Size = { width: number; height: number };

/** Works with the input of a screen that shows something, and closes it. */
async function withInput(
  target: ConformanceTarget,
  work: (sink: InputSink, size: Size, recorder: Recorder) => Promise<void>,
): Promise<void> {
  const recorder = new Recorder();
  const source = await capability(target, "screen").open({ baseline: false }, recorder.take, soon());
  try {
    const size = await recorder.until((event) => event.type === "size");
    if (size.type !== "size") throw new Error("not a size");
    const sink = source.input ?? (await capability(target, "input").open(soon()));
    await recorder.until(isPicture);
    await work(sink, size, recorder);
  } finally {
    await source.dispose();
  }
}

/** Touches a point of the screen, which the video may show smaller. */
async function tap(target: ConformanceTarget, sink: InputSink, point: Point, video: Size): Promise<void> {
  const facts = await target.device.facts(soon());
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
}

async function press(sink: InputSink, key: DeviceKey, ...modifiers: KeyModifier[]): Promise<void> {
  await sink.key("down", key, modifiers);
  await sink.key("up", key, modifiers);
}

export function describeTouch(target: () => ConformanceTarget): void {
  test("a touch changes the picture", async () => {
    await withInput(target(), async (sink, size, recorder) => {
      const point = await given(target(), "showButton")();
      const before = Buffer.from(await capability(target(), "screen").capture(soon()));
      const from = recorder.events.length;
      await tap(target(), sink, point, size);
      await recorder.until((event) => event.type === "packet" && event.kind !== "config", from);
      await expect
        .poll(async () => before.equals(await capability(target(), "screen").capture(soon())), {
          timeout: TIMEOUT_MS,
        })
        .toBe(false);
    });
  });

  test("takes several fingers at once", async () => {
    await withInput(target(), async (sink, { width, height }) => {
      const finger = (pointer_id: number, x: number) => ({ pointer_id, x, y: height / 2, width, height, pressure: 1 });
      for (const action of ["down", "move", "up"] as const) {
        for (const id of [0, 1])
          await sink.touch({ ...finger(id, width / 3 + id * 50 + (action === "move" ? 20 : 0)), action });
      }
    });
  });
}

export function describeTyping(target: () => ConformanceTarget): void {
  test("types text in any script where the last touch went", async () => {
    await withInput(target(), async (sink, size) => {
      await tap(target(), sink, await given(target(), "showTextField")(), size);
      const parts = ["Hello, world 1+1=2;", "你好，世界", "こんにちは", "Привет", "🎉 é"];
      let expected = "";
      for (const part of parts) {
        await sink.text(part);
        expected += part;
        await expect.poll(() => given(target(), "shownText")(), { timeout: TIMEOUT_MS }).toBe(expected);
      }
      await press(sink, "Backspace");
      await expect.poll(() => given(target(), "shownText")(), { timeout: TIMEOUT_MS }).toBe(expected.slice(0, -1));
    });
  });
}

export function describeKeys(target: () => ConformanceTarget): void {
  test("presses keys by their names, with what is held", async () => {
    await withInput(target(), async (sink, size) => {
      await tap(target(), sink, await given(target(), "showTextField")(), size);
      const shows = (text: string) =>
        expect.poll(() => given(target(), "shownText")(), { timeout: TIMEOUT_MS }).toBe(text);
      await press(sink, "KeyA", "shift");
      await press(sink, "KeyB");
      await press(sink, "Digit1");
      await shows("Ab1");
      await press(sink, "Home");
      await press(sink, "Delete");
      await shows("b1");
      await press(sink, "End", "shift");
      await press(sink, "Slash");
      await shows("/");
    });
  });
}

export function describeClipboard(target: () => ConformanceTarget): void {
  test("shares the clipboard both ways", async () => {
    await withInput(target(), async (sink) => {
      for (const text of ["plain", "多字节 ✓"]) {
        await sink.setClipboard(text, false);
        expect(await sink.getClipboard(false)).toBe(text);
      }
    });
  });
}

export function describeRotation(target: () => ConformanceTarget): void {
  test("turns the screen, and tells the new size", async () => {
    await withInput(target(), async (sink, size, recorder) => {
      await given(target(), "showButton")();
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

export function describeDarkPanel(target: () => ConformanceTarget): void {
  test("goes on in its picture while its own panel is dark", async () => {
    const recorder = new Recorder();
    const source = await capability(target(), "screen").open({ baseline: false }, recorder.take, soon());
    try {
      await recorder.until(isPicture);
      const sink = source.input ?? (await capability(target(), "input").open(soon()));
      await sink.darken(true);
      const from = recorder.events.length;
      source.requestKeyFrame();
      await recorder.until((event) => event.type === "packet" && event.kind === "key", from);
      await sink.darken(false);
    } finally {
      await source.dispose();
    }
  });
}
