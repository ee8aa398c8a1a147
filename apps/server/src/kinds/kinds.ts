import type { Kinds } from "../core/sessions/sessions.service.ts";
import type { TellOrder } from "../core/work-orders/work-orders.service.ts";
import { debugKind } from "./debug/debug-kind.ts";
import { inspectionKind } from "./inspection/inspection-kind.ts";
import { jobKind } from "./job/runs/job-kind.ts";
import type { CheckedAs } from "./inspection/checks-before.ts";
import type { RunEnds } from "./job/runs/run-ends.ts";
import type { RunProgresses } from "./job/runs/run-progress.ts";

/** Every kind of test that there is. A new one is a line here, and a folder beside the others. */
export const kindsOf = (told: { run_ends: RunEnds; progress: RunProgresses; tellOrder: TellOrder }): Kinds => ({
  debug: debugKind,
  job: jobKind(told.run_ends, told.progress),
  inspection: inspectionKind(told.tellOrder),
});

/** As what the devices of each kind are checked before they are handed out; a check by itself has nothing before it. */
export const CHECKED_AS: CheckedAs = { debug: "debug", job: "run", inspection: null };
