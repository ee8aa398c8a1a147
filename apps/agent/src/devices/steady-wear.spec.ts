import { expect, test } from "vitest";
import { steadyWear, type Wear } from "./steady-wear.ts";

const GIB = 1024 ** 3;
const wear = (change: Partial<Wear> = {}): Wear => ({
  battery_celsius: 30,
  battery_cycles: 10,
  free_bytes: 20 * GIB,
  total_bytes: 64 * GIB,
  ...change,
});

test("what changes little is told as before, so that nothing is said", () => {
  const told = wear();
  expect(steadyWear(undefined, told)).toEqual(told);
  expect(steadyWear(told, wear({ battery_celsius: 31.9, free_bytes: 19.9 * GIB }))).toEqual(told);
});

test("what adds up is told once it is much", () => {
  let told = wear();
  for (const battery_celsius of [30.8, 31.6]) told = steadyWear(told, wear({ battery_celsius }));
  expect(told.battery_celsius).toBe(30);
  expect(steadyWear(told, wear({ battery_celsius: 32 })).battery_celsius).toBe(32);
  expect(steadyWear(told, wear({ free_bytes: 19 * GIB })).free_bytes).toBe(19 * GIB);
});

test.each([
  [44.9, 45],
  [49.9, 50],
  [50, 49.9],
  [45.1, 45],
  [45, 44.9],
])("a battery that passes from %d to %d degrees is told at once", (before, now) => {
  const told = steadyWear(wear({ battery_celsius: before }), wear({ battery_celsius: now }));
  expect(told.battery_celsius).toBe(now);
});

test("a disk that falls under what is enough, a cycle more, and what is told no more", () => {
  const before = wear({ free_bytes: 2 * GIB });
  expect(steadyWear(before, wear({ free_bytes: 2 * GIB - 1 })).free_bytes).toBe(2 * GIB - 1);
  expect(steadyWear(wear(), wear({ battery_cycles: 11 })).battery_cycles).toBe(11);
  const small = wear({ free_bytes: 0.8 * GIB, total_bytes: 8 * GIB });
  expect(steadyWear(small, { ...small, free_bytes: 0.8 * GIB - 1 }).free_bytes).toBe(0.8 * GIB - 1);
  const silent = wear({ battery_celsius: null, battery_cycles: null, free_bytes: null, total_bytes: null });
  expect(steadyWear(wear(), silent)).toEqual(silent);
  expect(steadyWear(silent, wear())).toEqual(wear());
});
