import type { AtDevices, SessionWorks } from "../sessions/session-work.ts";
import { trialsOf } from "./debug/trials.ts";
import { checkBefore } from "./inspection/check-before.ts";
import { inspectionWork } from "./inspection/inspection-work.ts";
import { jobWork } from "./job/job-work.ts";

/** What an agent does at the devices of each kind of test. A new kind is a line here, and a folder beside the others. */
export const KINDS: SessionWorks = { debug: null, job: jobWork, inspection: inspectionWork };

/** What an agent has for every device: that, the check before it is handed out, and scripts that are tried at it. */
export const AT_DEVICES: AtDevices = { works: KINDS, checkBefore, trialsOf };
