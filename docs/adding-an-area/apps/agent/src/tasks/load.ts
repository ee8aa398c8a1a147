import { cpus, loadavg } from "node:os";
import type { WorkOn } from "./task-room.ts";

/** How busy this computer was in the last minute. */
export const load: WorkOn<"load"> = () => {
  const [minute = 0] = loadavg();
  const percent = Math.min(100, Math.round((minute / cpus().length) * 100));
  return Promise.resolve({ kind: "load", failure: null, message: null, result: { percent } });
};
