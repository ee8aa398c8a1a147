import { UdtError, type BodyOf, type ENDPOINTS, type MemoryTrace, type DataOf } from "@udt/contract";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import { lockProject } from "../../people/projects/projects.service.ts";
import { newId } from "../../platform/ids.ts";
import { assertNoBaseline } from "./baselines.service.ts";
import { growthAnswer, type MemoryCaller, sampleOf, traceOf } from "./memory.answers.ts";
import type { MemgraphWaits } from "./memgraph-waits.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import * as repository from "./memory.repository.ts";
import { lastOf } from "./recordings.repository.ts";
import * as lists from "./trace-lists.repository.ts";
import { TraceRoom } from "./trace-room.ts";

/** Memory traces: what an app's memory was at some moments. */
export class TracesService {
  readonly #needs: MemoryDependencies;
  readonly #waits: MemgraphWaits;

  constructor(needs: MemoryDependencies, waits: MemgraphWaits) {
    this.#needs = needs;
    this.#waits = waits;
  }

  readonly ofProject: ProjectContent = {
    count: async (db, project_id) => ({
      memory_traces: await repository.countTraces(db, project_id),
      memory_bytes: await repository.bytesOfProject(db, project_id),
    }),
    delete: async (tx, project_id) => {
      const tell = await this.#waits.cancelAll(tx, project_id);
      const blob_keys = await repository.deleteTracesOf(tx, project_id);
      return { blob_keys, after: () => Promise.resolve(tell()) };
    },
  };

  async list(caller: MemoryCaller, query: Omit<Parameters<typeof lists.listTraces>[1], "project_id">) {
    const { project_id } = caller.project;
    const { rows, total } = await lists.listTraces(this.#needs.database.db, { ...query, project_id });
    const recordings = await lastOf(
      this.#needs.database.db,
      rows.map(({ trace }) => trace.trace_id),
    );
    const list = rows.map((row) => traceOf(row, recordings.get(row.trace.trace_id), caller));
    return { list, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError memory_trace_not_found */
  async get(caller: MemoryCaller, trace_id: string): Promise<DataOf<(typeof ENDPOINTS)["memoryTraceGet"]>> {
    const { db } = this.#needs.database;
    const found = await lists.findTrace(db, caller.project.project_id, trace_id);
    if (!found) throw new UdtError("memory_trace_not_found", { trace_id });
    const listed = await repository.listSamples(db, trace_id);
    const files = await repository.filesOf(
      db,
      listed.map(({ sample }) => sample.sample_id),
    );
    const told = await this.#waits.told(
      db,
      caller.project.project_id,
      listed.map(({ sample }) => sample),
    );
    const samples = listed.map((one) => sampleOf(one, files, told.get(one.sample.sample_id)));
    return { trace: await this.#shown(found, caller), samples, growth: growthAnswer(samples) };
  }

  /** @throws UdtError memory_trace_limit */
  async create(caller: MemoryCaller, wish: BodyOf<(typeof ENDPOINTS)["memoryTraceCreate"]>): Promise<MemoryTrace> {
    const { bus, clock, audit } = this.#needs;
    const { user, ip, project } = caller;
    const { project_id } = project;
    const trace_id = newId();
    const now = clock.now();
    const room = new TraceRoom(this.#needs);
    await bus.transaction(async (tx, announce) => {
      // Their number is of all of them: who else adds one waits.
      await lockProject(tx, project_id, "change");
      await room.assertTrace({ tx, announce }, project_id);
      const made = { trace_id, project_id, user_id: user.user_id, created_at: now, updated_at: now };
      const row = { ...wish, ...made, is_kept: false };
      await repository.insertTrace(tx, row);
      await audit.write(tx, { user, ip, action: "memory_trace.create", project_id, target: wish.name });
      announce(project_id, { type: "memory.changed", trace_id });
    });
    await room.done();
    return this.#trace(caller, trace_id);
  }

  /** What is not given stays. @throws UdtError memory_trace_not_found, memory_is_baseline */
  async update(
    caller: MemoryCaller,
    trace_id: string,
    wish: BodyOf<(typeof ENDPOINTS)["memoryTraceUpdate"]>,
  ): Promise<MemoryTrace> {
    const { bus, clock, audit } = this.#needs;
    const { user, ip, project } = caller;
    const { project_id } = project;
    await bus.transaction(async (tx, announce) => {
      // Whoever sets a baseline by the trace's app waits, or is seen here.
      if (wish.app_name !== undefined) await lockProject(tx, project_id, "change");
      const trace = await repository.lockTrace(tx, project_id, trace_id);
      if (!trace) throw new UdtError("memory_trace_not_found", { trace_id });
      const { name = trace.name, app_name = trace.app_name, app_version = trace.app_version } = wish;
      const { device_memory_gb = trace.device_memory_gb, is_kept = trace.is_kept } = wish;
      if (app_name !== trace.app_name) {
        const samples = await repository.lockSamples(tx, trace_id);
        await assertNoBaseline(
          tx,
          samples.map(({ sample_id }) => sample_id),
        );
      }
      const change = { name, app_name, app_version, device_memory_gb, is_kept };
      await repository.updateTrace(tx, trace_id, { ...change, updated_at: clock.now() });
      const detail: Record<string, string | number | boolean> = {};
      for (const key of ["name", "app_name", "app_version", "device_memory_gb", "is_kept"] as const) {
        const value = change[key];
        if (value !== trace[key] && value !== null) detail[key] = value;
      }
      await audit.write(tx, { user, ip, action: "memory_trace.edit", project_id, target: trace.name, detail });
      announce(project_id, { type: "memory.changed", trace_id });
    });
    return this.#trace(caller, trace_id);
  }

  async #trace(caller: MemoryCaller, trace_id: string): Promise<MemoryTrace> {
    const found = await lists.findTrace(this.#needs.database.db, caller.project.project_id, trace_id);
    if (!found) throw new UdtError("memory_trace_not_found", { trace_id });
    return this.#shown(found, caller);
  }

  async #shown(found: lists.TraceListing, caller: MemoryCaller): Promise<MemoryTrace> {
    const { trace_id } = found.trace;
    return traceOf(found, (await lastOf(this.#needs.database.db, [trace_id])).get(trace_id), caller);
  }
}
