import { must } from "@udt/base";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import { makeReady, startSession } from "../../../test/harness.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../../test/run-server.ts";

const CASES: Record<string, string> = {
  "a program": "file: scripts/order.mjs, args: ['${account.account}', two words]",
  "one that fails": "file: scripts/fails.ts",
  "one that prints a value where its output is cut": "file: scripts/prints.mjs",
  "one without an end": "file: scripts/hangs.mjs, timeout: 1",
  "one that is not there": "file: scripts/none.mjs",
  "one that is taken out": "file: scripts/hangs.mjs, timeout: 600",
};

test("a step runs a program of the repository, and fails as that does", { timeout: 240_000 }, async () => {
  const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const names = Object.keys(CASES);
  const keyOf = (name: string) => `${name.replaceAll(" ", "-")}.yaml::${name}`;
  const tasks = names.map((name) => makeCase(keyOf(name)));
  const account = { account: "ada@example.com", password: "lighthouse" };
  const run = new RunServer(server, { library: LIBRARY, account, config: { framework: "low_code" } }, tasks);
  const files = names.map((name) => [
    keyOf(name).split("::")[0],
    `low_code: 1\ncases:\n  - name: ${name}\n    steps:\n      - { id: run, action: script, ${CASES[name]} }\n`,
  ]);
  run.snapshot = await makeSnapshot({
    ...Object.fromEntries(files),
    "scripts/order.mjs":
      "console.log(JSON.stringify([process.cwd().length > 1, process.argv.slice(2), process.env.ANDROID_SERIAL !== '', 'VITEST' in process.env]));",
    "scripts/fails.ts": "const code: number = 3;\nconsole.error('no such order');\nprocess.exit(code);\n",
    // Of 2,006 characters the last 2,000 are told: they begin amid the password.
    "scripts/prints.mjs":
      "process.stdout.write('lighthouse' + 'y'.repeat(1_986), () => process.stdout.write('light', () => setTimeout(() => process.stdout.write('house', () => process.exit(1)), 200)));",
    "scripts/hangs.mjs": "console.log('begun'); setInterval(() => {}, 1000);",
  });
  const lease = await startSession(server, device, 1, "job");
  const { case_run_id: last } = must(tasks.at(-1), "the last");
  await run.until((results) => results.get(last)?.state === "executing");
  server.send({ type: "run_cases_cancelled", ...lease, case_run_ids: [last] });
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  const [ran, failed, prints, hung, none] = tasks.map(({ case_run_id }) => must(run.last.get(case_run_id), "its end"));

  expect(ran).toMatchObject({ state: "success", reason: null });
  expect(ran?.detail?.output).toContain('[true,["${account.account}","two words"],true,false]');
  expect(ran?.detail?.steps.map(({ name, ok }) => [name, ok])).toEqual([["script scripts/order.mjs", true]]);

  expect(failed).toMatchObject({
    state: "failed",
    reason: {
      code: "low_code_script_failed",
      args: { file: "scripts/fails.ts", code: 3 },
      evidence: "no such order",
    },
    detail: { location: { file: "one-that-fails.yaml", line: 5 } },
  });
  expect(prints).toMatchObject({ state: "failed", reason: { code: "low_code_script_failed" } });
  expect(prints?.reason?.evidence).toMatch(/^\S*y{1900,}\$\{account\.password\}$/);
  expect(JSON.stringify(prints)).not.toMatch(/house|ght/);
  expect(hung).toMatchObject({
    state: "failed",
    reason: { code: "low_code_script_time", args: { file: "scripts/hangs.mjs", seconds: 1 } },
  });
  expect(none).toMatchObject({ state: "failed", reason: { code: "low_code_no_file", args: { line: 5 } } });
});
