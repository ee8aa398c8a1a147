import { say, saidOfCall, type AgentTaskEndOf } from "@udt/contract";
import { maySign } from "../../core/agents/agents.service.ts";
import type { TaskRules } from "../../core/tasks/tasks.service.ts";
import * as repository from "./resigns.repository.ts";

type Rules = TaskRules<"resign">;
type End = AgentTaskEndOf<"resign">;

/** The task that signs an app anew. Its subject is the certificate, which signs one app at a time. */
export const resignRules = (describe: Rules["describe"]): Rules => ({
  suits: maySign,
  event_type: "resign.changed",
  event: ({ subject_id }) => ({ type: "resign.changed", cert_id: subject_id }),
  describe,
  failed: (_task, cause): End =>
    cause === "agent_lost"
      ? { kind: "resign", failure: "agent_lost", message: say("agent_went_away") }
      : { kind: "resign", failure: "app_not_had", message: saidOfCall(cause.undescribed) },
  // What an agent has brought is the app that was asked for.
  drop: async (tx, { task_id }) => (await repository.resignOfTask(tx, task_id)).signed_app_id !== null,
  async end(tx, { task_id }, { failure: told, message }) {
    const { signed_app_id } = await repository.resignOfTask(tx, task_id);
    if (signed_app_id !== null) return { state: "done", message: null };
    await repository.updateResign(tx, task_id, { failure: told ?? "save_failed" });
    return { state: "failed", message: told === null ? say("resign_incomplete") : message };
  },
  ended: () => Promise.resolve(),
});
