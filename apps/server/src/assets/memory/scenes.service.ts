import { UdtError, type MemoryPair, type MemorySample, type MemoryScenes, type MemoryVersion } from "@udt/contract";
import { sampleOf, traceOf, type MemoryCaller } from "./memory.answers.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import { listSamples } from "./memory.repository.ts";
import { lastOf } from "./recordings.repository.ts";
import * as repository from "./scenes.repository.ts";
import { findTrace } from "./trace-lists.repository.ts";

/** Two traces, or two versions of an app, scene by scene. */
export class ScenesService {
  readonly #needs: Pick<MemoryDependencies, "database">;

  constructor(needs: Pick<MemoryDependencies, "database">) {
    this.#needs = needs;
  }

  versions(project_id: string): Promise<MemoryVersion[]> {
    return repository.listVersions(this.#needs.database.db, project_id);
  }

  /** @throws UdtError memory_trace_not_found */
  async ofTraces(caller: MemoryCaller, ids: { before: string; after: string }): Promise<MemoryScenes> {
    const [before, after] = [await this.#trace(caller, ids.before), await this.#trace(caller, ids.after)];
    const own = new Map(before.samples.flatMap((sample) => (sample.label === "" ? [] : [[sample.label, sample]])));
    const others = new Map(after.samples.flatMap((sample) => (sample.label === "" ? [] : [[sample.label, sample]])));
    const [was, is] = [before.samples.at(-1), after.samples.at(-1)];
    return {
      before: before.trace,
      after: after.trace,
      last: was && is ? pairOf(was, is) : null,
      scenes: [...others].flatMap(([label, sample]) => {
        const same = own.get(label);
        return same ? [pairOf(same, sample)] : [];
      }),
      only_before: [...own.keys()].filter((label) => !others.has(label)),
      only_after: [...others.keys()].filter((label) => !own.has(label)),
    };
  }

  /** @throws UdtError memory_version_not_found */
  async ofVersions(
    caller: MemoryCaller,
    { app_name, before, after }: { app_name: string; before: string; after: string },
  ): Promise<MemoryScenes> {
    const ids = [];
    for (const app_version of [before, after]) {
      const version = { app_name, app_version };
      const trace_id = await repository.newestTrace(this.#needs.database.db, caller.project.project_id, version);
      if (trace_id === undefined) throw new UdtError("memory_version_not_found", version);
      ids.push(trace_id);
    }
    const [one = "", two = ""] = ids;
    return this.ofTraces(caller, { before: one, after: two });
  }

  /** With its samples that are read, in the order in which they were taken. */
  async #trace(caller: MemoryCaller, trace_id: string) {
    const { db } = this.#needs.database;
    const found = await findTrace(db, caller.project.project_id, trace_id);
    if (!found) throw new UdtError("memory_trace_not_found", { trace_id });
    const listed = (await listSamples(db, trace_id)).filter(({ sample }) => sample.state === "read");
    const recording = (await lastOf(db, [trace_id])).get(trace_id);
    return { trace: traceOf(found, recording, caller), samples: listed.map((one) => sampleOf(one, [])) };
  }
}

function pairOf(before: MemorySample, after: MemorySample): MemoryPair {
  const [was, is] = [told(before), told(after)];
  const hasFootprint = was.footprint_bytes !== null || is.footprint_bytes !== null;
  const delta = hasFootprint
    ? was.footprint_measure === is.footprint_measure
      ? between(was.footprint_bytes, is.footprint_bytes)
      : null
    : between(was.java_bytes, is.java_bytes);
  return { before: was, after: is, delta };
}

const between = (before: number | null, after: number | null): number | null =>
  before === null || after === null ? null : after - before;

const told = ({ sample_id, number, label, taken_at, facts }: MemorySample) => {
  const { footprint_bytes = null, footprint_measure = null, java_bytes = null } = facts ?? {};
  return { sample_id, number, label, taken_at, footprint_bytes, footprint_measure, java_bytes };
};
