import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeCase } from "../../test/run-server.ts";
import { PASSED, tellingExecutor } from "../../test/telling-executor.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const TIMEOUT_MS = 1_000;

/** A case that stands at a step for so much longer than it may take, waiting there or not, and how it came out. */
async function standing(is_held: boolean): Promise<string[]> {
  const states: string[] = [];
  const executor = tellingExecutor(
    async ({ cases: [{ case_key }] }, onEvent, signal) => {
      onEvent({ type: "case_started", case_key, time: 0 });
      onEvent({ type: "at", case_key, line: 3, is_held });
      await vi.advanceTimersByTimeAsync(10 * TIMEOUT_MS);
      onEvent({ type: "at", case_key, line: 3, is_held: false });
      if (!signal.aborted) onEvent({ type: "case_ended", case_key, time: 0, outcome: PASSED });
      return { exit: { exit_code: 0, signal: null, bound: null }, reports: [] };
    },
    { caseTimeoutMs: TIMEOUT_MS, onResult: ({ state, cause }) => states.push(`${state} ${cause}`) },
  );
  await executor.run([makeCase("a")], new AbortController().signal);
  return states;
}

it("a case may wait at a step for as long as somebody wants, and take no longer than its time elsewhere", async () => {
  expect(await standing(true)).toEqual(["executing none", "success none"]);
  expect(await standing(false)).toEqual(["executing none", "failed case_timeout"]);
});
