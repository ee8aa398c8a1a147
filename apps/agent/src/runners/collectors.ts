import { type Said, saidWith, say } from "@udt/base";
import type { LibraryFramework } from "@udt/contract";
import { collectLowCode } from "./low-code/collect.ts";
import { collectNodeTests } from "./node-test/collect.ts";
import { collectPytest } from "./pytest/collect.ts";
import { CollectFailure, type Collect, type Collected, type CollectedCase } from "./runner.ts";
import { collectShell } from "./shell/collect.ts";

/** How each framework's cases are listed. */
export const COLLECTORS: Readonly<Record<LibraryFramework, Collect>> = {
  node_test: collectNodeTests,
  pytest: collectPytest,
  shell: collectShell,
  low_code: collectLowCode,
};

/**
 * What there is to run: a file that cannot be read is a case of its own, which fails, and the rest is as it is. Where that
 * is all that there is, the library cannot be read: perhaps it wants an image.
 *
 * @returns the cases, and what is to be said of files that cannot be read
 * @throws CollectFailure
 */
export function settled({ cases, faults }: Collected): { cases: CollectedCase[]; message: Said | null } {
  const [first] = faults;
  if (!first) return { cases, message: null };
  const words = faults.map(({ message }) => message).join("\n\n");
  const parts = faults.flatMap(({ file, said = [] }) => said.map((one) => ({ of: file, said: one })));
  const message = saidWith(say("library_files_unread", { count: faults.length }, words), parts);
  if (cases.length === 0) throw new CollectFailure(first.reason, message);
  const entries = faults.map(({ case_key, file }) => ({ case_key, name: case_key, file, function: "" }));
  return { cases: [...cases, ...entries], message };
}
