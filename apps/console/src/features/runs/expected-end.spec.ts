import type { Slot } from "@udt/contract";
import { expect, it } from "vitest";
import { expectedEnd } from "./expected-end.ts";

type Told = Pick<Slot, "state" | "progress">;
const at = (expected_end: number | null, done = 1, total = 3): Told => ({
  state: "dispatched",
  progress: { done, total, failed: 0, is_shared: false, current: null, last_failure: null, expected_end },
});
const done: Told = { state: "done", progress: null };
const waiting: Told = { state: "queued", progress: null };

it.each([
  ["is that of the device that takes longest", [at(300), at(500), done], 500],
  ["leaves out devices that have run all of theirs", [at(300), at(null, 3, 3)], 300],
  ["is not told while a device waits", [at(300), waiting], undefined],
  ["is not told while of one nothing is known", [at(300), at(null)], undefined],
  ["is not told of a run that is over", [done], undefined],
])("the end of a run %s", (_, slots, told) => expect(expectedEnd(slots)).toBe(told));
