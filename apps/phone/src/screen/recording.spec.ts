import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readSequence } from "../apps/test-pattern-layout.ts";
import type { PhoneScreen, Recording, RecordOptions, VideoPacket } from "../types.ts";
import { APPS } from "../apps/registry.ts";
import { createScreen } from "./index.ts";
import { PacketDecoder, type Picture } from "./testing/decoding.ts";
import { find, tap } from "./testing/driving.ts";
import { memorySystem, type MemorySystem, testProfile } from "./testing/memory-system.ts";

const OPTIONS: RecordOptions = { max_size: 0, bit_rate: 8_000_000, max_fps: 60, baseline: false };
const cleanups: (() => void)[] = [];
// A turn of the minute changes the clock on the screen, and so what is encoded: here none happens.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-01-01T10:20:10Z") }));
afterEach(() => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup();
});

interface Recorded {
  system: MemorySystem;
  screen: PhoneScreen;
  recording: Recording;
  packets: VideoPacket[];
  abort: AbortController;
  dataCount(): number;
  /** Waits until the screen rests: no more repeats of the last frame are due. */
  rest(): Promise<void>;
  /** All pictures so far, decoded; the last one. */
  decode(): Promise<Picture>;
}

const record = (options: Partial<RecordOptions> = {}, app?: string): Recorded => {
  const system = memorySystem(testProfile({ folded: { width: 600, height: 1200 } }));
  const screen = createScreen(system, APPS);
  if (app !== undefined) screen.start(app);
  const packets: VideoPacket[] = [];
  const abort = new AbortController();
  const recording = screen.record({ ...OPTIONS, ...options }, (packet) => void packets.push(packet), abort.signal);
  cleanups.push(() => {
    abort.abort();
    screen.dispose();
  });
  const dataCount = (): number => packets.filter(({ kind }) => kind === "data").length;
  return {
    system,
    screen,
    recording,
    packets,
    abort,
    dataCount,
    rest: async () => {
      let before = -1;
      await vi.waitFor(
        () => {
          const now = dataCount();
          const quiet = now === before && now > 0;
          before = now;
          expect(quiet).toBe(true);
        },
        { timeout: 60_000, interval: 500 },
      );
    },
    decode: async () => {
      const decoder = new PacketDecoder();
      for (const packet of packets) decoder.take(packet);
      const picture = await decoder.settle();
      decoder.close();
      return picture;
    },
  };
};

/** Waits for the decoded picture to show something. */
const shows = (recorded: Recorded, check: (picture: Picture) => void): Promise<void> =>
  vi.waitFor(async () => check(await recorded.decode()), { timeout: 60_000, interval: 200 });

const sequenceOf = ({ width, height, luma }: Picture): number => readSequence(width, height, luma);

describe("a recording", () => {
  it("starts with a config and a key frame, in rising time", async () => {
    const { packets, dataCount } = record();
    await vi.waitFor(() => expect(dataCount()).toBeGreaterThan(2), { timeout: 60_000 });
    expect(packets.map(({ kind, key_frame }) => [kind, key_frame]).slice(0, 3)).toEqual([
      ["config", false],
      ["data", true],
      ["data", false],
    ]);
    // Annex B: the sequence parameter set comes first.
    expect([...packets[0]!.data.subarray(0, 5)].join(" ")).toMatch(/^0 0 0 1 (39|103)$/);
    const times = packets.slice(1).map(({ pts_us }) => pts_us);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => (a < b ? -1 : 1)));
  });

  it.each([
    [0, false],
    [800, false],
    [800, true],
  ])("shows each touch's sequence number in decoded pixels (max_size %i, baseline %s)", async (maxSize, baseline) => {
    const recorded = record({ max_size: maxSize, baseline }, "dev.udt.testpattern");
    const { screen } = recorded;
    for (let touch = 0; touch < 44; touch += 1) screen.touch(touch % 2 === 0 ? "down" : "up", 0, 300, 700);
    await shows(recorded, (picture) => {
      expect(picture.height).toBe(maxSize === 0 ? 1600 : 800);
      expect(sequenceOf(picture)).toBe(44);
    });
    screen.touch("down", 0, 100, 900);
    await shows(recorded, (picture) => expect(sequenceOf(picture)).toBe(45));
  });

  it("agrees with the dump: tapping a button's bounds changes scene, dump and pixels", async () => {
    const recorded = record({}, "dev.udt.shop");
    const { screen, system, decode, rest } = recorded;
    tap(screen, "product_item");
    await rest();
    const button = find(screen, "add_to_cart");
    const before = await decode();
    const dumpBefore = screen.dump();
    tap(screen, "add_to_cart");
    expect(system.lines).toContainEqual({
      level: "I",
      tag: "ShopCart",
      message: "add sku=HP-100 quantity=1 total=€129.00",
    });
    const badge = find(screen, "cart_badge");
    expect(badge.attributes["text"]).toBe("1");
    expect(screen.dump()).not.toBe(dumpBefore);
    const darkest = (picture: Picture): number => {
      let least = 255;
      for (let x = badge.left + 2; x < badge.right - 2; x += 1)
        least = Math.min(least, picture.luma(x, Math.round(badge.y)));
      return least;
    };
    expect(darkest(before)).toBeGreaterThan(200);
    await shows(recorded, (after) => expect(darkest(after)).toBeLessThan(140));
    expect(button.attributes["clickable"]).toBe("true");
  });

  it("encodes nothing while nothing changes", async () => {
    const { dataCount, rest } = record();
    await rest();
    // The first frame and its few repeats.
    expect(dataCount()).toBeLessThanOrEqual(6);
  });

  it("gives a config and a key frame on demand", async () => {
    const { recording, packets, rest, dataCount } = record();
    await rest();
    const before = packets.length;
    const data = dataCount();
    recording.reset();
    await vi.waitFor(() => expect(dataCount()).toBeGreaterThan(data));
    expect(packets.slice(before, before + 2).map(({ kind, key_frame }) => [kind, key_frame])).toEqual([
      ["config", false],
      ["data", true],
    ]);
  });

  it("starts anew in the new size after rotation and fold", async () => {
    const recorded = record();
    const { screen, recording, packets, rest } = recorded;
    const sizeAfter = async (change: () => void): Promise<unknown> => {
      await rest();
      const before = packets.length;
      const { width: oldWidth } = recording.size;
      change();
      await shows(recorded, ({ width, height }) => {
        expect(width).not.toBe(oldWidth);
        expect(recording.size).toEqual({ width, height });
      });
      const config = packets.slice(before).findIndex(({ kind }) => kind === "config");
      expect(packets[before + config + 1]?.key_frame).toBe(true);
      return recording.size;
    };
    expect(await sizeAfter(() => screen.rotate(1))).toEqual({ width: 1600, height: 720 });
    expect(await sizeAfter(() => screen.rotate("auto"))).toEqual({ width: 720, height: 1600 });
    expect(await sizeAfter(() => screen.fold(true))).toEqual({ width: 600, height: 1200 });
  });

  it("stops while frozen and shows the newest picture afterwards", async () => {
    const recorded = record({}, "dev.udt.testpattern");
    const { system, screen, dataCount, rest } = recorded;
    await rest();
    system.faults.freeze_video = true;
    const before = dataCount();
    screen.touch("down", 0, 300, 700);
    expect(find(screen, "sequence").attributes["text"]).toBe("seq=1");
    await rest();
    expect(dataCount()).toBe(before);
    system.faults.freeze_video = false;
    await shows(recorded, (picture) => expect(sequenceOf(picture)).toBe(1));
  });

  it("waits for a receiver that does not take its packets", async () => {
    const system = memorySystem();
    const screen = createScreen(system, APPS);
    screen.start("dev.udt.testpattern");
    const abort = new AbortController();
    cleanups.push(() => {
      abort.abort();
      screen.dispose();
    });
    const packets: VideoPacket[] = [];
    let release = (): void => undefined;
    const blocked = new Promise<void>((resolve) => (release = resolve));
    screen.record(OPTIONS, (packet) => (packets.push(packet), blocked), abort.signal);
    await vi.waitFor(() => expect(packets.length).toBeGreaterThanOrEqual(2));
    const held = packets.length;
    for (let touch = 0; touch < 30; touch += 1) {
      screen.touch(touch % 2 === 0 ? "down" : "up", 0, 300, 700);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(packets.length).toBeLessThanOrEqual(held + 1);
    release();
    await vi.waitFor(() => expect(packets.length).toBeGreaterThan(held + 1));
    await vi.waitFor(async () => {
      const fresh = new PacketDecoder();
      for (const packet of packets) fresh.take(packet);
      const sequence = sequenceOf(await fresh.settle());
      fresh.close();
      expect(sequence).toBe(30);
    }, 20_000);
  });

  it("ends with its signal", async () => {
    const { abort, screen, packets, rest } = record({}, "dev.udt.testpattern");
    await rest();
    abort.abort();
    const before = packets.length;
    screen.touch("down", 0, 300, 700);
    await new Promise((resolve) => setImmediate(resolve));
    expect(packets.length).toBe(before);
  });
});
