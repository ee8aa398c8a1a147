import type { TaskRules } from "../../core/tasks/tasks.service.ts";
import * as repository from "./checkups.repository.ts";

/** The task that asks an agent how busy its computer is. Its subject is the checkup. */
export const loadRules: TaskRules<"load"> = {
  suits: () => true,
  event_type: "checkup.changed",
  event: ({ subject_id }) => ({ type: "checkup.changed", test_id: subject_id }),
  describe: ({ task_id }) => Promise.resolve({ task_id, kind: "load", payload: {} }),
  failed: () => ({ kind: "load", failure: "agent_lost", message: null, result: { percent: null } }),
  drop: () => Promise.resolve(false),
  async end(tx, { subject_id }, { failure, message, result }) {
    await repository.note(tx, subject_id, { load_percent: result.percent });
    return { state: failure === null ? "done" : "failed", message };
  },
  ended: () => Promise.resolve(),
};
