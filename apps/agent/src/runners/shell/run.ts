import { mkdir, chmod } from "node:fs/promises";
import { join } from "node:path";
import { batchFolder, inLibrary, runLibraryProcess } from "../library-process.ts";
import type { Batch, BatchEnd, JUnitEntry, RunEvent, Runner } from "../runner.ts";

const SCRIPT = "runTest.sh";

/** The case's own name; empty for the library that has but one. */
export const nameOf = (case_key: string): string => (case_key === SCRIPT ? "" : case_key.slice(`${SCRIPT}::`.length));

/**
 * `runTest.sh`, once for each case, which it finds in `CASE_FUNC`. What it leaves as `TEST-*.xml` in its own `UPLOADDIR`
 * are the results; without them a script that was asked for them has told nothing.
 */
export const shellRun: Runner = {
  framework: "shell",
  batchSize: 1,
  exitCodeTells: true,

  async run(given: Batch, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<BatchEnd> {
    const batch = inLibrary(given);
    const { place } = batch;
    const [{ case_key, case_run_id }] = batch.cases;
    const folder = await batchFolder(place, []);
    const name = nameOf(case_key);
    // A script that says its result in a file of a fixed name must not find that of another case or attempt.
    const results = join(place.results, `${name.replaceAll(/[^\w.-]/g, "_").slice(0, 80) || "all"}-${case_run_id}`);
    await mkdir(results);
    await chmod(results, 0o777);
    onEvent({ type: "case_started", case_key, time: Date.now() });
    const reports = [join(results, "TEST-*.xml")];
    const end = await runLibraryProcess(
      batch,
      folder,
      {
        argv: [place.programs.shell, join(place.library, SCRIPT)],
        env: { UPLOADDIR: results, UDT_RESULTS_DIR: results, CASE_FUNC: name },
        reports,
        only: case_key,
        printsOutput: true,
      },
      onEvent,
      signal,
    );
    // Reports that leave the platform name the script's own cases, not the one that it was started for.
    const reported = (entries: readonly JUnitEntry[]) => new Map(entries.length > 0 ? [[case_key, entries]] : []);
    return { ...end, own_reports: reports, reported };
  },

  /** Everything that the script tells is about the one case that it was started for. */
  caseOf: (_entry: JUnitEntry, { cases }: Batch) => cases[0],
};
