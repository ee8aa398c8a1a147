import type { Device } from "@udt/driver";
import { expect, test } from "vitest";
import { uiTestsCapability } from "../../drivers/android/ui-tests.ts";
import { agentRunSpecOf, makeCase } from "../../../test/run-server.ts";
import type { DeviceHand } from "../../screen/device-hand.ts";
import type { Batch, RunEvent } from "../runner.ts";
import { instrumentationRun } from "./run.ts";

const COMPONENT = "org.example.test/androidx.test.runner.AndroidJUnitRunner";
const status = (name: string, code: number, stack = "") =>
  `INSTRUMENTATION_STATUS: class=org.example.CartTest\nINSTRUMENTATION_STATUS: test=${name}\n${
    stack && `INSTRUMENTATION_STATUS: stack=${stack}\n`
  }INSTRUMENTATION_STATUS_CODE: ${code}\n`;

/** What the runner tells when `am instrument -r` prints this. */
async function told(printed: string): Promise<RunEvent[]> {
  const run = (_words: readonly string[], _signal: AbortSignal, onText: (text: string) => void) => {
    onText(printed);
    return Promise.resolve({ exit_code: 0, stdout: printed, stderr: "" });
  };
  const events: RunEvent[] = [];
  const config = {
    framework: "instrumentation",
    instrumentation: { test_app_id: "app-1", component: COMPONENT },
  } as const;
  const batch: Batch = {
    spec: agentRunSpecOf({ library: null, config: { ...config, library_id: null } }),
    cases: [makeCase("org.example.CartTest#passes")],
    device: { capabilities: { uiTests: uiTestsCapability(run) } } as unknown as Device,
    hand: undefined as unknown as DeviceHand,
    control: null,
    recordsMemory: () => false,
    place: null,
    env: {},
  };
  await instrumentationRun.run(batch, (event) => events.push(event), new AbortController().signal);
  return events.filter(({ type }) => type === "case_ended" || type === "also_failed");
}
const passes = status("passes", 1) + status("passes", 0);
const passed = { type: "case_ended", case_key: "org.example.CartTest#passes", outcome: { state: "success" } };

test("a class whose tear-down fails is a failure of its own", async () => {
  const why = "java.lang.IllegalStateException: tear-down";
  const printed = `${passes}${status("null", 1)}${status("null", -2, why)}INSTRUMENTATION_CODE: -1\n`;
  expect(await told(printed)).toMatchObject([
    passed,
    { type: "also_failed", found: { case_key: "org.example.CartTest#null" }, outcome: { state: "failed", error: why } },
  ]);
});

test("a runner that crashes after its last test has failed", async () => {
  const printed = `${passes}INSTRUMENTATION_RESULT: shortMsg=Process crashed.\nINSTRUMENTATION_CODE: 0\n`;
  expect(await told(printed)).toMatchObject([
    passed,
    { type: "also_failed", found: { case_key: COMPONENT }, outcome: { state: "failed", error: "Process crashed." } },
  ]);
  expect(await told(`${passes}INSTRUMENTATION_CODE: -1\n`)).toMatchObject([passed]);
});
