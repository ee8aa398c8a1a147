import { type DataOf, type ENDPOINTS, UdtError } from "@udt/contract";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { ownIdOf } from "../../platform/http/caller.ts";
import { assertNoBaseline } from "./baselines.service.ts";
import type { TakenUploads } from "../apps/taken-uploads.service.ts";
import type { MemoryCaller } from "./memory.answers.ts";
import type { MemgraphWaits } from "./memgraph-waits.ts";
import { sampleIds } from "./memgraphs.repository.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import * as repository from "./memory.repository.ts";
import { isRecorded } from "./recordings.repository.ts";
import { assertNoOpenRun } from "./run-memory.service.ts";
import type { SampleReadings } from "./sample-readings.ts";

interface DeletionNeeds extends MemoryDependencies {
  readings: Pick<SampleReadings, "stop">;
  waits: Pick<MemgraphWaits, "cancel">;
}
interface Gone {
  sample_ids: string[];
  blob_keys: string[];
  dropped: Awaited<ReturnType<TakenUploads["drop"]>>;
  /** Tells the agents that read something of it, once that is committed. */
  tell: () => void;
}
type Deletion = DataOf<(typeof ENDPOINTS)["memoryTracesDelete"]>;

/** Memory traces go with their samples and files: one's own, and as an administrator of the project any. */
export class TraceDeletion {
  readonly #needs: DeletionNeeds;

  constructor(needs: DeletionNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError memory_trace_not_found, memory_not_own, memory_is_baseline, memory_run_goes_on */
  async one(caller: MemoryCaller, trace_id: string): Promise<void> {
    const gone = await this.#needs.bus.transaction(async (tx, announce) => {
      const [trace] = await this.#deletable(tx, caller, [trace_id]);
      if (!trace) throw await this.#absence(tx, caller, trace_id);
      return this.#delete({ tx, announce }, caller, trace);
    });
    await this.#over([gone]);
  }

  /** All that may go, and of each other one why it stays. Who deletes many at once takes none that somebody keeps or records. */
  async several(caller: MemoryCaller, trace_ids: readonly string[]): Promise<Deletion> {
    const refused: Deletion["refused"] = [];
    const gone_ids: string[] = [];
    const gone = await this.#needs.bus.transaction(async (tx, announce) => {
      const found = await this.#deletable(tx, caller, trace_ids);
      const all: Gone[] = [];
      for (const trace_id of new Set(trace_ids)) {
        const trace = found.find((one) => one.trace_id === trace_id);
        try {
          if (!trace) throw await this.#absence(tx, caller, trace_id);
          await assertLoose(tx, trace);
          all.push(await this.#delete({ tx, announce }, caller, trace));
          gone_ids.push(trace_id);
        } catch (error) {
          if (!(error instanceof UdtError)) throw error;
          refused.push({ trace_id, code: error.code, args: error.args });
        }
      }
      return all;
    });
    await this.#over(gone);
    return { trace_ids: gone_ids, refused };
  }

  /** Those that the caller may delete. No sample becomes a baseline any more to the end of the transaction. */
  async #deletable(tx: Queries, { user, project }: MemoryCaller, trace_ids: readonly string[]) {
    await lockProject(tx, project.project_id, "change");
    const whose = project.user_type === 1 ? "all" : { user_id: ownIdOf(user) };
    return repository.lockTraces(tx, project.project_id, trace_ids, whose);
  }

  async #absence(tx: Queries, { project }: MemoryCaller, trace_id: string): Promise<UdtError> {
    const name = (await repository.namesOfTraces(tx, project.project_id, [trace_id])).get(trace_id);
    return name === undefined
      ? new UdtError("memory_trace_not_found", { trace_id })
      : new UdtError("memory_not_own", { name });
  }

  /** Nothing of it is changed where it is refused. @throws UdtError memory_is_baseline, memory_run_goes_on */
  async #delete(
    { tx, announce }: { tx: Queries; announce: Announce },
    { user, ip, project: { project_id } }: MemoryCaller,
    trace: repository.TraceRow,
  ): Promise<Gone> {
    const { audit, loose, taken, waits } = this.#needs;
    const { trace_id } = trace;
    await assertNoOpenRun(tx, { trace_id }, trace);
    const sample_ids = await sampleIds(tx, trace_id);
    await assertNoBaseline(tx, sample_ids);
    // Before the samples, as who brings the end of a task does.
    const tell = await waits.cancel(tx, sample_ids);
    const samples = await repository.lockSamples(tx, trace_id);
    const files = await repository.filesOf(tx, sample_ids);
    const blob_keys = repository.blobsOf(samples, files);
    await loose.note(blob_keys, tx);
    await repository.deleteTrace(tx, trace_id);
    const detail = { samples: samples.length };
    await audit.write(tx, { user, ip, action: "memory_trace.delete", project_id, target: trace.name, detail });
    announce(project_id, { type: "memory.changed", trace_id });
    return { sample_ids, blob_keys, dropped: await taken.drop(tx, files), tell };
  }

  async #over(gone: readonly Gone[]): Promise<void> {
    const { loose, uploads, readings } = this.#needs;
    for (const { tell } of gone) tell();
    readings.stop(gone.flatMap(({ sample_ids }) => sample_ids));
    await loose.delete(gone.flatMap(({ blob_keys }) => blob_keys));
    await uploads.removeDropped(gone.flatMap(({ dropped }) => dropped));
  }
}

/** @throws UdtError memory_trace_kept, memory_recording_goes_on, memory_run_goes_on */
async function assertLoose(tx: Queries, trace: repository.TraceRow): Promise<void> {
  const { name, trace_id } = trace;
  if (trace.is_kept) throw new UdtError("memory_trace_kept", { name });
  await assertNoOpenRun(tx, { trace_id }, trace);
  if (await isRecorded(tx, trace_id)) throw new UdtError("memory_recording_goes_on", { name });
}
