import type { Kinds } from "../core/sessions/sessions.service.ts";
import { debugKind } from "./debug/debug-kind.ts";
import { jobKind } from "./job/runs/job-kind.ts";
import type { RunEnds } from "./job/runs/run-ends.ts";

/** Every kind of test that there is. A new one is a line here, and a folder beside the others. */
export const kindsOf = (needs: { run_ends: RunEnds }): Kinds => ({ debug: debugKind, job: jobKind(needs.run_ends) });
