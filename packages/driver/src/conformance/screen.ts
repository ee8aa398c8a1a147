import { expect, test } from "vitest";
import { isPacket, Recorder } from "./recorder.ts";
import { type ConformanceTarget, soon } from "./target.ts";

export function describeScreen(target: () => ConformanceTarget): void {
  const device = () => target().device;
  test("shows its screen as config, key frame and deltas in Annex B", async () => {
    const recorder = new Recorder();
    const source = await device().capabilities.screen!.open({ baseline: false }, recorder.take, soon());
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
    const source = await device().capabilities.screen!.open({ baseline: false }, recorder.take, soon());
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
    if (!target().encodesBaseline) skip("the device's encoder takes no profile");
    const recorder = new Recorder();
    const source = await device().capabilities.screen!.open({ baseline: true }, recorder.take, soon());
    try {
      const config = await recorder.until(isPacket("config"));
      const bytes = config.type === "packet" ? config.data : new Uint8Array();
      // profile_idc is the byte after the SPS header (ITU-T H.264 7.3.2.1.1); 66 is baseline.
      const sps = bytes.findIndex(
        (byte, index) => (byte & 0x1f) === 7 && bytes[index - 1] === 1 && bytes[index - 2] === 0,
      );
      expect(bytes[sps + 1]).toBe(66);
    } finally {
      await source.dispose();
    }
  });

  test("is silent after disposal, which is an end", async () => {
    const recorder = new Recorder();
    const source = await device().capabilities.screen!.open({ baseline: false }, recorder.take, soon());
    await recorder.until(isPacket("key"));
    await source.dispose();
    await source.ended;
    const count = recorder.events.length;
    // A second source is told of a change that the first must not hear of any more.
    const second = new Recorder();
    const other = await device().capabilities.screen!.open({ baseline: false }, second.take, soon());
    await second.until(isPacket("key"));
    await other.dispose();
    expect(recorder.events.length).toBe(count);
  });

  test("captures a PNG of the whole screen", async () => {
    const [png, facts] = await Promise.all([device().capabilities.screen!.capture(soon()), device().facts(soon())]);
    const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
    expect(view.getUint32(0)).toBe(0x89504e47);
    expect([view.getUint32(16), view.getUint32(20)].sort()).toEqual([facts.width, facts.height].sort());
  });
}
