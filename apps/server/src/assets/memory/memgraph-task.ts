import { say, saidOfCall, UdtError, type AgentTaskEndOf } from "@udt/contract";
import type { TaskRules } from "../../core/tasks/tasks.service.ts";
import { isMemgraph, toolsFor } from "./memgraph-waits.ts";
import * as repository from "./memgraphs.repository.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import * as memory from "./memory.repository.ts";
import type { SampleReadings } from "./sample-readings.ts";

type Rules = TaskRules<"memgraph">;
type End = AgentTaskEndOf<"memgraph">;

/** The task that has a memory graph read by Apple's tools. Its subject is the sample, which waits meanwhile. */
export function memgraphRules(
  { database, loose, clock }: Pick<MemoryDependencies, "database" | "loose" | "clock">,
  readings: Pick<SampleReadings, "resume">,
): Rules {
  const failed = (failure: NonNullable<End["failure"]>, message: End["message"]): End => {
    return { kind: "memgraph", failure, message, notes: [] };
  };
  return {
    suits: ({ reads_memgraphs }) => reads_memgraphs,
    event_type: "memgraph.changed",
    event: ({ subject_id }) => ({ type: "memgraph.changed", sample_id: subject_id }),
    async describe({ task_id, subject_id: sample_id }) {
      const files = await memory.filesOf(database.db, [sample_id]);
      const file = files.find(isMemgraph);
      if (!file) throw new UdtError("memory_sample_not_found", { sample_id });
      const { file_name, size_bytes } = file;
      return { task_id, kind: "memgraph", payload: { file: { file_name, size_bytes }, tools: toolsFor(files) } };
    },
    failed: (_task, cause) =>
      cause === "agent_lost"
        ? failed("agent_lost", say("agent_went_away"))
        : failed("file_not_had", saidOfCall(cause.undescribed)),
    async drop(tx, { subject_id }) {
      await loose.note(await repository.deleteTexts(tx, subject_id), tx);
      return false;
    },
    async end(tx, { subject_id: sample_id }, { failure, message, notes }) {
      const isWaiting = await repository.lockIn(tx, sample_id, "waiting");
      const hasTexts = (await memory.filesOf(tx, [sample_id])).some(({ tool }) => tool !== null);
      if (isWaiting && failure === null && hasTexts) {
        const unread = { state: "reading", read_bytes: 0, begun: 0, touched_at: clock.now() } as const;
        await repository.updateSample(tx, sample_id, { ...unread, notes });
        return { state: "done", message: null };
      }
      const fault = message ?? say("memgraph_nothing");
      await loose.note(await repository.deleteTexts(tx, sample_id), tx);
      if (isWaiting) await repository.updateSample(tx, sample_id, { state: "failed", fault, notes });
      return { state: "failed", message: fault };
    },
    ended: ({ subject_id }) => readings.resume(subject_id),
  };
}
