import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { makeReady, startSession } from "../../test/harness.ts";
import { LIBRARY, makeSnapshot, RunServer } from "../../test/run-server.ts";

async function runUnlisted(files: Record<string, string>) {
  const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const library = { ...LIBRARY, is_listed: false };
  const run = new RunServer(server, { library, config: { framework: "node_test" } }, []);
  run.snapshot = await makeSnapshot(files);
  await startSession(server, device, 1, "job");
  return { run, end: await run.finished };
}

test("cases that nobody could list before are listed where they run, and run", async () => {
  const { run, end } = await runUnlisted({
    "a.test.mjs": `import { test } from "node:test";
test("passes", () => {});
test("fails", () => { throw new Error("on purpose"); });`,
  });
  expect(end).toEqual({ outcome: "done", error: null });
  expect(run.discovered.map(({ case_key }) => case_key)).toEqual(["a.test.mjs::passes", "a.test.mjs::fails"]);
  const states = run.discovered.map(({ case_run_id }) => run.last.get(case_run_id)?.state);
  expect(states).toEqual(["success", "failed"]);
});

test.each([
  [
    "cannot be listed there either",
    { "a.test.mjs": `import "not-in-the-image";` },
    "library_files_unread",
    /not-in-the-image/,
  ],
  ["are none", { "readme.txt": "" }, "library_has_no_cases", /^$/],
])("cases that %s end the run with the reason", async (_what, files, code, evidence) => {
  const { run, end } = await runUnlisted(files);
  expect(end).toEqual({
    outcome: "environment_failed",
    error: expect.objectContaining({ code, evidence: expect.stringMatching(evidence) }),
  });
  expect(run.results).toEqual([]);
});
