import type { ElementTree } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Inspector } from "./inspector.ts";

const tree = (text: string): ElementTree => ({
  width: 100,
  height: 200,
  is_cut: false,
  list: [
    {
      parent: null,
      class_name: "android.widget.TextView",
      resource_id: "",
      text,
      description: "",
      package_name: "shop",
      bounds: { left: 0, top: 0, right: 100, bottom: 200 },
      states: ["enabled"],
    },
  ],
});

describe("an inspector", () => {
  let shown = "a";
  const read = vi.fn(async (_isAutomatic: boolean) => tree(shown));
  let inspector: Inspector;
  beforeEach(() => {
    vi.useFakeTimers();
    shown = "a";
    read.mockClear();
    inspector = new Inspector(read);
  });
  afterEach(() => {
    inspector.dispose();
    vi.useRealTimers();
  });
  const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

  it("reads when it is turned on, and not before", async () => {
    inspector.pictured(1);
    await settle(10_000);
    expect(read).not.toHaveBeenCalled();
    inspector.turn(true);
    await settle();
    expect(inspector.view.get()).toMatchObject({ isOn: true, isReading: false, isStale: false, tree: tree("a") });
    expect(read.mock.calls).toEqual([[false]]);
  });

  it("reads again by itself once the picture stands still, and forgets what was chosen", async () => {
    inspector.turn(true);
    await settle();
    inspector.choose(0);
    shown = "b";
    for (let frames = 1; frames <= 10; frames++) {
      inspector.pictured(frames);
      await settle(250);
    }
    expect(read).toHaveBeenCalledTimes(1);
    expect(inspector.view.get()).toMatchObject({ isStale: true, chosen: 0 });
    await settle(600);
    expect(read.mock.calls.at(-1)).toEqual([true]);
    expect(inspector.view.get()).toMatchObject({ isStale: false, tree: tree("b"), chosen: undefined });
  });

  it("comes to rest where reading itself changes the picture", async () => {
    let frames = 0;
    read.mockImplementation(async () => {
      inspector.pictured(++frames);
      return tree(shown);
    });
    inspector.turn(true);
    await settle(10 * 60_000);
    expect(read.mock.calls.length).toBeLessThan(20);
  });

  it("reads nothing by itself while it is off, and says that it is behind", async () => {
    inspector.turn(true);
    await settle();
    inspector.turn(false);
    inspector.pictured(5);
    await settle(10_000);
    expect(read).toHaveBeenCalledTimes(1);
    expect(inspector.view.get().isStale).toBe(true);
    inspector.turn(true);
    await settle();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("keeps what it knows when it cannot be read, and says why", async () => {
    inspector.turn(true);
    await settle();
    const refusal = new Error("the screen is moving without end");
    read.mockRejectedValueOnce(refusal);
    await inspector.read();
    expect(inspector.view.get()).toMatchObject({ tree: tree("a"), error: refusal, isReading: false });
    await inspector.read();
    expect(inspector.view.get().error).toBeUndefined();
  });
});
