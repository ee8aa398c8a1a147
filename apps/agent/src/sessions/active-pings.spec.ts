import { ACTIVE_PING } from "@udt/contract";
import { afterEach, expect, it, vi } from "vitest";
import { activePings } from "./active-pings.ts";

afterEach(() => void vi.useRealTimers());

it("tells the server once a second at most, and nothing by a stream that has closed", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const said: unknown[] = [];
  const end = { OPEN: 1, readyState: 1, ping: (data?: string) => void said.push(data) };
  const tell = activePings(end);
  expect([tell(), tell()]).toEqual([true, false]);
  vi.advanceTimersByTime(999);
  expect(tell()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(tell()).toBe(true);
  vi.advanceTimersByTime(1_000);
  end.readyState = 3;
  expect(tell()).toBe(false);
  expect(said).toEqual([ACTIVE_PING, ACTIVE_PING]);
});
