import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { firstLine } from "../first-line.ts";
import { batchFolder, runLibraryProcess } from "../library-process.ts";
import type { Batch, BatchEnd, CaseOutcome, JUnitCase, RunEvent, Runner } from "../runner.ts";

const INSIDE = ["drive.mts", "hook.mts"].map((name) => new URL(`./inside/${name}`, import.meta.url));

/** The names of the suites and the test, as the case's key has them. */
export const pathOf = ({ case_key, file }: { case_key: string; file: string }): string =>
  case_key.slice(`${file}::`.length);

const PASSED: CaseOutcome = { state: "success", cause: "none", error: "", message: "", location: null };
const failed = (cause: "assertion" | "crash", message: string): CaseOutcome => ({
  state: "failed",
  cause,
  error: firstLine(message),
  message,
  location: null,
});

/** Node's own test runner: a process for each file below one of ours, so that a file that dies takes no other along. */
export const nodeTestRun: Runner = {
  framework: "node_test",
  batchSize: 200,
  exitCodeTells: false,

  async run(batch: Batch, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<BatchEnd> {
    const place = batch.place!;
    const folder = await batchFolder(place, INSIDE);
    const cases = batch.cases.map((one) => ({ key: one.case_key, file: one.file, path: pathOf(one) }));
    await writeFile(join(folder, "cases.json"), JSON.stringify(cases), { mode: 0o644 });
    const reports = join(place.results, `TEST-node-${Date.now()}`);
    const files = new Set(cases.map(({ file }) => file));
    const started = new Set<string>();
    const ended = new Set<string>();
    const over = new Map<string, CaseOutcome>();
    const watch = (event: RunEvent) => {
      if (event.type === "case_started") started.add(event.case_key);
      if (event.type === "case_ended") ended.add(event.case_key);
      onEvent(event);
    };
    return runLibraryProcess(
      { ...batch, place },
      folder,
      {
        argv: [place.programs.node, "--no-warnings", join(folder, "drive.mts"), folder, reports],
        reports: [...files].map((_, index) => `${reports}-${index + 1}.xml`),
        printsOutput: false,
        onOver: ({ case: key, passed, message }) =>
          over.set(key, passed ? PASSED : failed("assertion", message || "failed")),
        onFileEnded: ({ file, message }) => {
          const left = cases.filter((one) => one.file === file && !ended.has(one.key));
          const running = left.filter(({ key }) => started.has(key));
          // Whatever ran when the process died, died with it. A file of which nothing ran cannot be read at all; else
          // those that were not begun are somebody's to run again.
          const nothingRan = !cases.some((one) => one.file === file && started.has(one.key));
          for (const { key } of nothingRan ? left : running) {
            const outcome = over.get(key) ?? failed("crash", message);
            watch({ type: "case_ended", case_key: key, time: Date.now(), outcome });
          }
        },
      },
      watch,
      signal,
    );
  },

  caseOf(entry: JUnitCase, { cases, place }: Batch) {
    const path = [...entry.suites, entry.name].join(" > ");
    return cases.find((one) => entry.file === join(place!.library, one.file) && pathOf(one) === path);
  },
};
