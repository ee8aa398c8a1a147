import { expect, test } from "vitest";
import type { AudioPacket } from "../index.ts";
import { capability, type ConformanceTarget, soon } from "./target.ts";

export function describeAudio(target: () => ConformanceTarget): void {
  test("gives what it plays as Opus, and ends when it is closed", async () => {
    const packets: AudioPacket[] = [];
    const enough = Promise.withResolvers<void>();
    const source = await capability(target(), "audio").open((packet) => {
      packets.push(packet);
      if (packets.length === 10) enough.resolve();
    }, soon());
    await enough.promise;
    await source.dispose();
    await source.ended;
    const [config, ...rest] = packets;
    expect(config?.kind).toBe("config");
    expect(Buffer.from(config?.data ?? []).toString("latin1", 0, 8)).toBe("OpusHead");
    expect(rest.every(({ kind, data }) => kind === "data" && data.length > 0)).toBe(true);
    const times = rest.map(({ pts_us }) => pts_us);
    expect(times).toEqual(times.toSorted((a, b) => Number(a - b)));
  });
}
