import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failedBy } from "../failed-by.ts";
import { batchFolder, inLibrary, runLibraryProcess } from "../library-process.ts";
import type { Batch, BatchEnd, CaseOutcome, JUnitEntry, RunEvent, Runner } from "../runner.ts";

const INSIDE = ["drive.mts", "file-run.mts", "hook.mts", "names.mts", "reports.mts"].map(
  (name) => new URL(`./inside/${name}`, import.meta.url),
);

const PASSED: CaseOutcome = { state: "success", cause: "none", error: "", reason: null, message: "", location: null };

/** Node's own test runner: a process for each file below one of ours, so that a file that dies takes no other along. */
export const nodeTestRun: Runner = {
  framework: "node_test",
  batchSize: 200,
  exitCodeTells: false,

  async run(given: Batch, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<BatchEnd> {
    const batch = inLibrary(given);
    const { place } = batch;
    const folder = await batchFolder(place, INSIDE);
    const cases = batch.cases.map((one) => ({ key: one.case_key, file: one.file, path: one.function }));
    await writeFile(join(folder, "cases.json"), JSON.stringify(cases), { mode: 0o644 });
    const started = new Set<string>();
    const ended = new Set<string>();
    const over = new Map<string, CaseOutcome>();
    /** By JUnit file and place in it: the cases that what stands there speaks of. */
    const spokenOf = new Map<string, number[][]>();
    const watch = (event: RunEvent) => {
      if (event.type === "case_started") started.add(event.case_key);
      if (event.type === "case_ended") ended.add(event.case_key);
      onEvent(event);
    };
    const reports = join(place.results, `TEST-node-${Date.now()}`);
    const end = await runLibraryProcess(
      batch,
      folder,
      {
        argv: [place.programs.node, "--no-warnings", join(folder, "drive.mts"), folder, reports],
        // Each end is told as it comes.
        reports: [],
        printsOutput: false,
        onOver: ({ case: key, passed, message }) => over.set(key, passed ? PASSED : failedBy(message)),
        onReported: ({ report, cases: some }) => spokenOf.set(report, [...(spokenOf.get(report) ?? []), ...some]),
        onFileEnded: ({ file, failed, reason, message }) => {
          const ofFile = cases.filter((one) => one.file === file && one.key !== file);
          const left = ofFile.filter(({ key }) => !ended.has(key));
          const running = left.filter(({ key }) => started.has(key));
          // Whatever ran when the process died, died with it. A file of which nothing ran cannot be read at all; else
          // those that were not begun are somebody's to run again.
          const nothingRan = failed && !ofFile.some(({ key }) => started.has(key) || ended.has(key));
          const time = Date.now();
          const outcomes = (nothingRan ? left : running).map(
            ({ key }) => [key, over.get(key) ?? failedBy(message, "crash", reason)] as const,
          );
          for (const [case_key, outcome] of outcomes) watch({ type: "case_ended", case_key, time, outcome });
          // All its cases came to an end, and yet it failed: that is nobody's failure but its own.
          const isAnswered = outcomes.some(([, { state }]) => state === "failed");
          const found = { case_key: file, name: file, file, function: "" };
          if (failed && !isAnswered)
            watch({ type: "also_failed", found, time, outcome: failedBy(message, "crash", reason) });
        },
      },
      watch,
      signal,
    );
    const reported = (entries: readonly JUnitEntry[]) => {
      const found = new Map<string, JUnitEntry[]>();
      for (const [report, inFile] of Map.groupBy(entries, (entry) => entry.report))
        for (const [index, entry] of inFile.entries()) {
          const keys = (spokenOf.get(report)?.[index] ?? []).flatMap((place) => cases[place]?.key ?? []);
          // What speaks of several cases, such as a suite that was left out, stands once.
          for (const [at, key] of keys.entries())
            found.set(key, [...(found.get(key) ?? []), ...(at === 0 ? [entry] : [])]);
        }
      return found;
    };
    return { ...end, own_reports: [`${reports}-*.xml`], reported };
  },

  caseOf: () => undefined,
};
