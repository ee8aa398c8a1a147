import { expect, it } from "vitest";
import { TurnableClock } from "../../test/turnable-clock.ts";
import { Lately } from "./lately.ts";

it("finds out once for a while, whatever somebody sets the clock to", async () => {
  const clock = new TurnableClock();
  const lately = new Lately<number>(clock, 1_000);
  let found = 0;
  const get = () => lately.get("a", async () => ++found);
  expect(await Promise.all([get(), get()])).toEqual([1, 1]);
  clock.set(3_600_000);
  expect(await get()).toBe(1);
  clock.turn(1_000);
  expect(await get()).toBe(2);
  clock.set(-3_600_000);
  clock.turn(1_000);
  expect(await get()).toBe(3);
});

it("keeps nothing of what failed", async () => {
  const lately = new Lately<number>(new TurnableClock(), 1_000);
  await expect(lately.get("a", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await lately.get("a", async () => 1)).toBe(1);
});
