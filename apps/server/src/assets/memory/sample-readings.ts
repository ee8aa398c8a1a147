import { Readable } from "node:stream";
import { say, type Said, SaidError } from "@udt/contract";
import { every } from "../../platform/clock.ts";
import { newId } from "../../platform/ids.ts";
import { holdTrace } from "./budget-watch.repository.ts";
import { watchBudgets } from "./budget-watch.ts";
import { isMemgraph, waitsForMac, type MemgraphWaits } from "./memgraph-waits.ts";
import { deleteTexts, findReading } from "./memgraphs.repository.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import * as repository from "./memory.repository.ts";
import type { FileRow, SampleRow } from "./memory.repository.ts";
import { findPartitions } from "./partitions.repository.ts";
import type { ReadSample, SampleFile } from "./sample-reader.ts";

/** Whoever reads a sample says how far it is as often, */
const TOLD_MS = 1_000;
/** and that it is still there at least as often: of those that wait for their turn there may be many. */
const STILL_THERE_MS = 15_000;
/** Who has not for so long is gone: then another goes on, from the beginning. */
const LEFT_MS = 60_000;
/** So many servers may end while they read a sample: it is what ends them, then. */
const BEGUN_MAX = 2;

interface Reading {
  abort: AbortController;
  over: Promise<void>;
}
/** What was said last. */
interface Told {
  read_bytes: number;
  at: number;
}
/** Where the files of one reading go. */
interface Places {
  files: string[];
  sample_blob: string;
  report_blob: string;
}

/** Samples that are being read: in the background, told of as it goes on, and by another server where one is gone. */
export class SampleReadings {
  readonly #needs: MemoryDependencies;
  readonly #waits: Pick<MemgraphWaits, "enqueue">;
  readonly #underWay = new Map<string, Reading>();
  readonly #stopLooking: () => void;
  #looking: Promise<void>;

  constructor(needs: MemoryDependencies, waits: Pick<MemgraphWaits, "enqueue">) {
    this.#needs = needs;
    this.#waits = waits;
    const look = () => {
      this.#looking = this.#goOn().catch((error: unknown) => needs.log.error({ err: error }, "memory samples left"));
      return this.#looking;
    };
    this.#looking = look();
    this.#stopLooking = every(needs.clock, LEFT_MS, look);
  }

  /** Begins to read a sample whose row and uploads are there. */
  begin(project_id: string, sample: SampleRow): void {
    const abort = new AbortController();
    const over = this.#read(project_id, sample, abort).finally(() => this.#underWay.delete(sample.sample_id));
    this.#underWay.set(sample.sample_id, { abort, over });
  }

  /** Goes on with a sample of whose memory graph an agent has brought what Apple's tools tell. */
  async resume(sample_id: string): Promise<void> {
    const found = await findReading(this.#needs.database.db, sample_id);
    if (found && !this.#underWay.has(sample_id)) this.begin(found.project_id, found.sample);
  }

  /** Stops to read what is deleted. Where another server reads it, that one finds the row gone. */
  stop(sample_ids: readonly string[]): void {
    for (const sample_id of sample_ids) this.#underWay.get(sample_id)?.abort.abort();
  }

  /** What is being read stays so: whichever server is there reads it. */
  async close(): Promise<void> {
    this.#stopLooking();
    await this.#looking;
    this.stop([...this.#underWay.keys()]);
    await Promise.all([...this.#underWay.values()].map(({ over }) => over));
  }

  async #goOn(): Promise<void> {
    const { database, clock } = this.#needs;
    const now = clock.now();
    for (const sample of await repository.claimLeft(database.db, now - LEFT_MS, now)) {
      const project_id = await repository.projectOf(database.db, sample.trace_id);
      if (project_id !== undefined && !this.#underWay.has(sample.sample_id)) this.begin(project_id, sample);
    }
  }

  async #read(project_id: string, sample: SampleRow, abort: AbortController): Promise<void> {
    const { database, blobs, loose, log, clock } = this.#needs;
    const { signal } = abort;
    const read_bytes = new Float64Array(new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT));
    const said: Told = { read_bytes: sample.read_bytes, at: clock.now() };
    const stopTelling = every(clock, TOLD_MS, () => this.#tell(project_id, sample, read_bytes[0] ?? 0, said, abort));
    const noted: string[] = [];
    let hasBegun = false;
    try {
      const files = await repository.filesOf(database.db, [sample.sample_id]);
      const places: Places = {
        files: files.map(({ blob_key }) => blob_key ?? newKey()),
        sample_blob: newKey(),
        report_blob: newKey(),
      };
      const input = async () => {
        hasBegun = true;
        if ((await repository.noteBegun(database.db, sample.sample_id, 1)) > BEGUN_MAX)
          throw new SaidError(say("memory_given_up"));
        // What an agent handed in is the sample's already.
        const joined = places.files.filter((_, index) => files[index]?.upload_id !== null);
        noted.push(...joined, places.sample_blob, places.report_blob);
        await loose.note(noted);
        const rules = (await findPartitions(database.db, project_id))?.saved.rules ?? [];
        return { files: await this.#join(files, places, signal), rules, read_bytes };
      };
      const reading = await this.#needs.readSample(input, project_id, signal);
      if (!reading.ok) return await this.#refuse(project_id, sample, files, reading.error);
      const told = files.map(({ tool }, index) => ({ tool, format: reading.value.files[index]?.format ?? null }));
      if (waitsForMac(told)) return await this.#wait(project_id, sample, files, places, reading.value);
      if (told.every(({ format }) => format === null || format === "memgraph"))
        return await this.#refuse(project_id, sample, files, say("memgraph_nothing"), reading.value.left_out);
      await blobs.put(places.sample_blob, Readable.from([reading.value.sample]), reading.value.sample.length);
      await blobs.put(places.report_blob, Readable.from([reading.value.report]), reading.value.report.length);
      await this.#keep(project_id, sample, files, places, reading.value);
    } catch (error) {
      if (signal.aborted) {
        if (hasBegun) await repository.noteBegun(database.db, sample.sample_id, -1);
        return;
      }
      const isTold = error instanceof SaidError;
      if (!isTold) log.error({ err: error, sample_id: sample.sample_id }, "reading a memory sample");
      await this.#refuse(project_id, sample, undefined, isTold ? error.said : say("memory_not_read")).catch(
        (more: unknown) => log.error({ err: more, sample_id: sample.sample_id }, "refusing a memory sample"),
      );
    } finally {
      stopTelling();
      await loose.deleteUnowned(noted).catch((error: unknown) => log.error({ err: error }, "files of a memory sample"));
    }
  }

  /** Puts each upload in one file. @throws SaidError memory_lost */
  async #join(files: readonly FileRow[], places: Places, signal: AbortSignal) {
    const { blobs, taken } = this.#needs;
    const named: SampleFile[] = [];
    for (const [index, { upload_id, file_name: name, tool }] of files.entries()) {
      const key = places.files[index] ?? "";
      const isWhole = upload_id === null || (await taken.writeTo(upload_id, key, signal));
      const path = isWhole ? await blobs.path(key) : undefined;
      if (path === undefined) throw new SaidError(say("memory_lost", { file: name }));
      named.push({ path, name, is_of_tool: tool !== null });
    }
    return named;
  }

  async #tell(project_id: string, sample: SampleRow, bytes: number, told: Told, abort: AbortController): Promise<void> {
    const { bus, clock, log } = this.#needs;
    const [read_bytes, now] = [Math.min(bytes, sample.size_bytes), clock.now()];
    const isNew = read_bytes !== told.read_bytes;
    if (!isNew && now - told.at < STILL_THERE_MS) return;
    try {
      await bus.transaction(async (tx, announce) => {
        if (!(await repository.updateReading(tx, sample.sample_id, { read_bytes, touched_at: now })))
          return abort.abort();
        if (isNew) announce(project_id, { type: "memory.changed", trace_id: sample.trace_id });
      });
      Object.assign(told, { read_bytes, at: now });
    } catch (error) {
      // What is told a second later tells this as well.
      log.warn({ err: error, sample_id: sample.sample_id }, "telling of a memory sample");
    }
  }

  /** Keeps its files, of which an agent on a Mac has the memory graph next; nothing where the row is gone. */
  async #wait(
    project_id: string,
    sample: SampleRow,
    files: readonly FileRow[],
    { files: keys }: Places,
    read: ReadSample,
  ): Promise<void> {
    const { loose, bus, uploads, taken } = this.#needs;
    const { sample_id, trace_id, size_bytes } = sample;
    const dropped = await bus.transaction(async (tx, announce) => {
      const change = { state: "waiting", read_bytes: size_bytes } as const;
      if (!(await repository.updateReading(tx, sample_id, change))) return [];
      for (const [index, file] of files.entries())
        await repository.updateFile(tx, file, { ...read.files[index], blob_key: keys[index] ?? null, upload_id: null });
      await loose.adopt(tx, keys);
      await this.#waits.enqueue(tx, project_id, sample);
      announce(project_id, { type: "memory.changed", trace_id });
      announce(project_id, { type: "memgraph.changed", sample_id });
      return taken.drop(tx, files);
    });
    await uploads.removeDropped(dropped);
  }

  /** The sample's row, its files and the end of its uploads, in one transaction; nothing where the row is gone. */
  async #keep(
    project_id: string,
    sample: SampleRow,
    files: readonly FileRow[],
    { files: keys, sample_blob, report_blob }: Places,
    read: ReadSample,
  ): Promise<void> {
    const { loose, bus, uploads, taken, clock, tellBudget } = this.#needs;
    const { sample_id, trace_id, taken_at, created_at, size_bytes } = sample;
    const { modules } = read;
    const over_budget = modules.flatMap(({ module, bytes, budget_bytes, is_over }) =>
      is_over && budget_bytes !== null ? [{ module, bytes, budget_bytes }] : [],
    );
    const dropped = await bus.transaction(async (tx, announce) => {
      const trace = await holdTrace(tx, trace_id);
      const isThere = await repository.updateReading(tx, sample_id, {
        state: "read",
        read_bytes: size_bytes,
        taken_at: taken_at ?? read.taken_at ?? created_at,
        facts: read.facts,
        notes: [...sample.notes, ...read.left_out],
        over_budget,
        sample_blob,
        report_blob,
      });
      if (!trace || !isThere) return [];
      await watchBudgets(tx, { project_id, trace, sample, modules, now: clock.now() }, tellBudget);
      for (const [index, file] of files.entries())
        await repository.updateFile(tx, file, { ...read.files[index], blob_key: keys[index] ?? null });
      await loose.adopt(tx, [...keys, sample_blob, report_blob]);
      announce(project_id, { type: "memory.changed", trace_id });
      return taken.drop(tx, files);
    });
    await uploads.removeDropped(dropped);
  }

  /** Keeps why, and nothing of the files but a memory graph that was found whole, with those that came beside it. */
  async #refuse(
    project_id: string,
    { sample_id, trace_id, notes }: SampleRow,
    known: readonly FileRow[] | undefined,
    fault: Said,
    left_out: Said[] = [],
  ): Promise<void> {
    const { bus, database, uploads, taken, loose } = this.#needs;
    const files = known ?? (await repository.filesOf(database.db, [sample_id]));
    const hasMemgraph = files.some(isMemgraph);
    const going = files.filter(({ tool }) => !hasMemgraph || tool !== null);
    const handed = going.flatMap(({ blob_key }) => blob_key ?? []);
    const dropped = await bus.transaction(async (tx, announce) => {
      const state = hasMemgraph ? "failed" : "refused";
      const change: Partial<SampleRow> = { state, fault, notes: [...notes, ...left_out] };
      if (!(await repository.updateReading(tx, sample_id, change))) return undefined;
      if (hasMemgraph) await deleteTexts(tx, sample_id);
      else for (const file of files) await repository.updateFile(tx, file, { blob_key: null });
      await loose.note(handed, tx);
      announce(project_id, { type: "memory.changed", trace_id });
      return taken.drop(tx, files);
    });
    if (!dropped) return;
    await uploads.removeDropped(dropped);
    await loose.delete(handed);
  }
}

const newKey = (): string => `memory/${newId()}`;
