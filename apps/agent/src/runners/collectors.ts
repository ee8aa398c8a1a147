import type { LibraryFramework } from "@udt/contract";
import { collectNodeTests } from "./node-test/collect.ts";
import { collectPytest } from "./pytest/collect.ts";
import type { Collect } from "./runner.ts";
import { collectShell } from "./shell/collect.ts";

/** How each framework's cases are listed. */
export const COLLECTORS: Readonly<Record<LibraryFramework, Collect>> = {
  node_test: collectNodeTests,
  pytest: collectPytest,
  shell: collectShell,
};
