import { say, type MemorySample } from "@udt/contract";
import { expect, it } from "vitest";
import { notesOfAll } from "./notes.ts";

const sampleOf = (...notes: MemorySample["notes"]) => ({ notes });
const simulated = say("memory_simulated");
const unread = say("memory_no_smaps", {}, "Permission denied");

it("says once what is noted at each sample", () => {
  expect(notesOfAll([sampleOf(simulated, unread), sampleOf(simulated)])).toEqual([simulated]);
  // The device gave another reason.
  expect(notesOfAll([sampleOf(unread), sampleOf(say("memory_no_smaps", {}, "No such file"))])).toEqual([]);
  expect(notesOfAll([sampleOf(simulated)])).toEqual([]);
  expect(notesOfAll([])).toEqual([]);
});
