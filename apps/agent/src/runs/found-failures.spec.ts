import { agentRunSpecOf, LIBRARY, makeCase } from "../../test/run-server.ts";
import { expect, test } from "vitest";
import type { DeviceHand } from "../screen/device-hand.ts";
import type { BatchEnd, Runner } from "../runners/runner.ts";
import { failedBy } from "../runners/failed-by.ts";
import type { Device } from "@udt/driver";
import { Executor } from "./executor.ts";

const MB = 1024 ** 2;

test("a script that names failures without end fills no memory, and asks its device for few of them", async () => {
  const end = { exit: { exit_code: 0, signal: null, bound: null }, reports: [] } as unknown as BatchEnd;
  const runner: Runner = {
    framework: "shell",
    batchSize: 1,
    exitCodeTells: false,
    async run({ cases }, onEvent) {
      for (let index = 0; index < 5_000; index++) {
        const found = { case_key: `found ${index}`, name: `found ${index}`, file: "", function: "" };
        onEvent({ type: "also_failed", found, time: 1, outcome: failedBy("x".repeat(MB / 8), "crash") });
        if (index % 100 === 0) await new Promise(setImmediate);
      }
      const outcome = {
        state: "success",
        cause: "none",
        error: "",
        reason: null,
        message: "",
        location: null,
      } as const;
      onEvent({ type: "case_ended", case_key: cases[0]!.case_key, time: 1, outcome });
      return end;
    },
    caseOf: () => undefined,
  };
  const told: number[] = [];
  let asked = 0;
  const executor = new Executor({
    runner,
    batchOf: (cases) => ({
      spec: agentRunSpecOf({ library: LIBRARY, config: { framework: "shell" } }),
      cases,
      device: undefined as unknown as Device,
      hand: undefined as unknown as DeviceHand,
      place: null,
      env: {},
    }),
    caseTimeoutMs: 60_000,
    onResult: () => undefined,
    onAlsoFailed: (_found, { message }) => told.push(message.length),
    onLog: () => undefined,
    onPicture: () => undefined,
    deviceBreaks: () => 0,
    deviceFault: () => {
      asked++;
      return Promise.resolve(null);
    },
  });
  await executor.run([makeCase("runTest.sh")], new AbortController().signal);
  expect(told).toHaveLength(1_000);
  expect(Math.max(...told)).toBeLessThan(MB / 16);
  expect(asked).toBeLessThan(100);
});
