import { readSps } from "@udt/video/sps";
import { expect, test } from "vitest";
import { isPacket, isPicture, Recorder } from "./recorder.ts";
import { capability, type ConformanceTarget, given, soon } from "./target.ts";

/** Video or pictures: what every screen does. */
export function describeScreen(target: () => ConformanceTarget): void {
  const screen = () => capability(target(), "screen");
  test("is silent after disposal, which is an end", async () => {
    const recorder = new Recorder();
    const source = await screen().open({ baseline: false }, recorder.take, soon());
    await recorder.until(isPicture);
    await source.dispose();
    await source.ended;
    const count = recorder.events.length;
    // A second source is told of a change that the first must not hear of any more.
    const second = new Recorder();
    const other = await screen().open({ baseline: false }, second.take, soon());
    await second.until(isPicture);
    await other.dispose();
    expect(recorder.events.length).toBe(count);
  });

  test("captures a PNG of the whole screen", async () => {
    const [png, facts] = await Promise.all([screen().capture(soon()), target().device.facts(soon())]);
    const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
    expect(view.getUint32(0)).toBe(0x89504e47);
    expect([view.getUint32(16), view.getUint32(20)].sort()).toEqual([facts.width, facts.height].sort());
  });
}

/** A screen of H.264. */
export function describeVideo(target: () => ConformanceTarget): void {
  const screen = () => capability(target(), "screen");
  test("shows its screen as config, key frame and deltas in Annex B", async () => {
    const recorder = new Recorder();
    const source = await screen().open({ baseline: false }, recorder.take, soon());
    try {
      const key = await recorder.until(isPacket("key"));
      expect(recorder.events[0]).toMatchObject({ type: "meta", codec: "h264" });
      const order = recorder.events.map((event) => (event.type === "packet" ? event.kind : event.type));
      expect(order.slice(0, 4)).toEqual(["meta", "size", "config", "key"]);
      expect(key.type === "packet" && [...key.data.subarray(0, 3)].slice(0, 2)).toEqual([0, 0]);
    } finally {
      await source.dispose();
    }
  });

  test("sends config and key frame again when asked", async () => {
    const recorder = new Recorder();
    const source = await screen().open({ baseline: false }, recorder.take, soon());
    try {
      await recorder.until(isPacket("key"));
      const from = recorder.events.length;
      source.requestKeyFrame();
      await recorder.until(isPacket("config"), from);
      await recorder.until(isPacket("key"), from);
    } finally {
      await source.dispose();
    }
  });

  test("encodes constrained baseline when asked", async ({ skip }) => {
    if (!given(target(), "encodesBaseline")) skip("the device's encoder takes no profile");
    const recorder = new Recorder();
    const source = await screen().open({ baseline: true }, recorder.take, soon());
    try {
      const config = await recorder.until(isPacket("config"));
      expect(config.type === "packet" && readSps(config.data)?.profile).toBe(66);
    } finally {
      await source.dispose();
    }
  });
}

/** A screen without video. */
export function describeStills(target: () => ConformanceTarget): void {
  const screen = () => capability(target(), "screen");
  test("shows its screen as still pictures, and again when asked", async () => {
    const recorder = new Recorder();
    const source = await screen().open({ baseline: false }, recorder.take, soon());
    try {
      const still = await recorder.until(isPacket("still"));
      expect(recorder.events[0]).toMatchObject({ type: "meta", codec: "picture" });
      const order = recorder.events.map((event) => (event.type === "packet" ? event.kind : event.type));
      expect(order.slice(0, 3)).toEqual(["meta", "size", "still"]);
      const from = recorder.events.length;
      source.requestKeyFrame();
      expect(await recorder.until(isPacket("still"), from)).toMatchObject({
        data: still.type === "packet" && still.data,
      });
    } finally {
      await source.dispose();
    }
  });
}
