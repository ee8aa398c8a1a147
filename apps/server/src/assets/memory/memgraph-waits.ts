import {
  MEMGRAPH_TOOL_FORMATS,
  MEMGRAPH_TOOLS,
  stageOf,
  UdtError,
  type MemgraphReading,
  type MemgraphTool,
  type MemorySample,
} from "@udt/contract";
import type { AgentsService } from "../../core/agents/agents.service.ts";
import type { TaskQueue } from "../../core/tasks/task-queue.service.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Bus } from "../../platform/bus.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { sampleOf, type MemoryCaller } from "./memory.answers.ts";
import * as memory from "./memory.repository.ts";
import type { FileRow, SampleRow } from "./memory.repository.ts";
import * as repository from "./memgraphs.repository.ts";

export interface MemgraphNeeds {
  database: Database;
  bus: Bus;
  audit: AuditService;
  queue: TaskQueue;
  agents: Pick<AgentsService, "memgraphReaders">;
}
type Told = Pick<FileRow, "tool"> & { format: FileRow["format"] };

const KIND = "memgraph";

export const isMemgraph = ({ format }: Pick<FileRow, "format">): boolean => format === "memgraph";

/** Whose texts of a sample's memory graph are wanted: each format a sample has once, and what somebody uploaded stays. */
export const toolsFor = (files: readonly Pick<Told, "format">[]): MemgraphTool[] =>
  MEMGRAPH_TOOLS.filter((tool) => !files.some(({ format }) => format === MEMGRAPH_TOOL_FORMATS[tool]));

/** Whether an agent on a Mac is to read something of it first: nothing was brought of its memory graph yet. */
export const waitsForMac = (files: readonly Told[]): boolean =>
  files.some(isMemgraph) && !files.some(({ tool }) => tool !== null) && toolsFor(files).length > 0;

/** Samples whose memory graph waits for an agent on a Mac. */
export class MemgraphWaits {
  readonly #needs: MemgraphNeeds;

  constructor(needs: MemgraphNeeds) {
    this.#needs = needs;
  }

  /** Has the next agent that can read the memory graph of a sample. */
  async enqueue(tx: Queries, project_id: string, { sample_id, user_id }: SampleRow): Promise<void> {
    await this.#needs.queue.enqueue(tx, { kind: KIND, subject_id: sample_id, project_id, user_id });
  }

  /** Calls off what is done with samples that go; the answer is for when that has been committed. */
  async cancel(tx: Queries, sample_ids: readonly string[]): Promise<() => void> {
    const { queue } = this.#needs;
    const after: (() => void)[] = [];
    for (const { task } of await queue.openOf(tx, KIND, sample_ids)) {
      const cancelled = await queue.cancel(tx, { kind: KIND, subject_id: task.subject_id });
      if (cancelled) after.push(() => cancelled.after());
    }
    await queue.forget(tx, KIND, sample_ids);
    return () => {
      for (const tell of after) tell();
    };
  }

  /** Of a project that goes. */
  cancelAll(tx: Queries, project_id: string): Promise<() => void> {
    return this.#needs.queue.cancelAll(tx, { kind: KIND, project_id });
  }

  /** How far those of these samples are that wait, by their ids. */
  async told(db: Queries, project_id: string, samples: readonly SampleRow[]): Promise<Map<string, MemgraphReading>> {
    const { agents, queue } = this.#needs;
    const waiting = samples.filter(({ state }) => state === "waiting").map(({ sample_id }) => sample_id);
    if (waiting.length === 0) return new Map();
    const readers = await agents.memgraphReaders(db, project_id);
    const tasks = new Map((await queue.openOf(db, KIND, waiting)).map((one) => [one.task.subject_id, one]));
    return new Map(
      waiting.map((sample_id): [string, MemgraphReading] => {
        const found = tasks.get(sample_id);
        const isRunning = found?.task.state === "running";
        const stage = isRunning ? stageOf(KIND, found.task.stage) : "waiting";
        const agent_name = (isRunning && found.agent_name) || "";
        return [sample_id, { stage, percent: isRunning ? found.task.percent : null, agent_name, readers }];
      }),
    );
  }

  /** @throws UdtError memory_sample_not_found, memory_sample_not_failed */
  async readAgain(caller: MemoryCaller, sample_id: string): Promise<MemorySample> {
    const { bus, audit, database } = this.#needs;
    const { user, ip, project } = caller;
    const { project_id } = project;
    await bus.transaction(async (tx, announce) => {
      const found = await memory.findSample(tx, project_id, sample_id);
      if (!found) throw new UdtError("memory_sample_not_found", { sample_id });
      const { trace, sample } = found;
      const { number } = sample;
      if (!(await repository.lockIn(tx, sample_id, "failed")))
        throw new UdtError("memory_sample_not_failed", { number });
      await repository.updateSample(tx, sample_id, { state: "waiting", fault: null, notes: [] });
      await this.enqueue(tx, project_id, { ...sample, user_id: user.user_id });
      await audit.write(tx, {
        user,
        ip,
        action: "memory_sample.read_again",
        project_id,
        target: trace.name,
        detail: { number },
      });
      announce(project_id, { type: "memory.changed", trace_id: trace.trace_id });
      announce(project_id, { type: "memgraph.changed", sample_id });
    });
    return this.answer(database.db, project_id, sample_id);
  }

  /** A sample as it is told, with how far its memory graph is. @throws UdtError memory_sample_not_found */
  async answer(db: Queries, project_id: string, sample_id: string): Promise<MemorySample> {
    const found = await memory.findSample(db, project_id, sample_id);
    if (!found) throw new UdtError("memory_sample_not_found", { sample_id });
    const told = await this.told(db, project_id, [found.sample]);
    return sampleOf(found, await memory.filesOf(db, [sample_id]), told.get(sample_id));
  }
}
