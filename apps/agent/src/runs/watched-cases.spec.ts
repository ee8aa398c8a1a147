import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { eventually, makeReady, startSession } from "../../test/harness.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../test/run-server.ts";

test("what a case does and prints is told as it comes to whoever reads of it, and to nobody else", async () => {
  const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const cases = [makeCase("a.test.mjs::talks")];
  const run = new RunServer(server, { library: LIBRARY, config: { framework: "node_test" } }, cases);
  run.snapshot = await makeSnapshot({
    "a.test.mjs": `import { test } from "node:test";
test("talks", async () => {
  for (let line = 1; ; line++) {
    console.log("line " + line);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
});`,
  });
  const lease = await startSession(server, device, 1, "job");
  const { case_run_id } = cases[0]!;
  const told = () => run.results.filter((result) => result.case_run_id === case_run_id && result.detail !== null);
  await run.until((results) => results.get(case_run_id)?.state === "executing");
  await eventually(() => expect(server.growing.files.some(({ name }) => name === "script.log")).toBe(true));
  expect(told()).toEqual([]);
  server.send({ type: "run_case_watched", ...lease, case_run_id });
  await run.until(() => told().length >= 2);
  const [first, second] = told();
  expect(first).toMatchObject({ state: "executing", ended_at: null });
  expect(first!.detail!.output).toContain("line 1\n");
  expect(second!.detail!.output.length).toBeGreaterThan(first!.detail!.output.length);
  await server.request({ type: "session_stop", ...lease });
});

test("the steps of a case that prints nothing are told as they come, too", async () => {
  const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const cases = [makeCase("a.test.mjs::is silent")];
  const run = new RunServer(server, { library: LIBRARY, config: { framework: "node_test" } }, cases);
  run.snapshot = await makeSnapshot({
    "a.test.mjs": `import { appendFileSync } from "node:fs";
import { test } from "node:test";
test("is silent", async () => {
  for (let number = 1; ; number++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    appendFileSync(process.env.UDT_STEPS_FILE, JSON.stringify({ name: "step " + number }) + "\\n");
  }
});`,
  });
  const lease = await startSession(server, device, 1, "job");
  const { case_run_id } = cases[0]!;
  const steps = () => run.last.get(case_run_id)?.detail?.steps.map(({ name }) => name) ?? [];
  await run.until((results) => results.get(case_run_id)?.state === "executing");
  server.send({ type: "run_case_watched", ...lease, case_run_id });
  await run.until(() => steps().length > 0);
  // Several may be told at once.
  const first = steps().length;
  await run.until(() => steps().length > first);
  expect(steps().slice(0, 2)).toEqual(["step 1", "step 2"]);
  expect(run.last.get(case_run_id)).toMatchObject({ state: "executing", ended_at: null, detail: { output: "" } });
  await server.request({ type: "session_stop", ...lease });
});
