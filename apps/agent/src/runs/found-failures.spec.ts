import { expect, test } from "vitest";
import { makeCase } from "../../test/run-server.ts";
import { PASSED, tellingExecutor } from "../../test/telling-executor.ts";
import { failedBy } from "../runners/failed-by.ts";
import type { BatchEnd } from "../runners/runner.ts";

const MB = 1024 ** 2;

test("a script that names failures without end fills no memory, and asks its device for few of them", async () => {
  const end = { exit: { exit_code: 0, signal: null, bound: null }, reports: [] } as unknown as BatchEnd;
  const told: number[] = [];
  let asked = 0;
  const executor = tellingExecutor(
    async ({ cases }, onEvent) => {
      for (let index = 0; index < 5_000; index++) {
        const found = { case_key: `found ${index}`, name: `found ${index}`, file: "", function: "" };
        onEvent({ type: "also_failed", found, time: 1, outcome: failedBy("x".repeat(MB / 8), "crash") });
        if (index % 100 === 0) await new Promise(setImmediate);
      }
      onEvent({ type: "case_ended", case_key: cases[0].case_key, time: 1, outcome: PASSED });
      return end;
    },
    {
      onAlsoFailed: (_found, { message }) => told.push(message.length),
      deviceFault: () => {
        asked++;
        return Promise.resolve(null);
      },
    },
  );
  await executor.run([makeCase("runTest.sh")], new AbortController().signal);
  expect(told).toHaveLength(1_000);
  expect(Math.max(...told)).toBeLessThan(MB / 16);
  expect(asked).toBeLessThan(100);
});
