import { LIMITS } from "@udt/contract";
import type { FilesCapability } from "@udt/driver";
import type { Adb } from "@yume-chan/adb";
import { afterEach, expect, test, vi } from "vitest";
import { isOwnFile } from "./leftovers.ts";
import { memoryCapability } from "./memory.ts";

const NAME = `a.${"x".repeat(250)}`;
const PROCESS = { pid: 7, name: NAME, is_in_front: true };
const ANSWERS: [start: string, answer: string][] = [
  ["dumpsys meminfo", `** MEMINFO in pid 7 [${NAME}] **\n`],
  ["cat ", "0-1 r--p\n"],
  ["tail ", " 2c 01 02 03 04 00 00 00 00\n"],
];

afterEach(() => vi.restoreAllMocks());

/** A device that writes down what it is asked, and answers by these; what starts as `silent` gets no answer. */
function deviceOf(silent?: string) {
  const lines: string[] = [];
  const killed: string[] = [];
  const output = (chunks: string[], ends: boolean) => ({
    getReader: () => ({
      read: () => {
        const value = chunks.shift();
        if (value !== undefined) return Promise.resolve({ done: false, value: Buffer.from(value) });
        return ends ? Promise.resolve({ done: true }) : new Promise(() => undefined);
      },
    }),
  });
  const spawn = (words: string[] | string) => {
    const line = String(words);
    lines.push(line);
    const ends = silent === undefined || !line.startsWith(silent);
    const text = ANSWERS.find(([start]) => line.startsWith(start))?.[1] ?? "";
    const kill = () => killed.push(line);
    const made = () => output(ends ? [text] : [], ends);
    const exited = ends ? Promise.resolve(0) : new Promise(() => undefined);
    return Promise.resolve({ stdout: made(), output: made(), stderr: output([], ends), exited, kill });
  };
  const adb = {
    disconnected: new Promise<void>(() => undefined),
    subprocess: { shellProtocol: { spawn }, noneProtocol: { spawn } },
  } as unknown as Adb;
  return { adb, lines, killed };
}

const files = {
  reader: () => Promise.resolve({ read: () => (async function* () {})(), dispose: () => undefined }),
} as unknown as FilesCapability;

test("takes its heap dump away by the connection of then, under a name that sweeps do not spare", async () => {
  const [first, second] = [deviceOf(), deviceOf()];
  let now = first.adb;
  const names: string[] = [];
  const signal = new AbortController().signal;
  for await (const part of memoryCapability(() => now, files).sample(PROCESS, { heap: true }, signal)) {
    if ("note" in part) continue;
    names.push(part.file_name);
    if (part.file_name.endsWith(".hprof")) now = second.adb;
  }
  const [, path = ""] = /^am dumpheap 7 (\S+)$/m.exec(first.lines.join("\n")) ?? [];
  expect(path).toMatch(/^\/data\/local\/tmp\/heap-7-\d+\.hprof$/);
  expect(isOwnFile(path)).toBe(false);
  expect(second.lines).toEqual([`rm -f ${path}`]);
  expect(names).toEqual(["meminfo.txt", "smaps.txt", `${NAME.slice(0, 200)}.hprof`]);
  expect(names.every((name) => name.length <= LIMITS.file_name_max)).toBe(true);
});

test.each(["dumpsys meminfo", "cat "])("gives up `%s…` that gets no answer, and says so", async (silent) => {
  const slow = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(slow.signal);
  const { adb, lines, killed } = deviceOf(silent);
  const sample = memoryCapability(() => adb, files).sample(PROCESS, { heap: false }, new AbortController().signal);
  const taken = (async () => {
    for await (const part of sample) expect(part).toMatchObject({ file_name: "meminfo.txt" });
  })();
  const told = expect(taken).rejects.toMatchObject({ said: { code: "memory_device_slow", args: { seconds: 60 } } });
  await vi.waitFor(() => expect(lines.at(-1)).toMatch(silent));
  expect(timeout).toHaveBeenLastCalledWith(60_000);
  // Spawned and awaited.
  await new Promise((resolve) => setImmediate(resolve));
  slow.abort(new Error("too slow"));
  await told;
  expect(killed).toHaveLength(1);
});

test("who ends it is told no other reason", async () => {
  const ending = new AbortController();
  const { adb } = deviceOf("ps ");
  const listed = memoryCapability(() => adb, files).processes(ending.signal);
  ending.abort(new Error("over"));
  await expect(listed).rejects.toThrow("over");
});
