import type { Path } from "./fault.ts";
import type { LowCode } from "./read.ts";
import type { LowCodeCase } from "./schema.ts";
import { type Scope, textsOf } from "./variables.ts";

/** One case to run: a case of the file, with one row of its table where it has one. */
export interface OneCase {
  /** Unlike all others of its file. */
  label: string;
  scope: Scope;
  steps: LowCodeCase["steps"];
  /** The list in the file that the steps are of. */
  path: Path;
  /** The place in that list of the first of them. */
  first: number;
}

/** A file's cases, one for each row where a case has a table. Those called the same end in ` (#2)` and so on. */
export function casesOf({ file }: LowCode): OneCase[] {
  const seen = new Map<string, number>();
  const labelled = (name: string): string => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (#${count})`;
  };
  return file.cases.flatMap(({ name, variables, data, steps }, at) => {
    const own = { steps, path: ["cases", at, "steps"], first: 0 };
    const shared = [...textsOf(file.variables), ...textsOf(variables)];
    if (!data) return [{ label: labelled(name), scope: new Map(shared), ...own }];
    return data.map((row, number) => {
      const called = row["row"] ?? number + 1;
      return { label: labelled(`${name} [${called}]`), scope: new Map([...shared, ...textsOf(row)]), ...own };
    });
  });
}
