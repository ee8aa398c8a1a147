import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { batchFolder, runLibraryProcess } from "../library-process.ts";
import type { Batch, BatchEnd, JUnitCase, RunEvent, Runner } from "../runner.ts";

const INSIDE = [new URL("./inside/udt_pytest.py", import.meta.url)];

/**
 * The class and the name that pytest's JUnit files have for a node id.
 * @see https://github.com/pytest-dev/pytest/blob/8.3.4/src/_pytest/junitxml.py mangle_test_address
 */
export function addressOf(nodeId: string): { classname: string; name: string } {
  const bracket = nodeId.indexOf("[");
  const path = bracket < 0 ? nodeId : nodeId.slice(0, bracket);
  const parameters = bracket < 0 ? "" : nodeId.slice(bracket);
  const names = path.split("::");
  names[0] = names[0]!.replaceAll("/", ".").replace(/\.py$/, "");
  return { classname: names.slice(0, -1).join("."), name: names.at(-1)! + parameters };
}

/** pytest in one process for the whole batch, with a plugin of ours beside those of the library. */
export const pytestRun: Runner = {
  framework: "pytest",
  batchSize: 500,
  exitCodeTells: false,

  async run(batch: Batch, onEvent: (event: RunEvent) => void, signal: AbortSignal): Promise<BatchEnd> {
    const place = batch.place!;
    const folder = await batchFolder(place, INSIDE);
    await writeFile(join(folder, "cases.json"), JSON.stringify(batch.cases.map(({ case_key }) => case_key)));
    const report = join(place.results, `TEST-pytest-${Date.now()}.xml`);
    // Whole files are named and the plugin picks the cases: a node id may hold what a command line gives a meaning to.
    const files = [...new Set(batch.cases.map(({ file }) => file))];
    const words = ["-p", "udt_pytest", "-p", "no:cacheprovider", "-q", "--continue-on-collection-errors"];
    const places = ["--junitxml", report, "--rootdir", place.library];
    return runLibraryProcess(
      { ...batch, place },
      folder,
      {
        argv: [place.programs.python, "-m", "pytest", ...words, ...places, "--", ...files],
        env: { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" },
        reports: [report],
        printsOutput: false,
      },
      onEvent,
      signal,
    );
  },

  caseOf(entry: JUnitCase, { cases }: Batch) {
    return cases.find(({ case_key }) => {
      const { classname, name } = addressOf(case_key);
      return entry.classname === classname && entry.name === name;
    });
  },
};
