import { readdir } from "node:fs/promises";
import { SaidError, say } from "@udt/base";
import { ApiError } from "@udt/client";
import type { MemoryWish } from "@udt/contract";
import type { AppProcess, MemoryCapability, MemoryPart } from "@udt/driver";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { eventually, makeFolder } from "../../test/harness.ts";
import type { MemoryLine } from "./memory-line.ts";
import { MemoryRecorder } from "./memory-recorder.ts";

type Sample = Parameters<MemoryLine["sample"]>[0];

const WISH = { recording_id: "r", process: "a.shop", every_seconds: 0.02, with_heap: false, next_number: 1 };
const shop = (pid = 1): AppProcess => ({ pid, name: "a.shop", is_in_front: true });
const part = (text: string): MemoryPart => ({
  file_name: "meminfo.txt",
  content: (async function* () {
    yield Buffer.from(text);
  })(),
});

const refusal = () => new ApiError("no", { kind: "refused", status: 400, method: "POST", path: "/samples" });

let folder: string;
let ending: AbortController;
let processes: AppProcess[];
let take: MemoryCapability["sample"];
let samples: Sample[];
let phases: string[];
let refuse: (sample: Sample) => void;
beforeEach(async () => {
  folder = await makeFolder();
  ending = new AbortController();
  processes = [shop()];
  samples = [];
  phases = [];
  refuse = () => undefined;
  take = async function* () {
    yield part("text");
  };
});
afterEach(() => ending.abort());

function record(wish: Partial<MemoryWish> = {}): MemoryRecorder {
  const memory: MemoryCapability = {
    processes: () => Promise.resolve(processes),
    sample: (...of) => take(...of),
  };
  const line: Pick<MemoryLine, "file" | "sample" | "phase"> = {
    file: () => Promise.resolve({ file_id: "f" }),
    sample: async (sample) => {
      refuse(sample);
      samples.push(sample);
    },
    phase: (phase) => Promise.resolve(void phases.push(phase)),
  };
  const needs = { memory, line: line as MemoryLine, now: () => 1_000.6, folder, log: () => undefined };
  return new MemoryRecorder({ ...WISH, ...wish }, { ...needs, signal: ending.signal });
}

test("takes samples in time, of which none has another beside it", async () => {
  let underWay = 0;
  let most = 0;
  take = async function* () {
    most = Math.max(most, ++underWay);
    yield part("text");
    underWay--;
  };
  record();
  await eventually(() => expect(samples.length).toBeGreaterThan(3));
  expect(most).toBe(1);
  expect(samples.slice(0, 3).map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(samples[0]).toMatchObject({ label: "", taken_at: 1_001, files: [{ file_id: "f", file_name: "meminfo.txt" }] });
});

test("takes none in time where there is no interval, and those that are asked for in their order", async () => {
  const held = Promise.withResolvers<void>();
  take = async function* () {
    await held.promise;
    yield part("text");
  };
  const recorder = record({ every_seconds: null });
  expect(recorder.sample("one")).toBe(true);
  await eventually(() => expect(phases).toEqual(["sampling"]));
  expect(recorder.sample("two")).toBe(true);
  expect(recorder.sample("three")).toBe(false);
  held.resolve();
  await eventually(() => expect(samples.map(({ label }) => label)).toEqual(["one", "two"]));
});

test("tells a fault once, goes on, and says of a sample what it has not", async () => {
  processes = [];
  record();
  await eventually(() => expect(phases.filter((phase) => phase === "waiting").length).toBeGreaterThan(1));
  expect(samples).toMatchObject([{ number: 1, files: [], fault: { code: "memory_process_gone" } }]);
  take = async function* () {
    yield part("text");
    yield { note: say("memory_no_smaps") };
  };
  processes = [shop(7)];
  await eventually(() => expect(samples.length).toBeGreaterThan(1));
  expect(samples[1]).toMatchObject({ number: 2, fault: null, notes: [{ code: "memory_no_smaps" }] });
  processes = [shop(8)];
  await eventually(() =>
    expect(samples.flatMap(({ notes }) => notes)).toContainEqual(
      say("memory_pid_changed", { process: "a.shop", pid: 8, before: 7 }),
    ),
  );
});

test("keeps nothing of a sample whose process ends amid it", async () => {
  take = async function* () {
    yield part("text");
    throw new SaidError(say("memory_process_gone", { process: "a.shop" }));
  };
  const recorder = record();
  await eventually(() => expect(phases).toContain("waiting"));
  expect(samples).toMatchObject([{ files: [], fault: { code: "memory_process_gone" } }]);
  ending.abort();
  await recorder.over;
  expect(await readdir(folder)).toEqual([]);
});

test("ends amid a sample", async () => {
  let signalOf: AbortSignal | undefined;
  take = async function* (_process, _wish, signal) {
    signalOf = signal;
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("over"))));
    yield part("text");
  };
  const recorder = record();
  await eventually(() => expect(signalOf).toBeDefined());
  ending.abort();
  await recorder.over;
  expect(samples).toEqual([]);
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
});

test("counts on after a sample that the server refuses, and says that none is taken", async () => {
  let refused = 0;
  refuse = () => {
    if (refused++ === 0) throw refusal();
  };
  const recorder = record({ every_seconds: null });
  recorder.sample("one");
  await eventually(() => expect(phases).toEqual(["sampling", "idle"]));
  recorder.sample("two");
  await eventually(() => expect(samples).toMatchObject([{ number: 2, label: "two" }]));
});

test("tells a fault again whose telling the server refused", async () => {
  processes = [];
  let refused = 0;
  refuse = () => {
    if (refused++ === 0) throw refusal();
  };
  record();
  await eventually(() =>
    expect(samples).toMatchObject([{ number: 2, files: [], fault: { code: "memory_process_gone" } }]),
  );
});

test("samples the newest of moments that pass while another is sampled, and says how many did", async () => {
  const held = Promise.withResolvers<void>();
  take = async function* () {
    await held.promise;
    yield part("text");
  };
  const recorder = record({ every_seconds: null });
  for (const label of ["one", "two", "three", "four"]) {
    recorder.sampleMoment(label, { isPassing: true });
    await eventually(() => expect(phases).toContain("sampling"));
  }
  recorder.sampleMoment("Level 2", { isPassing: false });
  const drained = recorder.drained().then(() => samples.length);
  held.resolve();
  expect(await drained).toBe(3);
  expect(samples.map(({ label }) => label)).toEqual(["one", "four", "Level 2"]);
  expect(samples.map(({ notes }) => notes)).toEqual([[], [say("memory_moments_missed", { count: 2 })], []]);
});

test("has nothing to wait for where nothing was asked for, nor once it is over", async () => {
  const recorder = record({ every_seconds: null });
  await recorder.drained();
  take = async function* (_process, _wish, signal) {
    await new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("over"))));
    yield part("text");
  };
  recorder.sampleMoment("never", { isPassing: true });
  const drained = recorder.drained();
  ending.abort();
  await drained;
  expect(samples).toEqual([]);
});

test("counts what was wanted and did not reach the server: refused, under way at the end, or waiting then", async () => {
  const held = Promise.withResolvers<void>();
  refuse = ({ label }) => {
    if (label === "refused") throw refusal();
  };
  const recorder = record({ every_seconds: null });
  recorder.sample("refused");
  await eventually(() => expect(recorder.lost).toBe(1));
  take = async function* (_process, _how, signal) {
    await Promise.race([held.promise, new Promise((resolve) => signal?.addEventListener("abort", resolve))]);
    signal?.throwIfAborted();
    yield part("text");
  };
  recorder.sampleMoment("under way", { isPassing: true });
  await eventually(() => expect(phases.at(-1)).toBe("sampling"));
  recorder.sampleMoment("replaced", { isPassing: true });
  recorder.sampleMoment("waiting", { isPassing: true });
  ending.abort();
  await recorder.over;
  expect(recorder.lost).toBe(4);
  expect(samples).toEqual([]);
});
