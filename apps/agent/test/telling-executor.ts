import type { Device } from "@udt/driver";
import { Executor, type ExecutorOptions } from "../src/runs/executor.ts";
import type { CaseOutcome, Runner } from "../src/runners/runner.ts";
import type { DeviceHand } from "../src/screen/device-hand.ts";
import { agentRunSpecOf, LIBRARY } from "./run-server.ts";

export const PASSED: CaseOutcome = {
  state: "success",
  cause: "none",
  error: "",
  reason: null,
  message: "",
  location: null,
};

/** An executor of a framework that has no device and only tells things. */
export function tellingExecutor(run: Runner["run"], options: Partial<ExecutorOptions> = {}): Executor {
  return new Executor({
    runner: { framework: "shell", batchSize: 1, exitCodeTells: false, run, caseOf: () => undefined },
    batchOf: (cases) => ({
      spec: agentRunSpecOf({ library: LIBRARY, config: { framework: "shell" } }),
      cases,
      device: undefined as unknown as Device,
      hand: undefined as unknown as DeviceHand,
      control: null,
      recordsMemory: () => false,
      place: null,
      env: {},
    }),
    caseTimeoutMs: 60_000,
    onResult: () => undefined,
    onAlsoFailed: () => undefined,
    onLog: () => undefined,
    onAt: () => undefined,
    onScene: () => undefined,
    onPicture: () => undefined,
    deviceBreaks: () => 0,
    deviceFault: () => Promise.resolve(null),
    ...options,
  });
}
