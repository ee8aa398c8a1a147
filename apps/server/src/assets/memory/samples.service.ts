import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Readable } from "node:stream";
import {
  LIMITS,
  UdtError,
  type BodyOf,
  type ENDPOINTS,
  type MemoryComparison,
  type MemoryReport,
  type MemorySample,
  type MemoryTree,
  type MemoryTreeFormat,
} from "@udt/contract";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { Upload } from "../apps/uploads.service.ts";
import { assertNoBaseline } from "./baselines.service.ts";
import { mayDelete, type MemoryCaller, sampleOf } from "./memory.answers.ts";
import type { MemgraphWaits } from "./memgraph-waits.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import * as repository from "./memory.repository.ts";
import { findPartitions } from "./partitions.repository.ts";
import { assertNoOpenRun } from "./run-memory.service.ts";
import type { SampleReadings } from "./sample-readings.ts";
import { type KeptReport, partsOf } from "./sample-report.ts";
import { TraceRoom } from "./trace-room.ts";

const unpacked = promisify(gunzip);

/** What an app's memory was at one moment: from files that come in, to reports and comparisons. */
export class SamplesService {
  readonly #needs: MemoryDependencies;
  readonly #readings: SampleReadings;
  readonly #waits: MemgraphWaits;

  constructor(needs: MemoryDependencies, readings: SampleReadings, waits: MemgraphWaits) {
    this.#needs = needs;
    this.#readings = readings;
    this.#waits = waits;
  }

  /** @throws UdtError upload_file_name, upload_too_large, memory_no_room */
  async upload(
    { user, project: { project_id } }: MemoryCaller,
    file: BodyOf<(typeof ENDPOINTS)["memoryUploadCreate"]>,
  ): Promise<Upload> {
    const { bus, uploads } = this.#needs;
    const owner = { project_id, user_id: user.user_id };
    const room = new TraceRoom(this.#needs);
    const begun = await bus.transaction(async (tx, announce) => {
      // There is one room for all of the project: who else asks for some of it waits.
      await lockProject(tx, project_id, "change");
      const upload = await uploads.create(owner, file, "memory", tx);
      await room.assertBytes({ tx, announce }, project_id);
      return upload;
    });
    await room.done();
    return begun;
  }

  /** @throws UdtError memory_trace_not_found, memory_sample_limit, memory_no_room, reading_busy, upload_not_found, upload_incomplete */
  async create(
    caller: MemoryCaller,
    trace_id: string,
    { label, taken_at, upload_ids }: BodyOf<(typeof ENDPOINTS)["memorySampleCreate"]>,
  ): Promise<MemorySample> {
    const { bus, clock, audit, taken } = this.#needs;
    const { user, ip, project } = caller;
    const { project_id } = project;
    const { user_id } = user;
    const now = clock.now();
    const room = new TraceRoom(this.#needs);
    const { sample, files } = await bus.transaction(async (tx, announce) => {
      // There is one room for all of the project: who else adds to it waits.
      await lockProject(tx, project_id, "change");
      const trace = await repository.lockTrace(tx, project_id, trace_id);
      if (!trace) throw new UdtError("memory_trace_not_found", { trace_id });
      if ((await repository.countReading(tx, project_id)) >= LIMITS.memory_reading_max)
        throw new UdtError("reading_busy");
      const max = LIMITS.memory_samples_max;
      if ((await repository.countSamples(tx, trace_id)) >= max) throw new UdtError("memory_sample_limit", { max });
      const came = await taken.take(tx, { project_id, user_id }, upload_ids, now);
      const size_bytes = came.reduce((sum, upload) => sum + upload.size_bytes, 0);
      const sample_id = newId();
      const made = { sample_id, trace_id, label, taken_at: taken_at ?? null, size_bytes, user_id, created_at: now };
      const unread = { state: "reading", read_bytes: 0, begun: 0, facts: null, touched_at: now } as const;
      const told = { fault: null, notes: [], over_budget: [], recording_id: null };
      const number = await repository.nextNumber(tx, trace_id);
      const row: repository.SampleRow = { ...made, ...unread, ...told, number, sample_blob: null, report_blob: null };
      const rows = came.map(({ upload_id, file_name, size_bytes: bytes }, file_no) => {
        const file = { sample_id, file_no, upload_id, file_name, size_bytes: bytes };
        return { ...file, format: null, lines: null, blob_key: null, tool: null };
      });
      await repository.insertSample(tx, row, rows);
      await room.assertBytes({ tx, announce }, project_id);
      await repository.touchTrace(tx, trace_id, now);
      const detail = { number: row.number, files: rows.length };
      await audit.write(tx, { user, ip, action: "memory_sample.create", project_id, target: trace.name, detail });
      announce(project_id, { type: "memory.changed", trace_id });
      return { sample: row, files: rows };
    });
    await room.done();
    this.#readings.begin(project_id, sample);
    return sampleOf({ sample, user_name: user.user_name }, files);
  }

  /** @throws UdtError memory_sample_not_found, memory_sample_unread */
  async report(project_id: string, sample_id: string): Promise<MemoryReport> {
    const { database, blobs } = this.#needs;
    const found = await this.#found(project_id, sample_id);
    const { report_blob } = assertRead(found);
    const blob = report_blob === null ? undefined : await blobs.get(report_blob);
    if (!blob) throw new UdtError("memory_sample_not_found", { sample_id });
    const kept = JSON.parse(String(await unpacked(await buffer(blob.stream)))) as KeptReport;
    return { sample: sampleOf(found, await repository.filesOf(database.db, [sample_id])), ...partsOf(kept) };
  }

  /** @throws UdtError memory_sample_not_found, memory_sample_unread, memory_incomparable, reading_busy; the signal's reason */
  async compare(
    project_id: string,
    { before, after, noise }: { before: string; after: string; noise: number },
    signal: AbortSignal,
  ): Promise<MemoryComparison> {
    const { db } = this.#needs.database;
    const found = { before: await this.#found(project_id, before), after: await this.#found(project_id, after) };
    const places = { before: await this.#pathOf(found.before), after: await this.#pathOf(found.after) };
    const { saved } = (await findPartitions(db, project_id)) ?? {};
    const { version: rules_version = 0, rules = [] } = saved ?? {};
    const comparing = await this.#stillThere(project_id, [before, after], () =>
      this.#needs.compareSamples({ ...places, noise, rules }, project_id, signal),
    );
    if (!comparing.ok) throw new UdtError("memory_incomparable", { reason: comparing.error });
    const files = await repository.filesOf(db, [before, after]);
    const samples = { before: sampleOf(found.before, files), after: sampleOf(found.after, files) };
    return { ...samples, rules_version, ...comparing.value };
  }

  /**
   * A tree of calls, as gzipped JSON of a `memoryFlame`.
   * @throws UdtError memory_sample_not_found, memory_sample_unread, memory_tree_unread, reading_busy; the signal's reason
   */
  async flame(
    project_id: string,
    sample_id: string,
    { tree, before, format }: { tree: MemoryTree; before?: string | undefined; format: MemoryTreeFormat },
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const found = await this.#found(project_id, sample_id);
    const other = before === undefined ? null : await this.#found(project_id, before);
    const { taken_at, created_at } = found.sample;
    const paths = { sample: await this.#pathOf(found), before: other && (await this.#pathOf(other)) };
    const reading = await this.#stillThere(project_id, [sample_id, before ?? sample_id], () =>
      this.#needs.readFlame({ ...paths, tree, format, taken_at: taken_at ?? created_at }, project_id, signal),
    );
    if (!reading.ok) throw new UdtError("memory_tree_unread", { reason: reading.error });
    return reading.value;
  }

  /** Where a sample lies, packed. @throws UdtError memory_sample_not_found, memory_sample_unread */
  async place(project_id: string, sample_id: string): Promise<string> {
    return this.#pathOf(await this.#found(project_id, sample_id));
  }

  /** @throws UdtError memory_sample_not_found, memory_file_not_found */
  async file(
    project_id: string,
    sample_id: string,
    file_no: number,
  ): Promise<{ file_name: string; stream: Readable; size_bytes: number }> {
    const { database, blobs } = this.#needs;
    await this.#found(project_id, sample_id);
    const file = (await repository.filesOf(database.db, [sample_id])).find((one) => one.file_no === file_no);
    const blob = file?.blob_key ? await blobs.get(file.blob_key) : undefined;
    if (!file || !blob) throw new UdtError("memory_file_not_found", { file_no });
    return { file_name: file.file_name, ...blob };
  }

  /** Names its scene. @throws UdtError memory_sample_not_found */
  async update(caller: MemoryCaller, sample_id: string, label: string): Promise<MemorySample> {
    const { bus, clock, audit, database } = this.#needs;
    const { user, ip, project } = caller;
    const { project_id } = project;
    await bus.transaction(async (tx, announce) => {
      const { trace, sample } = await this.#ofLockedTrace(tx, project_id, sample_id);
      if (!(await repository.labelSample(tx, sample_id, label)))
        throw new UdtError("memory_sample_not_found", { sample_id });
      await repository.touchTrace(tx, trace.trace_id, clock.now());
      const detail = { number: sample.number, label };
      await audit.write(tx, { user, ip, action: "memory_sample.edit", project_id, target: trace.name, detail });
      announce(project_id, { type: "memory.changed", trace_id: trace.trace_id });
    });
    return this.#waits.answer(database.db, project_id, sample_id);
  }

  /** Stops to read it, where that goes on. @throws UdtError memory_sample_not_found, memory_not_own, memory_is_baseline, memory_run_goes_on */
  async delete(caller: MemoryCaller, sample_id: string): Promise<void> {
    const { bus, clock, audit, loose, uploads, taken } = this.#needs;
    const { user, ip, project } = caller;
    const { project_id } = project;
    const gone = await bus.transaction(async (tx, announce) => {
      const found = await this.#ofLockedTrace(tx, project_id, sample_id);
      const { trace } = found;
      if (!mayDelete(found.sample, caller) && !mayDelete(trace, caller))
        throw new UdtError("memory_not_own", { name: trace.name });
      await assertNoOpenRun(tx, { recording_id: found.sample.recording_id }, trace);
      await assertNoBaseline(tx, [sample_id]);
      // Before the sample, as who brings the end of its task does.
      const tell = await this.#waits.cancel(tx, [sample_id]);
      // Whoever reads it puts its files there or finds it gone: its row says which.
      const sample = await repository.deleteSample(tx, sample_id);
      if (!sample) throw new UdtError("memory_sample_not_found", { sample_id });
      const blob_keys = repository.blobsOf([sample.sample], sample.files);
      await loose.note(blob_keys, tx);
      await repository.touchTrace(tx, trace.trace_id, clock.now());
      const detail = { number: found.sample.number };
      await audit.write(tx, { user, ip, action: "memory_sample.delete", project_id, target: trace.name, detail });
      announce(project_id, { type: "memory.changed", trace_id: trace.trace_id });
      const dropped = await taken.drop(tx, sample.files);
      return { blob_keys, dropped, tell };
    });
    gone.tell();
    this.#readings.stop([sample_id]);
    await loose.delete(gone.blob_keys);
    await uploads.removeDropped(gone.dropped);
  }

  async #found(project_id: string, sample_id: string) {
    const found = await repository.findSample(this.#needs.database.db, project_id, sample_id);
    if (!found) throw new UdtError("memory_sample_not_found", { sample_id });
    return found;
  }

  /** The trace first, as whoever changes the trace has it before its samples: otherwise each would wait for the other. @throws UdtError memory_sample_not_found */
  async #ofLockedTrace(tx: Queries, project_id: string, sample_id: string) {
    const found = await repository.findSample(tx, project_id, sample_id);
    if (!found || !(await repository.lockTrace(tx, project_id, found.trace.trace_id)))
      throw new UdtError("memory_sample_not_found", { sample_id });
    return found;
  }

  /** What `read` gives; where it fails and one of the samples is gone, that. @throws UdtError memory_sample_not_found */
  #stillThere<Answer>(project_id: string, sample_ids: readonly string[], read: () => Promise<Answer>): Promise<Answer> {
    return read().catch(async (error) => {
      // One may have been deleted while this waited for its turn.
      for (const sample_id of sample_ids) await this.#found(project_id, sample_id);
      throw error;
    });
  }

  async #pathOf(found: repository.SampleListing): Promise<string> {
    const { sample_id, sample_blob } = assertRead(found);
    const path = sample_blob === null ? undefined : await this.#needs.blobs.path(sample_blob);
    if (path === undefined) throw new UdtError("memory_sample_not_found", { sample_id });
    return path;
  }
}

function assertRead({ sample }: repository.SampleListing): repository.SampleRow {
  if (sample.state !== "read") throw new UdtError("memory_sample_unread", { number: sample.number });
  return sample;
}
