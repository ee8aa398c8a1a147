import { openAsBlob } from "node:fs";
import { mkdir } from "node:fs/promises";
import { saidOf, say } from "@udt/base";
import { ENDPOINTS } from "@udt/contract";
import { messageOf } from "../logger.ts";
import { parseLibrary } from "./parse-library.ts";
import { TaskFailure } from "./task-failure.ts";
import type { WorkOn } from "./task-room.ts";

const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** Reads a case library: its files and its cases are kept by the server. */
export const parse: WorkOn<"parse"> = async ({ task_id, payload }, room) => {
  const { client, signal, log } = room;
  const params = { task_id };
  const save = async (call: () => Promise<unknown>): Promise<void> => {
    try {
      await room.insist(call);
    } catch (error) {
      signal.throwIfAborted();
      throw new TaskFailure("save_failed", say("library_save", {}, messageOf(error)), { cause: error });
    }
  };
  let commit_id = "";
  try {
    await mkdir(room.folder, { recursive: true });
    const { case_count, message } = await parseLibrary({
      ...room,
      isolation: await room.isolation(),
      task: payload,
      keepSnapshot: async (commit, { file, sha256 }) => {
        commit_id = commit;
        const body = await openAsBlob(file);
        const call = { params, query: { commit_id: commit, sha256 }, body, signal, timeoutMs: UPLOAD_TIMEOUT_MS };
        await save(() => client.call(ENDPOINTS.agentTaskSnapshot, call));
      },
      keepCases: (from, cases) =>
        save(() => client.call(ENDPOINTS.agentTaskCases, { params, body: { from, cases }, signal })),
    });
    return { kind: "parse", failure: null, message, result: { commit_id, case_count } };
  } catch (error) {
    const isKnown = error instanceof TaskFailure;
    if (!isKnown && !signal.aborted) log("error", "task failed", { task_id, error });
    return {
      kind: "parse",
      failure: isKnown ? error.failure : "parser_exited",
      message: signal.aborted ? say("too_long") : saidOf(error),
      result: { commit_id, case_count: 0 },
    };
  }
};
