import type { ElementTree } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { treeOf } from "./conductor.fixture.ts";
import { TreeWatch } from "./tree-watch.ts";

describe("what is known of a screen's elements", () => {
  let shown: ElementTree;
  let frames: number;
  const read = vi.fn(async () => shown);
  const onRead = vi.fn();
  let watch: TreeWatch;
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const picture = () => watch.pictured(++frames);
  beforeEach(() => {
    vi.useFakeTimers();
    frames = 0;
    shown = treeOf([{ text: "a" }]);
    read.mockReset().mockImplementation(async () => shown);
    onRead.mockReset();
    watch = new TreeWatch(read, onRead);
  });
  afterEach(() => {
    watch.dispose();
    vi.useRealTimers();
  });

  it("is read once it is turned on, and again after something was done and the picture stands still", async () => {
    picture();
    await pass(10_000);
    expect(read).not.toHaveBeenCalled();
    watch.turn(true);
    await pass(500);
    expect(watch.tree).toBe(shown);
    watch.done();
    expect(watch.tree).toBeUndefined();
    for (let each = 0; each < 5; each++) {
      picture();
      await pass(250);
    }
    expect(read).toHaveBeenCalledTimes(1);
    shown = treeOf([{ text: "b" }]);
    await pass(500);
    expect(watch.tree).toBe(shown);
    expect(onRead).toHaveBeenCalledTimes(2);
  });

  it("is read of a picture that never stands still, too, and then no more while its elements stay", async () => {
    watch.turn(true);
    for (let each = 0; each < 80; each++) {
      picture();
      await pass(100);
    }
    expect(watch.tree).toBeDefined();
    const reads = read.mock.calls.length;
    for (let each = 0; each < 300; each++) {
      picture();
      await pass(100);
    }
    expect(read.mock.calls.length).toBeLessThanOrEqual(reads + 1);
    expect(watch.tree).toBeDefined();
  });

  it("comes to rest: what changes long after is not read, and what was known is known no more", async () => {
    watch.turn(true);
    await pass(60_000);
    expect(read).toHaveBeenCalledTimes(1);
    expect(watch.isBusy).toBe(false);
    picture();
    await pass(60_000);
    expect(read).toHaveBeenCalledTimes(1);
    expect(watch.tree).toBeUndefined();
  });

  it("is read again when it changes soon after", async () => {
    watch.turn(true);
    await pass(500);
    shown = treeOf([{ text: "loaded" }]);
    picture();
    expect(watch.tree).toBeUndefined();
    await pass(500);
    expect(watch.tree).toBe(shown);
  });

  it("is not taken from a reading that something was done during", async () => {
    let answer: (tree: ElementTree) => void = () => undefined;
    read.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    watch.turn(true);
    await pass(500);
    watch.done();
    answer(shown);
    await pass(0);
    expect(watch.tree).toBeUndefined();
    await pass(500);
    expect(watch.tree).toBe(shown);
  });

  it("is told as unreadable when the device was asked in vain, until it answers", async () => {
    read.mockRejectedValueOnce(new Error("busy"));
    watch.turn(true);
    await pass(500);
    expect(watch.failed).toBe(true);
    watch.done();
    await pass(500);
    expect(watch.failed).toBe(false);
  });

  it("is forgotten when it is turned off, and a turned off one reads nothing", async () => {
    watch.turn(true);
    await pass(500);
    watch.turn(false);
    watch.done();
    await pass(60_000);
    expect(watch.tree).toBeUndefined();
    expect(read).toHaveBeenCalledTimes(1);
  });
});
