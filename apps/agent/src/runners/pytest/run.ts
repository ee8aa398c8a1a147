import { type Said, say } from "@udt/base";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pytestAddress } from "@udt/contract";
import { failedBy } from "../failed-by.ts";
import { batchFolder, inLibrary, runLibraryProcess } from "../library-process.ts";
import type { Exit } from "../../isolation/workplace.ts";
import type { Batch, BatchEnd, JUnitEntry, RunEvent, Runner } from "../runner.ts";

const INSIDE = ["udt_pytest.py", "udt_keys.py"].map((name) => new URL(`./inside/${name}`, import.meta.url));
/** What pytest's own failure is called, where none of its tests failed; `udt_pytest.py` calls it so, too. */
const WHOLE = "pytest";
/** https://docs.pytest.org/en/stable/reference/exit-codes.html */
const OK = 0;
const TESTS_FAILED = 1;
const NO_TESTS = 5;
const LAST_WORDS_MAX = 4_000;

/** pytest in one process for the whole batch, with a plugin of ours beside those of the library. */
export const pytestRun: Runner = {
  framework: "pytest",
  batchSize: 500,
  exitCodeTells: false,

  async run(given: Batch, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<BatchEnd> {
    const batch = inLibrary(given);
    const { place } = batch;
    const folder = await batchFolder(place, INSIDE);
    await writeFile(join(folder, "cases.json"), JSON.stringify(batch.cases.map(({ case_key }) => case_key)));
    const report = join(place.results, `TEST-pytest-${Date.now()}.xml`);
    // Whole files are named and the plugin picks the cases: a node id may hold what a command line gives a meaning to.
    // A folder that was named would have its conftest.py read before anything is told.
    const isWhole = batch.cases.some(({ case_key, file }) => case_key === WHOLE || !/\.\w+$/.test(file));
    const files = isWhole ? [] : [...new Set(batch.cases.map(({ file }) => file))];
    // Each case was asked for by itself: that one failed is no reason to leave out another.
    const words = ["-p", "udt_pytest", "-q", "--continue-on-collection-errors", "--maxfail=0"];
    const places = ["--junitxml", report, "--rootdir", place.library, "-o", `cache_dir=${join(folder, "cache")}`];
    let collecting = "";
    let lastWords = "";
    let hasFailed = false;
    const left = new Set(batch.cases.map(({ case_key }) => case_key));
    const watch = (event: RunEvent) => {
      if (event.type === "log") lastWords = (lastWords + event.text).slice(-LAST_WORDS_MAX);
      if (event.type === "case_ended") left.delete(event.case_key);
      if (event.type === "also_failed" || (event.type === "case_ended" && event.outcome.state === "failed"))
        hasFailed = true;
      onEvent(event);
    };
    const end = await runLibraryProcess(
      batch,
      folder,
      {
        argv: [place.programs.python, "-m", "pytest", ...words, ...places, "--", ...files],
        env: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" },
        // Each end is told as it comes.
        reports: [],
        printsOutput: false,
        onCollecting: (file) => (collecting = file),
      },
      watch,
      signal,
    );
    const { exit_code } = end.exit;
    const isExplained = exit_code === OK || exit_code === NO_TESTS || (exit_code === TESTS_FAILED && hasFailed);
    const time = Date.now();
    const message = lastWords.trim();
    // One that was stopped says nothing of the file that it was reading.
    if (collecting !== "" && !signal.aborted) {
      // What was to be read after it is read by another process.
      const outcome = failedBy(message, "crash", amid(collecting, end.exit));
      for (const { case_key, file } of batch.cases)
        if (file === collecting && left.has(case_key)) watch({ type: "case_ended", case_key, time, outcome });
    } else if (!signal.aborted && left.size === 0 && !isExplained) {
      const found = { case_key: WHOLE, name: WHOLE, file: "", function: "" };
      watch({ type: "also_failed", found, time, outcome: failedBy(message, "crash", ofItself(end.exit)) });
    }
    return { ...end, own_reports: [report], reported: (entries) => reportedCases(entries, batch) };
  },

  caseOf: () => undefined,
};

/** What pytest's own file says of the cases of a batch. */
function reportedCases(entries: readonly JUnitEntry[], { cases }: Batch): ReadonlyMap<string, readonly JUnitEntry[]> {
  const placeOf = ({ classname, name }: { classname: string; name: string }) => `${classname}\n${name}`;
  const byPlace = Map.groupBy(cases, ({ case_key }) => placeOf(pytestAddress(case_key)));
  const found = new Map<string, readonly JUnitEntry[]>();
  for (const [place, mine] of Map.groupBy(entries, placeOf)) {
    const alike = byPlace.get(place) ?? [];
    // Of cases with one node id each has one entry; a case alone may have two, of its call and of what came after.
    if (alike.length === mine.length)
      for (const [index, one] of alike.entries()) found.set(one.case_key, mine.slice(index, index + 1));
    else if (alike[0]) found.set(alike[0].case_key, mine);
  }
  return found;
}

/** How pytest ended while it read a file. */
const amid = (file: string, { exit_code, signal }: Exit): Said =>
  signal === null
    ? say("file_read_exit", { file, exit_code: exit_code ?? "?" })
    : say("file_read_signal", { file, signal });

/** How pytest ended when its tests had. */
const ofItself = ({ exit_code, signal }: Exit): Said =>
  signal === null ? say("framework_exit", { exit_code: exit_code ?? "?" }) : say("framework_signal", { signal });
