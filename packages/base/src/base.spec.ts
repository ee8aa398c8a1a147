import { describe, expect, it } from "vitest";
import { backoffMs, delay, Emitter } from "./index.ts";

describe("backoffMs", () => {
  it("doubles up to the cap and spreads over the upper half", () => {
    const low = (attempt: number) => backoffMs(attempt, 100, 1_000, () => 0);
    const high = (attempt: number) => backoffMs(attempt, 100, 1_000, () => 1);
    expect([0, 1, 2, 3, 4, 1_000].map(low)).toEqual([50, 100, 200, 400, 500, 500]);
    expect([0, 1, 2, 3, 4, 1_000].map(high)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });
});

describe("delay", () => {
  it("ends at once with the signal's reason", async () => {
    const controller = new AbortController();
    const waiting = delay(1_000_000, controller.signal);
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    await expect(delay(1_000_000, controller.signal)).rejects.toBe("enough");
  });
});

describe("Emitter", () => {
  it("stops telling who unsubscribed", () => {
    const emitter = new Emitter<number>();
    const heard: number[] = [];
    const stop = emitter.on((value) => heard.push(value));
    emitter.emit(1);
    stop();
    emitter.emit(2);
    expect(heard).toEqual([1]);
  });
});
