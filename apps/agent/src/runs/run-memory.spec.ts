import { clientOf } from "../../test/wanted.ts";
import { startPhones } from "@udt/phone";
import type { MemoryCapability } from "@udt/driver";
import { expect, test, vi } from "vitest";
import { makeReady, startSession } from "../../test/harness.ts";
import { MemoryShelf } from "../../test/memory-shelf.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../test/run-server.ts";
import type { Upload } from "../recording/index.ts";
import { RunApi } from "./run-api.ts";
import { RunMemory } from "./run-memory.ts";

vi.setConfig({ testTimeout: 120_000 });
const SHOP = "dev.udt.shop";
const WISH = { recording_id: "recording-1", process: SHOP, every_seconds: null, with_heap: false, next_number: 1 };
const FILES = {
  "run.test.mjs": `import { appendFileSync } from "node:fs";
import { test } from "node:test";
test("opens the list", () => appendFileSync(process.env.UDT_STEPS_FILE, JSON.stringify({ memory: "Level 2" }) + "\\n"));
test("fails", () => { throw new Error("wrong"); });
`,
};

const STEPS = `low_code: 1
cases:
  - name: steps
    steps:
      - { id: scene, action: memory, scene: "Level 2 of \${account.account}" }
      - { id: shows, action: wait, seconds: 0 }
`;

async function ready(memory: object | null, framework: "node_test" | "low_code" = "node_test") {
  const made = await makeReady(startPhones({ count: 1, basePort: 0 }));
  made.first.phone.screen.start(SHOP);
  const shelf = new MemoryShelf(made.server);
  const onShelf = made.server.onHttp;
  const keys = ["run.test.mjs::opens the list", "run.test.mjs::fails"];
  const cases = (framework === "node_test" ? keys : ["steps.yaml::steps"]).map((key) => makeCase(key));
  const config = { framework, app_id: "app-1", memory };
  const account = { account: "ada@example.com" };
  const run = new RunServer(made.server, { library: LIBRARY, account, config }, cases);
  const onRun = made.server.onHttp;
  made.server.onHttp = (request, response) => onShelf(request, response) || onRun(request, response);
  run.snapshot = await makeSnapshot({ ...FILES, "steps.yaml": STEPS });
  const begin = () => startSession(made.server, made.device, 1, "job");
  return { ...made, shelf, run, cases, begin };
}

test("samples at the end of each case, and of scenes that scripts name", async () => {
  const { shelf, run, begin } = await ready({ every_seconds: null });
  run.wish = WISH;
  await begin();
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(run.memory).toEqual([null]);
  const labels = shelf.samples.map(({ label }) => label);
  expect(labels).toContain("Level 2");
  expect(labels).toContain("fails");
  expect(shelf.text(shelf.samples[0], "meminfo.txt")).toContain(`[${SHOP}] **`);
  expect(shelf.samples.map(({ fault }) => fault)).toEqual(shelf.samples.map(() => null));
});

test("takes those of scripts alone where no case's end is asked for", async () => {
  const { shelf, run, begin } = await ready({ every_seconds: null, at_case_end: false });
  run.wish = WISH;
  await begin();
  await run.finished;
  expect(shelf.samples.map(({ label }) => label)).toEqual(["Level 2"]);
});

test("takes those of low-code steps, by the name that people may see", async () => {
  const { shelf, run, begin, cases } = await ready({ every_seconds: null, at_case_end: false }, "low_code");
  run.wish = WISH;
  await begin();
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(shelf.samples.map(({ label, fault }) => [label, fault])).toEqual([["Level 2 of ${account.account}", null]]);
  expect(shelf.text(shelf.samples[0], "meminfo.txt")).toContain(`[${SHOP}] **`);
  const { state, detail } = run.last.get(cases[0]!.case_run_id)!;
  expect([state, detail?.steps.map(({ name, ok }) => [name, ok])]).toEqual([
    "success",
    [
      ["memory Level 2 of ${account.account}", true],
      ["wait", true],
    ],
  ]);
  expect(detail?.steps[0]).not.toHaveProperty("note");
});

test("says at a low-code step that no memory is recorded, and passes", async () => {
  const { shelf, run, begin, cases } = await ready(null, "low_code");
  await begin();
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(shelf.samples).toEqual([]);
  const { state, detail } = run.last.get(cases[0]!.case_run_id)!;
  expect(state).toBe("success");
  expect(detail?.steps.map(({ ok, note }) => [ok, note?.code])).toEqual([
    [true, "memory_not_recorded"],
    [true, undefined],
  ]);
});

test("records nothing where the server wants none, or the job asks for none, and runs all the same", async () => {
  const refused = await ready({});
  await refused.begin();
  expect(await refused.run.finished).toEqual({ outcome: "done", error: null });
  expect([refused.run.memory, refused.shelf.samples]).toEqual([[null], []]);
  const plain = await ready(null);
  await plain.begin();
  await plain.run.finished;
  expect([plain.run.memory, plain.shelf.samples]).toEqual([[], []]);
});

test("says of a device that tells nothing of memory why it is not recorded, and goes on", async () => {
  const { server, run } = await ready({});
  run.wish = WISH;
  const part = { test_id: "test-1", device_id: "device-1", lease_token: 1 };
  const api = new RunApi(clientOf(server), part);
  const { signal } = new AbortController();
  const needs = { api, memory: undefined, folder: "", log: () => undefined, upload: {} as Upload };
  const memory = new RunMemory(run.spec.config.memory, needs);
  await memory.begin(signal);
  expect(run.memory).toMatchObject([{ code: "memory_no_capability" }]);
  memory.scene("Level 2");
  await memory.drained(signal);
  await memory.close(signal);
});

test("tells the server why nothing is recorded where that could not begin", async () => {
  const { run, begin } = await ready({ every_seconds: null });
  run.memoryRefusal = "app_not_found";
  await begin();
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(run.memory).toMatchObject([null, { code: "memory_recording_not_begun" }]);
});

test("tells the server how many samples never reached it", async () => {
  const { shelf, run, begin } = await ready({ every_seconds: null, at_case_end: false });
  run.wish = WISH;
  shelf.refusal = { code: "memory_file_not_found", status: 404 };
  await begin();
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  expect(run.memory).toMatchObject([null, { code: "memory_samples_lost", args: { count: 1 } }]);
});

test("waits once for a device that does not answer, however many batches it runs", async () => {
  const { server, run } = await ready({ every_seconds: null });
  run.wish = WISH;
  const part = { test_id: "test-1", device_id: "device-1", lease_token: 1 };
  const api = new RunApi(clientOf(server), part);
  const { signal } = new AbortController();
  const silent: MemoryCapability = {
    processes: (over) => new Promise((_, reject) => over?.addEventListener("abort", () => reject(over.reason))),
    sample: () => expect.fail("no process"),
  };
  const upload = { client: clientOf(server), clock: { now: Date.now }, ...part } as unknown as Upload;
  const given: string[] = [];
  const log = (_: string, text: string) => void given.push(text);
  const needs = { api, memory: silent, folder: "", log, upload, drainMs: 50 };
  const memory = new RunMemory(run.spec.config.memory, needs);
  await memory.begin(signal);
  memory.scene("Level 1");
  await memory.drained(signal);
  memory.scene("Level 2");
  await memory.drained(signal);
  expect(given).toEqual(["memory samples take long: the run goes on and waits for none any more"]);
  await memory.close(signal);
  expect(run.memory).toMatchObject([null, { code: "memory_samples_lost", args: { count: 2 } }]);
});
