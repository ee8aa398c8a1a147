import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Allowance } from "./allowance.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("is spent by what it is at work, however long it stops between", () => {
  const onSpent = vi.fn<() => void>();
  const time = new Allowance(100, onSpent);
  vi.advanceTimersByTime(60);
  time.stop();
  vi.advanceTimersByTime(1_000);
  time.goOn();
  time.goOn();
  vi.advanceTimersByTime(39);
  expect(onSpent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onSpent).toHaveBeenCalledOnce();
});
