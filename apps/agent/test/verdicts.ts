import type { LibraryFramework, RunCaseTask } from "@udt/contract";
import { COLLECTORS, settled } from "../src/runners/collectors.ts";
import type { CollectedCase } from "../src/runners/runner.ts";
import { checkedCases } from "../src/tasks/parse-library.ts";
import { setUpExecutor } from "./executor-setup.ts";

export type Verdict = "passed" | "failed" | "skipped" | "not told";
/** One case and how it came out, as `file: names` says it. */
export interface Told {
  case: CollectedCase;
  verdict: Verdict;
  error: string;
}

let lastId = 0;
const taskOf = (one: CollectedCase, attempt: number): RunCaseTask => ({ ...one, case_run_id: ++lastId, attempt });

/** Reads a library, runs all of it, and answers what its reports would say: its cases, and what failed beside them. */
export async function verdictsOf(
  framework: LibraryFramework,
  files: Record<string, string>,
): Promise<{
  library: string;
  program: string;
  told: Told[];
  again(cases: readonly CollectedCase[]): Promise<Told[]>;
}> {
  const { place, run, also } = await setUpExecutor({ framework, files, caseTimeoutMs: 120_000 });
  const collected = settled(await COLLECTORS[framework](place, AbortSignal.timeout(240_000)));
  const runAll = async (cases: readonly CollectedCase[], attempt: number): Promise<Told[]> => {
    also.splice(0);
    const results = await run(cases.map((one) => taskOf(one, attempt)));
    const told = results.map((result, index): Told => {
      const verdict =
        result?.state === "success"
          ? result.cause === "skipped"
            ? "skipped"
            : "passed"
          : result?.state === "failed"
            ? "failed"
            : "not told";
      return { case: cases[index]!, verdict, error: result?.error ?? "" };
    });
    return [...told, ...also.map(({ error, ...one }): Told => ({ case: one, verdict: "failed", error }))];
  };
  return {
    library: place.library,
    program: framework === "pytest" ? place.programs.python : place.programs.node,
    told: await runAll(checkedCases(collected.cases), 1),
    again: (cases) => runAll(cases, 2),
  };
}
