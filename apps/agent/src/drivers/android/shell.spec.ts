import { execFileSync } from "node:child_process";
import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { Adb } from "@yume-chan/adb";
import { openTerminal } from "./terminal.ts";
import { quote, runBytes, runLine } from "./shell.ts";

test.each([
  ["command", (adb: Adb, signal: AbortSignal) => runLine(adb, "true", signal)],
  ["terminal", (adb: Adb, signal: AbortSignal) => openTerminal(adb, { cols: 80, rows: 24 }, signal)],
])("the end of a %s that starts after nobody waits for it any more is nobody's failure", async (_what, run) => {
  const stray: unknown[] = [];
  const onStray = (error: unknown) => stray.push(error);
  process.on("unhandledRejection", onStray);
  const spawned = Promise.withResolvers<object>();
  const killed = Promise.withResolvers<void>();
  const exited = Promise.withResolvers<number>();
  const start = () => spawned.promise;
  const adb = {
    disconnected: new Promise<void>(() => {}),
    subprocess: { shellProtocol: { spawn: start, pty: start } },
  } as unknown as Adb;
  const giveUp = new AbortController();
  const running = run(adb, giveUp.signal);
  giveUp.abort(new Error("nobody waits"));
  await expect(running).rejects.toThrow("nobody waits");
  // As the library does it: killing closes the socket, which ended "without exit message".
  spawned.resolve({ exited: exited.promise, kill: () => killed.resolve() });
  await killed.promise;
  exited.reject(new Error("Socket ended without exit message"));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", onStray);
  expect(stray).toEqual([]);
});

test("a real shell reads every quoted word as itself", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({ unit: "grapheme" }).filter((word) => !word.includes("\0")),
        { minLength: 1, maxLength: 5 },
      ),
      (words) => {
        const output = execFileSync("/bin/sh", ["-c", `printf '%s\\0' ${words.map(quote).join(" ")}`]);
        expect(output.toString().split("\0").slice(0, -1)).toEqual(words);
      },
    ),
    { numRuns: 60 },
  );
});

test("an empty word stays a word", () => {
  expect(quote("")).toBe("''");
});

test.each([
  ["line", (adb: Adb, signal: AbortSignal, most: number) => runLine(adb, "true", signal, undefined, most)],
  ["line's bytes", (adb: Adb, signal: AbortSignal, most: number) => runBytes(adb, "true", signal, most)],
])("a %s whose output goes on is killed once that is more than is wanted", async (_what, run) => {
  const kill = vi.fn();
  const read = vi.fn(() => Promise.resolve({ done: false, value: new Uint8Array(1024 ** 2) }));
  const endless = { getReader: () => ({ read }) };
  const silent = { getReader: () => ({ read: () => new Promise(() => undefined) }) };
  const process = { stdout: endless, output: endless, stderr: silent, exited: new Promise(() => undefined), kill };
  const protocol = { spawn: () => Promise.resolve(process) };
  const adb = {
    disconnected: new Promise<void>(() => undefined),
    subprocess: { shellProtocol: protocol, noneProtocol: protocol },
  } as unknown as Adb;
  await expect(run(adb, new AbortController().signal, 3 * 1024 ** 2)).rejects.toMatchObject({
    said: { code: "memory_output_large", args: { mb: 3 } },
  });
  expect(kill).toHaveBeenCalledOnce();
  expect(read).toHaveBeenCalledTimes(4);
});
