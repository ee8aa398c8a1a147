import { describe, expect, it } from "vitest";
import { backoffMs, batched, delay, Emitter, Redialling } from "./index.ts";

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

describe("batched", () => {
  it("does at once what is asked alone, and together what is asked meanwhile", async () => {
    const works: number[][] = [];
    const free = Promise.withResolvers<void>();
    const double = batched(3, async (items: number[]) => {
      works.push(items);
      await free.promise;
      return items.map((item) => item * 2);
    });
    const answers = [1, 2, 3, 4, 5].map(double);
    expect(works).toEqual([[1]]);
    free.resolve();
    expect(await Promise.all(answers)).toEqual([2, 4, 6, 8, 10]);
    expect(works).toEqual([[1], [2, 3, 4], [5]]);
    expect(await double(6)).toBe(12);
    expect(works.at(-1)).toEqual([6]);
  });

  it("fails only what is at fault", async () => {
    const half = batched(10, async (items: number[]) => {
      await Promise.resolve();
      if (items.some((item) => item % 2 === 1)) throw new Error("odd");
      return items.map((item) => item / 2);
    });
    const answers = await Promise.allSettled([2, 4, 5, 6].map(half));
    expect(answers.map((answer) => (answer.status === "fulfilled" ? answer.value : String(answer.reason)))).toEqual([
      1,
      2,
      "Error: odd",
      3,
    ]);
    expect(await half(8)).toBe(4);
  });

  it("fails whom the work has no result for", async () => {
    const first = batched(10, async (items: number[]) => {
      await Promise.resolve();
      return items.slice(0, 1);
    });
    const answers = await Promise.allSettled([1, 2, 3].map(first));
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
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

describe("Redialling", () => {
  it("begins anew only after a connection that lasted", () => {
    let now = 0;
    const redialling = new Redialling(() => now);
    expect([redialling.broken(), redialling.broken()]).toEqual([0, 1]);
    redialling.opened();
    now += 9_999;
    expect(redialling.broken()).toBe(2);
    redialling.opened();
    now += 10_000;
    expect([redialling.broken(), redialling.broken()]).toEqual([0, 1]);
  });
});
