import { type CaseDetail, junitIdentity, type JunitCase, type LibraryFramework, type RunCaseTask } from "@udt/contract";
import { COLLECTORS, settled } from "../src/runners/collectors.ts";
import type { CollectedCase } from "../src/runners/runner.ts";
import { checkedCases } from "../src/tasks/parse-library.ts";
import { setUpExecutor } from "./executor-setup.ts";

export type Verdict = "passed" | "failed" | "skipped" | "not told";
/** One case and how it came out. */
export interface Told {
  case: CollectedCase;
  verdict: Verdict;
  error: string;
  location: CaseDetail["location"];
  /** What reports that leave the platform say of it: as the framework told it, else by its name alone. */
  entries: readonly JunitCase[];
}

export interface Ran {
  /** The library's place, where it has been run. */
  library: string;
  program: string;
  told: Told[];
  /** The second attempt. */
  again(cases: readonly CollectedCase[]): Promise<Told[]>;
}

let lastId = 0;
const taskOf = (one: CollectedCase, attempt: number): RunCaseTask => ({ ...one, case_run_id: ++lastId, attempt });

/** Reads a library, runs all of it, and answers what its reports would say: its cases, and what failed beside them. */
export async function verdictsOf(framework: LibraryFramework, files: Record<string, string>): Promise<Ran> {
  const { place, run, also, results } = await setUpExecutor({ framework, files, caseTimeoutMs: 120_000 });
  const collected = settled(await COLLECTORS[framework](place, AbortSignal.timeout(240_000)));
  const runAll = async (cases: readonly CollectedCase[], attempt: number): Promise<Told[]> => {
    also.splice(0);
    const tasks = cases.map((one) => taskOf(one, attempt));
    const ends = await run(tasks);
    const reported = new Map(results.map((result) => [result.case_run_id, result.reported]));
    const entriesOf = (one: CollectedCase, verdict: Verdict, id?: number): readonly JunitCase[] => {
      const { suites, ...attributes } = junitIdentity(framework, one);
      const name = verdict === "failed" ? "failure" : "skipped";
      const children = verdict === "passed" ? [] : [{ name, attributes: {}, text: "" } as const];
      return reported.get(id ?? 0) ?? [{ suites, attributes, children }];
    };
    const told = ends.map((result, index): Told => {
      const verdict =
        result?.state === "success"
          ? result.cause === "skipped"
            ? "skipped"
            : "passed"
          : result?.state === "failed"
            ? "failed"
            : "not told";
      const one = cases[index]!;
      return {
        case: one,
        verdict,
        error: result?.error ?? "",
        location: result?.detail?.location ?? null,
        entries: entriesOf(one, verdict, tasks[index]!.case_run_id),
      };
    });
    return [
      ...told,
      ...also.map(({ error, ...one }): Told => ({
        case: one,
        verdict: "failed",
        error,
        location: null,
        entries: entriesOf(one, "failed"),
      })),
    ];
  };
  return {
    library: place.library,
    program: framework === "pytest" ? place.programs.python : place.programs.node,
    told: await runAll(checkedCases(collected.cases), 1),
    again: (cases) => runAll(cases, 2),
  };
}
