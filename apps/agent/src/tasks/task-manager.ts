import { join } from "node:path";
import { SaidError, say } from "@udt/base";
import type { Client } from "@udt/client";
import {
  ENDPOINTS,
  type SigningTool,
  type AgentTask,
  type AgentTaskEnd,
  type AgentToServer,
  type TaskStage,
} from "@udt/contract";
import type { EnvironmentStore } from "../environments/environment.ts";
import type { Isolation } from "../isolation/isolation.ts";
import type { Logger } from "../logger.ts";
import { insist } from "../insist.ts";
import { removeTree } from "../remove-tree.ts";
import { workOn } from "./task-kinds.ts";

export interface TaskManagerOptions {
  client: Client;
  data_dir: string;
  environments: EnvironmentStore;
  server_url: string;
  log: Logger;
  isolation: () => Promise<Isolation>;
  signing_tool: SigningTool | null;
  onReport: (report: Extract<AgentToServer, { type: "task" }>) => void;
}

/** Of everything that one task does. */
const TASK_MS = 40 * 60_000;
/** So often a call is made again while the server is away. */
const ATTEMPTS = 31;
const REPORT_EVERY_MS = 1_000;

/** The tasks that this agent works on. What the server has called off or given to another is dropped. */
export class TaskManager {
  readonly #options: TaskManagerOptions;
  readonly #running = new Map<string, { stop: AbortController; done: Promise<void> }>();

  constructor(options: TaskManagerOptions) {
    this.#options = options;
  }

  get ids(): string[] {
    return [...this.#running.keys()];
  }

  /** Begins a task; it tells the rest by itself. One that was called off, and is this agent's again, begins anew once that is over. */
  start(task: AgentTask): void {
    const { task_id } = task;
    const before = this.#running.get(task_id);
    if (before && !before.stop.signal.aborted) return;
    const stop = new AbortController();
    const work = async () => {
      await before?.done;
      await this.#work(task, AbortSignal.any([stop.signal, AbortSignal.timeout(TASK_MS)]), stop.signal);
      if (this.#running.get(task_id)?.stop === stop) this.#running.delete(task_id);
    };
    this.#running.set(task_id, { stop, done: work() });
  }

  cancel(task_id: string): void {
    this.#running.get(task_id)?.stop.abort(new SaidError(say("called_off")));
  }

  /** The server says which are this agent's. */
  onWelcome(task_ids: readonly string[]): void {
    for (const task_id of this.ids) if (!task_ids.includes(task_id)) this.cancel(task_id);
  }

  async stop(): Promise<void> {
    for (const task_id of this.ids) this.cancel(task_id);
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /** @param signal Ends the work. @param dropped Nobody asks for its end any more. */
  async #work(task: AgentTask, signal: AbortSignal, dropped: AbortSignal): Promise<void> {
    const { client, data_dir, log } = this.#options;
    const { task_id } = task;
    const folder = join(data_dir, "tasks", task_id);
    let end: AgentTaskEnd;
    try {
      end = await workOn(task.kind, task, {
        ...this.#options,
        folder,
        signal,
        onStage: this.#reporter(task_id),
        insist: async (call) => void (await insist(call, signal, { attempts: ATTEMPTS })),
      });
    } catch (error) {
      log("error", "task without an end", { task_id, error });
      return;
    } finally {
      await removeTree(folder).catch((error: unknown) => log("warn", "folder of a task stays", { task_id, error }));
    }
    if (dropped.aborted) return;
    const call = { params: { task_id }, body: end, signal: dropped };
    const tell = () => client.call(ENDPOINTS.agentTaskFinish, call);
    await insist(tell, dropped, { attempts: ATTEMPTS }).catch((error: unknown) => {
      if (!dropped.aborted) log("warn", "end of a task not told", { task_id, error });
    });
  }

  /** Tells each stage, and within it how far it is, but not more than once a second. */
  #reporter(task_id: string): (stage: TaskStage, percent: number | null) => void {
    let last: TaskStage | undefined;
    let toldAt = 0;
    return (stage, percent) => {
      const now = Date.now();
      if (stage === last && now - toldAt < REPORT_EVERY_MS) return;
      last = stage;
      toldAt = now;
      this.#options.onReport({ type: "task", task_id, stage, percent });
    };
  }
}
