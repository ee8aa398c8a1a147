import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";
import { LIMITS, say, saidOfCall, UdtError, type AgentTaskEndOf, type BodyOf, type ENDPOINTS } from "@udt/contract";
import type { TaskQueue } from "../../core/tasks/task-queue.service.ts";
import type { TaskRules } from "../../core/tasks/tasks.service.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Database } from "../../platform/database/database.ts";
import { updateLibrary } from "./libraries.repository.ts";
import * as repository from "./parses.repository.ts";

type Rules = TaskRules<"parse">;
type End = AgentTaskEndOf<"parse">;

const failed = (failure: NonNullable<End["failure"]>, message: End["message"]): End => {
  return { kind: "parse", failure, message, result: { commit_id: "", case_count: 0 } };
};

/** The task that reads a case library. Its subject is the library. */
export const parseRules = (of: {
  describe: Rules["describe"];
  /** Deletes what of a library nobody needs any more. */
  prune(library_id: string): Promise<void>;
}): Rules => ({
  suits: () => true,
  event_type: "library.changed",
  event: ({ subject_id }) => ({ type: "library.changed", library_id: subject_id }),
  describe: of.describe,
  failed({ stage }, cause) {
    if (cause === "agent_lost")
      return failed(stage === null || stage === "clone" ? "pull_failed" : "parser_exited", say("agent_went_away"));
    const isRefused = cause.undescribed.code === "repository_auth_required";
    return failed(isRefused ? "no_pull_permission" : "pull_failed", saidOfCall(cause.undescribed));
  },
  drop: async (tx, { task_id }) => {
    await repository.deleteCases(tx, [task_id]);
    return false;
  },
  async end(tx, { task_id, subject_id }, { failure: told, message, result }) {
    const { commit_id, case_count } = result;
    const parse = await repository.parseOfTask(tx, task_id);
    const kept = await repository.countCases(tx, task_id);
    const isWhole = parse.snapshot?.commit_id === commit_id && kept === case_count;
    const failure = told ?? (isWhole ? null : "save_failed");
    await repository.updateParse(tx, task_id, { failure, commit_id, case_count: failure === null ? kept : 0 });
    if (failure !== null) await repository.deleteCases(tx, [task_id]);
    await updateLibrary(tx, subject_id, {
      last_task_id: task_id,
      ...(failure === null && { parsed_task_id: task_id }),
    });
    return {
      state: failure === null ? "done" : "failed",
      message: told === null && failure !== null ? say("library_incomplete") : message,
    };
  },
  ended: ({ subject_id }) => of.prune(subject_id),
});

/** What an agent brings of a library that it reads, before it says that it is done. */
export class ParseDeliveries {
  readonly #needs: { database: Database; blobs: Blobs; queue: TaskQueue };
  constructor(needs: { database: Database; blobs: Blobs; queue: TaskQueue }) {
    this.#needs = needs;
  }

  /** @throws UdtError agent_task_not_found, body_too_large, agent_task_snapshot */
  async putSnapshot(
    of: { agent_id: string; task_id: string },
    facts: { commit_id: string; sha256: string },
    bytes: Readable,
  ): Promise<void> {
    const { blobs, database, queue } = this.#needs;
    const { subject_id } = await queue.held(database.db, of);
    const blob_key = `libraries/${subject_id}/${of.task_id}`;
    const hash = createHash("sha256");
    const tap = new Transform({
      transform(piece: Buffer, _encoding, done) {
        hash.update(piece);
        done(null, piece);
      },
    });
    bytes.on("error", (error) => tap.destroy(error));
    const size_bytes = await blobs.put(blob_key, bytes.pipe(tap), LIMITS.snapshot_max_bytes);
    try {
      if (hash.digest("hex") !== facts.sha256) throw new UdtError("agent_task_snapshot");
      await database.transaction(async (tx) => {
        await queue.held(tx, of);
        await repository.updateParse(tx, of.task_id, { snapshot: { blob_key, size_bytes, ...facts } });
      });
    } catch (error) {
      await blobs.delete(blob_key);
      throw error;
    }
  }

  /** @throws UdtError agent_task_not_found */
  async putCases(
    of: { agent_id: string; task_id: string },
    { from, cases }: BodyOf<(typeof ENDPOINTS)["agentTaskCases"]>,
  ): Promise<void> {
    const { database, queue } = this.#needs;
    await database.transaction(async (tx) => {
      await queue.held(tx, of);
      const { task_id } = of;
      await repository.insertCases(
        tx,
        cases.map((each, index) => ({ task_id, position: from + index, ...each })),
      );
    });
  }
}
