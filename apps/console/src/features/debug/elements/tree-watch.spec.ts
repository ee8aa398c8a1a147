import type { ElementTree } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { element, tree } from "../inspect/elements.fixture.ts";
import { TreeWatch, UNTOUCHED_READS_MAX } from "./tree-watch.ts";

const saying = (text: string) => tree(element(null, { text }));

describe("what is known of a screen's elements", () => {
  let shown: ElementTree;
  let frames: number;
  const read = vi.fn(async () => shown);
  const onKnown = vi.fn();
  const onRest = vi.fn();
  let watch: TreeWatch;
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const picture = () => watch.pictured(++frames);
  const show = (text: string) => {
    shown = saying(text);
    picture();
  };
  /** A picture every so often. */
  const play = async (ms: number, everyMs = 100, each: () => void = picture) => {
    for (let passed = 0; passed < ms; passed += everyMs) {
      each();
      await pass(everyMs);
    }
  };
  beforeEach(() => {
    vi.useFakeTimers();
    frames = 0;
    shown = saying("a");
    read.mockReset().mockImplementation(async () => shown);
    onKnown.mockReset();
    onRest.mockReset();
    watch = new TreeWatch(read, { onKnown, onRest });
  });
  afterEach(() => {
    watch.turn(false);
    vi.useRealTimers();
  });

  it("is read once it is turned on, and again after something was done and the picture stands still", async () => {
    picture();
    await pass(10_000);
    expect(read).not.toHaveBeenCalled();
    watch.turn(true);
    await pass(500);
    expect(watch.tree).toBe(shown);
    await pass(500);
    const reads = read.mock.calls.length;
    watch.touched();
    expect(watch.tree).toBeUndefined();
    await play(1_250, 250);
    expect(read).toHaveBeenCalledTimes(reads);
    shown = saying("b");
    await pass(500);
    expect(watch.tree).toBe(shown);
    expect(onKnown).toHaveBeenCalled();
  });

  it("is read until two readings in a row agree: only then is it at rest", async () => {
    watch.turn(true);
    await pass(500);
    expect(watch.tree).toBe(shown);
    expect([watch.isFresh, watch.isBusy]).toEqual([false, true]);
    // No picture tells of it.
    shown = saying("b");
    await pass(250);
    expect(watch.tree).toBe(shown);
    expect([watch.isFresh, watch.isBusy]).toEqual([false, true]);
    await pass(500);
    expect([watch.isFresh, watch.isBusy]).toEqual([true, false]);
    expect(read).toHaveBeenCalledTimes(3);
  });

  it("is asked nothing more of a picture that stands still", async () => {
    watch.turn(true);
    await pass(1_000);
    expect(read).toHaveBeenCalledTimes(2);
    await pass(24 * 60 * 60_000);
    expect(read).toHaveBeenCalledTimes(2);
    expect(vi.getTimerCount()).toBe(0);
    expect(watch.isFresh).toBe(true);
  });

  it("is read again when it changes soon after", async () => {
    watch.turn(true);
    await pass(1_000);
    show("loaded");
    expect(watch.tree).toBeUndefined();
    await pass(500);
    expect(watch.tree).toBe(shown);
  });

  it("is read again when it changes by itself long after something was done", async () => {
    watch.turn(true);
    await pass(60_000);
    onKnown.mockReset();
    show("arrived");
    // What was known is so no more, and whoever shows it is told.
    expect(watch.tree).toBeUndefined();
    expect(watch.isBusy).toBe(true);
    expect(onKnown).toHaveBeenCalledTimes(1);
    await pass(1_000);
    expect(watch.tree).toBe(shown);
    expect(watch.isFresh).toBe(true);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it("is read of a picture that never stands still, too, and known while its elements stay", async () => {
    watch.turn(true);
    await play(8_000);
    expect(watch.tree).toBeDefined();
    expect(watch.isBusy).toBe(false);
    const reads = read.mock.calls.length;
    await play(60_000);
    // Ever more seldom.
    expect(read.mock.calls.length).toBeLessThanOrEqual(reads + 6);
    expect(watch.tree).toBeDefined();
  });

  it.each([
    ["a video", 100, () => picture()],
    ["a number that counts", 1_000, () => show(String(frames))],
    ["something new every few seconds", 6_000, () => show(String(frames))],
    ["a clock's minutes", 60_000, () => picture()],
  ])("is read a bounded number of times where nobody touches %s", async (_name, everyMs, each) => {
    watch.turn(true);
    await play(90 * 60_000, everyMs, each);
    expect(read).toHaveBeenCalledTimes(UNTOUCHED_READS_MAX);
    // What nobody looks at any more is not claimed to be known.
    each();
    expect(watch.tree).toBeUndefined();
    watch.touched();
    await pass(4_000);
    expect(watch.tree).toBe(shown);
  });

  it("is read as soon as a picture that moved for long comes to rest", async () => {
    watch.turn(true);
    await play(10 * 60_000);
    show("the end");
    await pass(5_000);
    expect(watch.tree).toBe(shown);
    await pass(5_000);
    expect(watch.isFresh).toBe(true);
  });

  it("is not taken from a reading that something was done during", async () => {
    let answer: (tree: ElementTree) => void = () => undefined;
    read.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    watch.turn(true);
    await pass(500);
    watch.touched();
    answer(saying("before"));
    await pass(0);
    expect(watch.tree).toBeUndefined();
    await pass(500);
    expect(watch.tree).toBe(shown);
  });

  it("is told as unreadable when the device was asked in vain, until it answers", async () => {
    read.mockRejectedValueOnce(new Error("busy"));
    watch.turn(true);
    await pass(500);
    expect([watch.failed, watch.isBusy]).toEqual([true, false]);
    await pass(500);
    expect(watch.failed).toBe(false);
    expect(watch.tree).toBe(shown);
  });

  it("is not asked again and again of a device that never answers", async () => {
    read.mockRejectedValue(new Error("busy"));
    watch.turn(true);
    await pass(60 * 60_000);
    expect(read).toHaveBeenCalledTimes(3);
    expect(watch.failed).toBe(true);
    await play(90 * 60_000);
    expect(read).toHaveBeenCalledTimes(UNTOUCHED_READS_MAX);
  });

  it("tells how long after a step it came to rest: when the picture changed last", async () => {
    watch.turn(true);
    await pass(1_000);
    watch.touched(7, Date.now());
    await pass(1_500);
    // Nothing changed so far.
    expect(onRest).not.toHaveBeenCalled();
    show("b");
    await pass(5_000);
    expect(onRest.mock.calls).toEqual([[7, 1_500]]);
    await pass(60_000);
    show("c");
    await pass(5_000);
    expect(onRest).toHaveBeenCalledTimes(1);
  });

  it("is read at once for who cannot wait, and that is what is known however the picture moves", async () => {
    watch.turn(true);
    await play(1_000);
    expect(read).not.toHaveBeenCalled();
    shown = saying("b");
    expect(await watch.fresh(1_000)).toBe(shown);
    picture();
    expect(watch.tree).toBeUndefined();
    expect(watch.lastTree).toBe(shown);
    read.mockImplementation(() => new Promise(() => undefined));
    const late = watch.fresh(1_000);
    await pass(1_000);
    expect(await late).toBeUndefined();
    expect(watch.lastTree).toBeUndefined();
  });

  it("is forgotten when it is turned off, and a turned off one reads nothing", async () => {
    watch.turn(true);
    await pass(1_000);
    const reads = read.mock.calls.length;
    watch.turn(false);
    watch.touched();
    picture();
    await pass(60_000);
    expect(watch.tree).toBeUndefined();
    expect(read).toHaveBeenCalledTimes(reads);
  });
});
