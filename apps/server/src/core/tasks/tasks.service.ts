import { Rounds } from "@udt/base";
import {
  TASK_STAGES,
  UdtError,
  type AgentTask,
  type AgentTaskEnd,
  type AgentTaskEndOf,
  type AgentTaskKind,
} from "@udt/contract";
import { audienceOf, type Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { every } from "../../platform/clock.ts";
import type { ServiceNeeds } from "../../platform/service-needs.ts";
import type { AgentsService } from "../agents/agents.service.ts";
import type { AgentReport, LinksService } from "../links/links.service.ts";
import type { TaskKinds, TaskRules } from "./task-kinds.ts";
import * as repository from "./tasks.repository.ts";

export type { TaskKinds, TaskRules } from "./task-kinds.ts";
export type { TaskRow } from "./tasks.repository.ts";

export interface TasksDependencies extends ServiceNeeds {
  agents: AgentsService;
  links: LinksService;
  kinds: TaskKinds;
}

type TaskReport = Extract<AgentReport, { type: "task" }>;

/** The kinds of tasks that have this stage. */
function kindsWith(stage: TaskReport["stage"]): AgentTaskKind[] {
  const stages: Record<AgentTaskKind, readonly string[]> = TASK_STAGES;
  return (Object.keys(stages) as AgentTaskKind[]).filter((kind) => stages[kind].includes(stage));
}

/** Tasks at a time on one agent: they share its cores with the devices' sessions. */
const PER_AGENT = 2;
/** An agent that goes away with a task gives it back this often. */
const ATTEMPTS_MAX = 2;
const START_TIMEOUT_MS = 15_000;
/** Changes wake the queue; this finds what a change missed, such as an agent that comes back elsewhere. */
const LOOK_EVERY_MS = 10_000;

/** Agents' work that needs no device: who does which, and what comes of it. */
export class TasksService {
  readonly #needs: TasksDependencies;
  readonly #stops: (() => void)[];
  readonly #onError = (error: unknown): void => this.#needs.log.error({ err: error }, "dispatch of tasks");
  readonly #rounds = new Rounds(() => this.#dispatch(), this.#onError);

  constructor(needs: TasksDependencies) {
    this.#needs = needs;
    const told = new Set(Object.values(needs.kinds).map(({ event_type }) => event_type));
    this.#stops = [
      every(needs.clock, LOOK_EVERY_MS, () => this.wake()),
      needs.bus.subscribe(({ payload }) => {
        if (told.has(payload.type)) this.wake();
      }),
    ];
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#rounds.close();
  }

  /** Looks whether an agent that is linked here can take what waits. */
  wake(): void {
    this.#rounds.wake();
  }

  /** What an agent still works on when it says hello; the rest of its own is somebody else's. Answers what it may keep. */
  async reconcile(agent_id: string, task_ids: readonly string[]): Promise<string[]> {
    const own = await repository.runningOf(this.#needs.database.db, agent_id);
    for (const task of own) if (!task_ids.includes(task.task_id)) await this.#giveBack(task);
    return own.map((task) => task.task_id).filter((task_id) => task_ids.includes(task_id));
  }

  async agentLost(agent_id: string): Promise<void> {
    for (const task of await repository.runningOf(this.#needs.database.db, agent_id)) await this.#giveBack(task);
  }

  async report(agent_id: string, { task_id, stage, percent }: TaskReport): Promise<void> {
    const kinds = kindsWith(stage);
    await this.#needs.bus.transaction(async (tx, announce) => {
      const task = await repository.noteProgress(tx, { task_id, agent_id, kinds }, { stage, percent });
      if (task) this.#tell(announce, task);
    });
  }

  /** An agent says how a task of its own ended. @throws UdtError agent_task_not_found, also for the end of another kind */
  async finish(agent_id: string, task_id: string, end: AgentTaskEnd): Promise<void> {
    const isOwn = await this.#settle(agent_id, task_id, ({ kind }) => (kind === end.kind ? end : undefined));
    if (!isOwn) throw new UdtError("agent_task_not_found", { task_id });
  }

  /** Brings a task to an end, once. False when it is not that agent's, or has no such end. */
  async #settle(
    agent_id: string,
    task_id: string,
    endOf: (task: repository.TaskRow) => AgentTaskEnd | undefined,
  ): Promise<boolean> {
    const { bus, clock } = this.#needs;
    const found = await bus.transaction(async (tx, announce) => {
      const task = await repository.lockTask(tx, task_id);
      const end = task && endOf(task);
      if (!end || task.agent_id !== agent_id || task.state === "queued") return undefined;
      // Said twice, or called off meanwhile.
      if (task.state !== "running") return { task, isNew: false };
      const { state, message } = await this.#judge(tx, task, end.kind, end);
      await repository.updateTask(tx, task_id, { state, message, percent: null, ended_at: clock.now() });
      this.#tell(announce, task);
      return { task, isNew: true };
    });
    if (found?.isNew) await this.#rulesOf(found.task).ended(found.task);
    this.wake();
    return found !== undefined;
  }

  async #dispatch(): Promise<void> {
    // Most often nothing waits, which one statement tells for all agents.
    if (!(await repository.isAnyQueued(this.#needs.database.db))) return;
    for (const agent_id of this.#needs.links.here.keys()) {
      let task: repository.TaskRow | undefined;
      while (!this.#rounds.isClosed && (task = await this.#claim(agent_id)))
        void this.#start(agent_id, task).catch(this.#onError);
    }
  }

  async #claim(agent_id: string): Promise<repository.TaskRow | undefined> {
    const { bus, agents, clock, kinds } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      const agent = await agents.takesTasks(tx, agent_id);
      if (!agent) return undefined;
      if ((await repository.countRunning(tx, agent_id)) >= PER_AGENT) return undefined;
      const audience = await agents.audience(tx, agent_id);
      const rules = Object.entries(kinds) as [AgentTaskKind, TaskKinds[AgentTaskKind]][];
      const suited = rules.filter(([, kind]) => kind.suits(agent)).map(([name]) => name);
      const task = await repository.claimTask(tx, { agent_id, audience, kinds: suited, now: clock.now() });
      if (task) this.#tell(announce, task);
      return task;
    });
  }

  async #start(agent_id: string, task: repository.TaskRow): Promise<void> {
    const { links, log } = this.#needs;
    const { task_id } = task;
    let wish: AgentTask;
    try {
      wish = await this.#rulesOf(task).describe(task);
    } catch (error) {
      if (!(error instanceof UdtError)) log.error({ err: error }, "description of a task");
      const undescribed = error instanceof UdtError ? error : new UdtError("internal");
      await this.#settle(agent_id, task_id, (now) => this.#rulesOf(now).failed(now, { undescribed }));
      return;
    }
    try {
      await links.request(agent_id, { type: "task_start", task: wish }, { timeoutMs: START_TIMEOUT_MS });
    } catch (error) {
      log.warn({ err: error, agent_id, task_id }, "task not started");
      // It may have begun after all: then it is told to stop.
      links.tell(agent_id, { type: "task_cancel", task_id });
      await this.#giveBack(task);
    }
  }

  /** Gives a task whose agent went away to another, unless that has happened before. */
  async #giveBack(task: repository.TaskRow): Promise<void> {
    const rules = this.#rulesOf(task);
    if (task.attempts >= ATTEMPTS_MAX && task.agent_id !== null) {
      await this.#settle(task.agent_id, task.task_id, (now) => rules.failed(now, "agent_lost"));
      return;
    }
    const isDone = await this.#needs.bus.transaction(async (tx, announce) => {
      const now = await repository.lockTask(tx, task.task_id);
      if (now?.state !== "running" || now.agent_id !== task.agent_id || now.attempts !== task.attempts) return false;
      const isThere = await rules.drop(tx, now);
      const end = { state: "done", percent: null, ended_at: this.#needs.clock.now() } as const;
      await repository.updateTask(tx, task.task_id, isThere ? end : { state: "queued", stage: null, percent: null });
      this.#tell(announce, now);
      return isThere;
    });
    if (isDone) await rules.ended(task);
    this.wake();
  }

  #rulesOf(task: repository.TaskRow): TaskKinds[AgentTaskKind] {
    return this.#needs.kinds[task.kind];
  }

  #judge<K extends AgentTaskKind>(tx: Queries, task: repository.TaskRow, kind: K, end: AgentTaskEndOf<K>) {
    const rules: TaskRules<K> = this.#needs.kinds[kind];
    return rules.end(tx, task, end);
  }

  #tell(announce: Announce, task: repository.TaskRow): void {
    announce(audienceOf(task), this.#rulesOf(task).event(task));
  }
}
