import type { Readable } from "node:stream";
import { LIMITS, UdtError, type MemgraphTool } from "@udt/contract";
import type { AgentsService } from "../../core/agents/agents.service.ts";
import { servingAgent, type HeldTask, type TaskQueue } from "../../core/tasks/task-queue.service.ts";
import type { TaskRow } from "../../core/tasks/tasks.service.ts";
import { lockProject } from "../../people/projects/projects.service.ts";
import { newId } from "../../platform/ids.ts";
import { isMemgraph } from "./memgraph-waits.ts";
import * as repository from "./memgraphs.repository.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import * as memory from "./memory.repository.ts";
import { TraceRoom } from "./trace-room.ts";

export interface MemgraphTextsNeeds extends MemoryDependencies {
  agents: Pick<AgentsService, "find" | "audience">;
  queue: Pick<TaskQueue, "held">;
}

/** What an agent on a Mac is given of a memory graph, and what it brings of it: each while it has the task. */
export class MemgraphTexts {
  readonly #needs: MemgraphTextsNeeds;

  constructor(needs: MemgraphTextsNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError agent_task_not_found, memory_sample_not_found */
  async file(of: HeldTask): Promise<{ stream: Readable; size_bytes: number }> {
    const { database, blobs } = this.#needs;
    const { subject_id: sample_id, project_id } = await this.#held(of);
    await database.transaction((tx) => servingAgent(tx, this.#needs, of, project_id ?? ""));
    const file = (await memory.filesOf(database.db, [sample_id])).find(isMemgraph);
    const blob = file?.blob_key ? await blobs.get(file.blob_key) : undefined;
    if (!blob) throw new UdtError("memory_sample_not_found", { sample_id });
    return blob;
  }

  /** Keeps what a tool wrote as a file of the sample. @throws UdtError agent_task_not_found, memory_…, body_too_large */
  async keep(of: HeldTask, tool: MemgraphTool, bytes: Readable): Promise<void> {
    const { database, blobs, bus, loose } = this.#needs;
    const { subject_id: sample_id, project_id: of_project } = await this.#held(of);
    const project_id = of_project ?? "";
    // It was kept, and the answer to that was lost on its way.
    if ((await memory.filesOf(database.db, [sample_id])).some((file) => file.tool === tool)) return;
    const blob_key = `memory/${newId()}`;
    await loose.note([blob_key]);
    const room = new TraceRoom(this.#needs);
    try {
      const size_bytes = await blobs.put(blob_key, bytes, LIMITS.memgraph_output_max_bytes);
      await bus.transaction(async (tx, announce) => {
        // There is one room for all of the project: who else adds to it waits.
        await lockProject(tx, project_id, "change");
        await servingAgent(tx, this.#needs, of, project_id);
        if (!(await repository.lockIn(tx, sample_id, "waiting")))
          throw new UdtError("memory_sample_not_found", { sample_id });
        await repository.insertText(tx, { sample_id, tool, file_name: fileNameOf(tool), size_bytes, blob_key });
        await loose.adopt(tx, [blob_key]);
        await room.assertBytes({ tx, announce }, project_id);
      });
    } catch (error) {
      await loose.delete([blob_key]);
      throw error;
    }
    await room.done();
  }

  /** @throws UdtError agent_task_not_found, also for a task of another kind */
  async #held(of: HeldTask): Promise<TaskRow> {
    const task = await this.#needs.queue.held(this.#needs.database.db, of);
    if (task.kind !== "memgraph") throw new UdtError("agent_task_not_found", { task_id: of.task_id });
    return task;
  }
}

const fileNameOf = (tool: MemgraphTool): string => `${tool}.${tool === "footprint" ? "json" : "txt"}`;
