import type { Framework } from "@udt/contract";
import { instrumentationRun } from "./instrumentation/run.ts";
import { lowCodeRun } from "./low-code/run.ts";
import { monkeyRun } from "./monkey/run.ts";
import { nodeTestRun } from "./node-test/run.ts";
import { pytestRun } from "./pytest/run.ts";
import type { Runner } from "./runner.ts";
import { shellRun } from "./shell/run.ts";

/** Every framework there is. */
export const RUNNERS: Readonly<Record<Framework, Runner>> = {
  node_test: nodeTestRun,
  pytest: pytestRun,
  shell: shellRun,
  low_code: lowCodeRun,
  instrumentation: instrumentationRun,
  monkey: monkeyRun,
};
