// @vitest-environment happy-dom
import { say, type RunCaseTask } from "@udt/contract";
import { act } from "react";
import { beforeAll, expect, it } from "vitest";
import { button, press, show, shownText } from "../../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../../lib/i18n/index.ts";
import { createStore, useStore } from "../../../../lib/streams/index.ts";
import { TrialPanel } from "./trial-panel.tsx";
import type { Trial, TrialCase } from "./trial.ts";
import type { Trying } from "./use-trial.ts";

beforeAll(() => loadTexts("common", "scripts", "case-steps", "words"));

const caseOf = (id: number): TrialCase => {
  const task: RunCaseTask = {
    case_run_id: id,
    case_key: `a.test.ts::case ${id}`,
    name: `case ${id}`,
    file: "a.test.ts",
    function: "",
    attempt: 1,
  };
  const result = { cause: "assertion", started_at: 1, ended_at: 5, reason: null, detail: null } as const;
  return {
    task,
    result: createStore<ReturnType<TrialCase["result"]["get"]>>({
      ...result,
      case_run_id: id,
      state: "failed",
      error: `wrong in ${id}`,
    }),
  };
};
const TRIAL: Trial = {
  number: 1,
  file: "a.test.ts",
  stage: "run",
  cases: [caseOf(1), caseOf(2)],
  passed: 0,
  failed: 2,
  log: [],
  left_out: 0,
  error: null,
  broken_by: null,
  selection: null,
  at: null,
  visits: [],
};
const accounts = { account: undefined, ask: () => undefined } as Trying["accounts"];
const trying = { phone: undefined, accounts, lineNow: (line) => line + 1 } as Trying;

/** The panel, and what it is told afterwards. */
async function panel(first: Trial) {
  const trial = createStore(first);
  const Panel = () => <TrialPanel trial={useStore(trial)} trying={trying} onGo={() => undefined} />;
  await show(<Panel />);
  return (change: Partial<Trial>) => act(async () => trial.update((before) => ({ ...before, ...change })));
}

it("goes on showing the case that was chosen when another is found, until the next trial", async () => {
  const tell = await panel(TRIAL);
  await press(button(/case 2/));
  expect(shownText()).toContain("wrong in 2");
  await tell({ cases: [...TRIAL.cases, caseOf(3)] });
  expect(shownText()).toContain("wrong in 2");
  await tell({ number: 2 });
  expect(shownText()).not.toContain("wrong in 2");
});

it("says why a trial broke off, and by what, whichever of its cases is looked at", async () => {
  await panel({ ...TRIAL, stage: "failed", broken_by: "device", error: say("device_connection_broke") });
  expect(shownText()).toContain("wrong in 1");
  expect(document.querySelector("[role=status]")?.textContent).toContain("Broke off");
  expect(document.querySelector("[role=alert]")?.textContent).toMatch(/Broken off by the device.*connection/);
});

it("that waits at a step says where that is by now, and can go on", async () => {
  const tell = await panel({ ...TRIAL, at: { line: 7, is_held: true } });
  expect(document.querySelector("[role=status]")?.textContent).toContain("Waiting at line 8");
  button("Continue");
  button("Step");
  await tell({ at: { line: 7, is_held: false } });
  expect(shownText()).not.toContain("Continue");
  expect(document.querySelector("[role=status]")?.textContent).not.toContain("Waiting");
});

it("draws of two thousand cases those in sight", async () => {
  await panel({ ...TRIAL, cases: Array.from({ length: 2_000 }, (_, at) => caseOf(at + 1)) });
  expect(document.querySelectorAll("li").length).toBeLessThan(50);
  expect(document.querySelector("ul")?.style.paddingBlock).toMatch(/^0px \d{5}px$/);
});
