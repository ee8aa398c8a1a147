import { must } from "@udt/base";
import { startPhones } from "@udt/phone";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder, makeReady, startSession } from "../../../test/harness.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../../test/run-server.ts";

/** Puts links and a pipe wherever the next pictures might be kept, and pictures of its own in the place of those. */
const attack = (outside: string) => `
import { execFileSync } from "node:child_process";
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
const folder = process.env.UPLOADDIR;
const id = process.argv[2];
console.log("sees", readdirSync(folder).join(), "and", readdirSync(folder + "/..").toSorted().join());
const name = (number) => folder + "/step-" + id + "-00" + number + ".png";
for (const number of [2, 3]) symlinkSync(${JSON.stringify(outside)} + "/" + number, name(number));
execFileSync("mkfifo", [name(4)]);
writeFileSync(name(5), "forged");
`;

test("what a script puts where pictures of steps were kept neither leads nor holds the agent, and is none", async () => {
  const outside = await makeFolder();
  const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const task = makeCase("a.yaml::a");
  const run = new RunServer(server, { library: LIBRARY, config: { framework: "low_code" } }, [task]);
  const turns = Array.from({ length: 3 }, (_, at) => `      - { id: turn-${at}, action: rotate }\n`).join("");
  run.snapshot = await makeSnapshot({
    "a.yaml": `low_code: 1\ncases:\n  - name: a\n    steps:\n      - { id: run, action: script, file: attack.mjs, args: ['${task.case_run_id}'] }\n${turns}      - { id: again, action: script, file: look.mjs }\n`,
    "attack.mjs": attack(outside),
    "look.mjs": `import { readdirSync } from "node:fs"; console.log("own", readdirSync(process.env.UPLOADDIR).filter((name) => /-[0-9a-f]{16}/.test(name)).length);`,
  });
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({ outcome: "done", error: null });
  const result = must(run.last.get(task.case_run_id), "its end");
  expect(result).toMatchObject({ state: "success", reason: null });
  for (const number of [2, 3]) expect(existsSync(join(outside, String(number)))).toBe(false);

  // It finds no picture that was taken before, nor a folder of such.
  expect(result.detail?.output).toContain("sees  and exchange,library,results,tmp");
  expect(result.detail?.output).toContain("own 0");
  const { steps } = must(result.detail, "its steps");
  const kept = new Map(
    server.resources.map(({ url, bytes }) => [new URL(url, server.url).searchParams.get("name"), bytes]),
  );
  const names = new Set(steps.map(({ screenshot }) => must(screenshot, "a picture")));
  expect(names.size).toBeGreaterThan(3);
  for (const name of names) {
    expect(name).toMatch(/^step-\d+-\d{3}-[\da-f]{16}\.png$/);
    expect(kept.get(name)?.subarray(1, 4).toString()).toBe("PNG");
  }
}, 120_000);
