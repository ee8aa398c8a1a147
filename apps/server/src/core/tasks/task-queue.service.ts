import { UdtError, type AgentTaskKind } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { LinksService } from "../links/links.service.ts";
import * as repository from "./tasks.repository.ts";

export { servingAgent, type HeldTask } from "./serving-agent.ts";

interface About {
  kind: AgentTaskKind;
  subject_id: string;
}

/** What whoever wants something done by agents does with it, each in a transaction of their own. */
export class TaskQueue {
  readonly #needs: { clock: ServerClock; links: LinksService };
  constructor(needs: { clock: ServerClock; links: LinksService }) {
    this.#needs = needs;
  }

  /**
   * Puts a task into the queue; who does so announces the event of its kind.
   *
   * @param project_id null: of the platform, for an agent that serves all projects
   * @param user_id null: the platform wants it
   * @returns Its id; undefined when there is an open one of its kind about the same.
   */
  async enqueue(
    tx: Queries,
    task: About & { project_id: string | null; user_id: string | null },
  ): Promise<string | undefined> {
    const task_id = newId();
    const created_at = this.#needs.clock.now();
    const row = { ...task, task_id, created_at, state: "queued" as const };
    return (await repository.insertTask(tx, row)) ? task_id : undefined;
  }

  /** What waits or runs about something. */
  open(db: Queries, about: About): Promise<repository.TaskRow | undefined> {
    return repository.findOpenTask(db, about);
  }

  /** What waits or runs about several things, with the name of the agent that has it. */
  openOf(db: Queries, kind: AgentTaskKind, subject_ids: readonly string[]): Promise<repository.TaskListing[]> {
    return repository.listOpenTasks(db, kind, subject_ids);
  }

  /** Calls off what waits or runs of a kind in a project that goes; the answer is for when that has been committed. */
  async cancelAll(tx: Queries, of: { kind: AgentTaskKind; project_id: string }): Promise<() => void> {
    const { clock, links } = this.#needs;
    const tasks = await repository.cancelOpenTasks(tx, of, clock.now());
    return () => {
      for (const { agent_id, task_id } of tasks)
        if (agent_id !== null) links.tell(agent_id, { type: "task_cancel", task_id });
    };
  }

  /** Calls off what waits or runs; `after` is for when that has been committed. Undefined when there is none. */
  async cancel(tx: Queries, about: About): Promise<{ task: repository.TaskRow; after(): void } | undefined> {
    const { clock, links } = this.#needs;
    const task = await repository.lockOpenTask(tx, about);
    if (!task) return undefined;
    const { task_id, agent_id } = task;
    await repository.updateTask(tx, task_id, { state: "cancelled", ended_at: clock.now() });
    return { task, after: () => agent_id !== null && links.tell(agent_id, { type: "task_cancel", task_id }) };
  }

  /** A task that an agent has now; in a transaction it stays so until the end. @throws UdtError agent_task_not_found */
  async held(tx: Queries, { agent_id, task_id }: { agent_id: string; task_id: string }): Promise<repository.TaskRow> {
    const task = await repository.lockTask(tx, task_id);
    if (task?.state !== "running" || task.agent_id !== agent_id)
      throw new UdtError("agent_task_not_found", { task_id });
    return task;
  }

  /** Deletes what is over about something, but for the newest. */
  async prune(tx: Queries, about: About, kept: number): Promise<void> {
    await repository.deleteOldTasks(tx, about, kept);
  }

  /** Deletes all of a kind that there was about things that go. */
  async forget(tx: Queries, kind: AgentTaskKind, subject_ids: readonly string[]): Promise<void> {
    await repository.deleteTasks(tx, kind, subject_ids);
  }
}
