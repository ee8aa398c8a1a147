import { type Said, say } from "@udt/base";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { LIMITS, type ParsePayload, type TaskStage } from "@udt/contract";
import { EnvironmentFailure } from "../environments/environment-failure.ts";
import { type EnvironmentStore, prepareEnvironment } from "../environments/environment.ts";
import type { Isolation, OpenWorkplace } from "../isolation/isolation.ts";
import { COLLECT_MS } from "../runners/collect-process.ts";
import { COLLECTORS, settled } from "../runners/collectors.ts";
import { listen } from "../runners/listen.ts";
import { CollectFailure, type CollectedCase } from "../runners/runner.ts";
import { clone } from "./clone.ts";
import { makeSnapshot, type Snapshot } from "./snapshot.ts";
import { TaskFailure } from "./task-failure.ts";

export interface ParseSteps {
  task: ParsePayload;
  isolation: Isolation;
  /** The task's own, emptied by whoever gave it. */
  folder: string;
  environments: EnvironmentStore;
  server_url: string;
  onStage: (stage: TaskStage, percent: number | null) => void;
  keepSnapshot: (commit_id: string, snapshot: Snapshot) => Promise<void>;
  keepCases: (from: number, cases: CollectedCase[]) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Clones a library, keeps its files, and lists its cases.
 *
 * @returns what it came to, and what is to be said of files that cannot be read
 * @throws TaskFailure
 */
export async function parseLibrary(
  steps: ParseSteps,
): Promise<{ commit_id: string; case_count: number; message: Said | null }> {
  const { task, isolation, folder, signal, onStage } = steps;
  if (isolation.mode === "none" && !task.allow_unisolated)
    throw new TaskFailure("parser_exited", isolation.reason ?? say("scripts_not_isolated"));
  onStage("clone", null);
  const cloned = await clone(
    isolation,
    task,
    { folder: join(folder, "clone"), server_url: steps.server_url },
    (percent) => onStage("clone", percent),
    signal,
  );
  try {
    const { commit_id } = cloned;
    onStage("snapshot", null);
    const snapshot = await makeSnapshot(cloned.place, signal);
    await steps.keepSnapshot(commit_id, snapshot);
    onStage("environment", null);
    const environment = await prepare(steps, cloned.place.library);
    onStage("collect", null);
    const place = await isolation.open({
      folder: join(folder, "collect"),
      environment,
      bounds: { timeMs: COLLECT_MS, diskBytes: 4 * LIMITS.snapshot_max_bytes, outputBytes: 16 * 1024 ** 2 },
    });
    try {
      await unpack(snapshot.file, place, signal);
      const collected = await collect(task, place, signal);
      const cases = checkedCases(collected.cases);
      for (let from = 0; from < cases.length; from += LIMITS.case_page_max) {
        onStage("save", Math.floor((from / cases.length) * 100));
        await steps.keepCases(from, cases.slice(from, from + LIMITS.case_page_max));
      }
      return {
        commit_id,
        case_count: cases.length,
        // What was left out matters more than what was chosen freely.
        message: collected.message ?? environment.remark ?? null,
      };
    } finally {
      await place.close();
    }
  } finally {
    await cloned.place.close();
  }
}

async function prepare({ task, environments, isolation, signal }: ParseSteps, library: string) {
  try {
    return await prepareEnvironment({ framework: task.framework, library, environments, isolation, signal });
  } catch (error) {
    if (error instanceof EnvironmentFailure) throw new TaskFailure("parser_exited", error.said, { cause: error });
    throw error;
  }
}

async function collect(
  task: ParsePayload,
  place: OpenWorkplace,
  signal: AbortSignal,
): Promise<ReturnType<typeof settled>> {
  try {
    return settled(await COLLECTORS[task.framework](place, signal));
  } catch (error) {
    if (error instanceof CollectFailure) throw new TaskFailure(error.reason, error.said, { cause: error });
    throw error;
  }
}

/** Unpacks where the parser runs, with no more rights than it has. */
async function unpack(file: string, place: OpenWorkplace, signal: AbortSignal): Promise<void> {
  const copy = join(place.exchange, "snapshot.tar.gz");
  await copyFile(file, copy);
  const launched = place.launch({
    argv: ["/bin/tar", "-xzf", copy, "-C", place.library],
    cwd: place.library,
    env: {},
  });
  const said = listen(launched, signal);
  const { exit_code } = await launched.exited;
  signal.throwIfAborted();
  if (exit_code !== 0) throw new TaskFailure("parser_exited", say("library_not_unpacked", {}, said().slice(-500)));
}

/** What a parser says is somebody else's word. @throws TaskFailure */
export function checkedCases(cases: CollectedCase[]): CollectedCase[] {
  if (cases.length > LIMITS.library_cases_max)
    throw new TaskFailure("abnormal_result", say("library_too_many_cases", { max: LIMITS.library_cases_max }));
  const keys = new Set<string>();
  const kept: CollectedCase[] = [];
  for (const each of cases) {
    const { case_key, name, file, function: function_ } = each;
    if (case_key === "" || case_key.length > LIMITS.case_key_max || /\0/.test(case_key + name + file + function_))
      throw new TaskFailure("abnormal_result", say("library_case_name", { name: case_key.slice(0, 200) }));
    // A list that somebody wrote may name one twice: they are run by their names, and so are one.
    if (keys.has(case_key)) continue;
    keys.add(case_key);
    kept.push({
      case_key,
      name: name.slice(0, LIMITS.case_name_max) || case_key.slice(0, LIMITS.case_name_max),
      file: file.slice(0, LIMITS.case_key_max),
      function: function_.slice(0, LIMITS.case_key_max),
    });
  }
  return kept;
}
