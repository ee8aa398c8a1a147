import type { CaseBefore } from "./case-runs.repository.ts";
import type { CaseOfLibrary } from "./gates.ts";

/** Between the names of suites and tests in a case's function. */
const SEPARATOR = " > ";

/**
 * What brings back what was run before. A case is run again as it is; one that is gone is left out. What failed beside the
 * cases is no case that could be run: it fails again, or does not, with the cases around which it failed.
 *
 * @param wanted what is to be run again of `before`
 * @param there the cases that there are now, in their order
 */
export function casesAgain(
  wanted: readonly CaseBefore[],
  before: readonly CaseBefore[],
  there: readonly CaseOfLibrary[],
): CaseOfLibrary[] {
  const keys = new Set(wanted.filter(({ beside }) => !beside).map(({ case_key }) => case_key));
  const hadRun = new Set(before.filter(({ beside }) => !beside).map(({ case_key }) => case_key));
  const run = there.filter(({ case_key }) => hadRun.has(case_key));
  for (const one of wanted) {
    if (!one.beside) continue;
    const own = around(one, run);
    for (const { case_key } of own.length > 0 ? own : around(one, there)) keys.add(case_key);
  }
  return [...new Map(there.map((one) => [one.case_key, one])).values()].filter(({ case_key }) => keys.has(case_key));
}

/** The cases of the suite that failed, or of its file, or folder, or all of them where it belongs to none. */
function around(failed: CaseBefore, cases: readonly CaseOfLibrary[]): readonly CaseOfLibrary[] {
  const { case_key, file } = failed;
  if (file === "") return cases;
  if (failed.function !== "") {
    const suite = failed.function + SEPARATOR;
    const own = cases.filter((one) => one.file === file && one.function.startsWith(suite));
    if (own.length > 0) return own;
  }
  return cases.filter(
    (one) => one.file === file || one.file.startsWith(`${file}/`) || one.case_key.startsWith(`${case_key}::`),
  );
}
