import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";
import { Rounds } from "@udt/base";
import type { FastifyBaseLogger } from "fastify";
import {
  LIMITS,
  UdtError,
  type AgentTask,
  type AgentTaskEnd,
  type BodyOf,
  type ENDPOINTS,
  type ParseFailure,
  type Said,
  say,
  saidOfCall,
} from "@udt/contract";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Announce, Bus } from "../../platform/bus.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { AgentsService } from "../../core/agents/agents.service.ts";
import type { AgentReport, LinksService } from "../../core/links/links.service.ts";
import { updateLibrary } from "./libraries.repository.ts";
import * as repository from "./tasks.repository.ts";

export interface TasksDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  blobs: Blobs;
  log: FastifyBaseLogger;
  agents: AgentsService;
  links: LinksService;
  /** What an agent needs to read a library, secrets included. @throws UdtError that says why it cannot be read */
  describe(task: repository.TaskRow): Promise<AgentTask>;
  /** Deletes what of a library nobody needs any more. */
  prune(library_id: string): Promise<void>;
}

type TaskReport = Extract<AgentReport, { type: "task" }>;

/** Parsings at a time on one agent: they share its cores with the devices' sessions. */
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
  readonly #rounds = new Rounds(
    () => this.#dispatch(),
    (error) => this.#needs.log.error({ err: error }, "dispatch of tasks"),
  );

  constructor(needs: TasksDependencies) {
    this.#needs = needs;
    this.#stops = [
      every(needs.clock, LOOK_EVERY_MS, () => this.wake()),
      needs.bus.subscribe(({ payload }) => {
        if (payload.type === "library.changed") this.wake();
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

  async #dispatch(): Promise<void> {
    for (const agent_id of this.#needs.links.here.keys()) {
      let task: repository.TaskRow | undefined;
      while (!this.#rounds.isClosed && (task = await this.#claim(agent_id))) void this.#start(agent_id, task);
    }
  }

  async #claim(agent_id: string): Promise<repository.TaskRow | undefined> {
    const { bus, agents, clock } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      if ((await repository.countRunning(tx, agent_id)) >= PER_AGENT) return undefined;
      const audience = await agents.audience(tx, agent_id);
      const task = await repository.claimTask(tx, { agent_id, audience, now: clock.now() });
      if (task) tell(announce, task);
      return task;
    });
  }

  async #start(agent_id: string, task: repository.TaskRow): Promise<void> {
    const { links, log } = this.#needs;
    let wish: AgentTask;
    try {
      wish = await this.#needs.describe(task);
    } catch (error) {
      if (!(error instanceof UdtError)) log.error({ err: error }, "description of a task");
      const failure = error instanceof UdtError && error.code === "repository_auth_required";
      await this.#end(task.task_id, agent_id, {
        failure: failure ? "no_pull_permission" : "pull_failed",
        message: saidOfCall(error instanceof UdtError ? error : new UdtError("internal")),
      });
      return;
    }
    try {
      await links.request(agent_id, { type: "task_start", task: wish }, { timeoutMs: START_TIMEOUT_MS });
    } catch (error) {
      log.warn({ err: error, agent_id, task_id: task.task_id }, "task not started");
      // It may have begun after all: then it is told to stop.
      links.tell(agent_id, { type: "task_cancel", task_id: task.task_id });
      await this.#giveBack(task);
    }
  }

  /** Gives a task whose agent went away to another, unless that has happened before. */
  async #giveBack(task: repository.TaskRow): Promise<void> {
    const { bus, clock } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      const now = await repository.lockTask(tx, task.task_id);
      if (now?.state !== "running" || now.agent_id !== task.agent_id || now.attempts !== task.attempts) return;
      await repository.deleteCases(tx, [task.task_id]);
      if (now.attempts < ATTEMPTS_MAX) {
        await repository.updateTask(tx, task.task_id, { state: "queued", stage: "waiting", percent: null });
      } else {
        await repository.updateTask(tx, task.task_id, {
          state: "failed",
          failure: now.stage === "clone" ? "pull_failed" : "parser_exited",
          message: say("agent_went_away"),
          ended_at: clock.now(),
        });
        await updateLibrary(tx, now.library_id, { last_task_id: task.task_id });
      }
      tell(announce, now);
    });
    this.wake();
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
    await this.#needs.bus.transaction(async (tx, announce) => {
      const task = await repository.noteProgress(tx, { task_id, agent_id }, { stage, percent });
      if (task) tell(announce, task);
    });
  }

  /**
   * Puts a library into the queue, in the caller's transaction. False when it is there already.
   */
  enqueue(tx: Queries, row: Parameters<typeof repository.insertTask>[1]): Promise<boolean> {
    return repository.insertTask(tx, row);
  }

  /** Calls off what waits or runs for a library, in the caller's transaction; `after` is for when that has been committed. */
  async cancel(tx: Queries, library_id: string): Promise<{ after(): void } | undefined> {
    const task = await repository.lockOpenTask(tx, library_id);
    if (!task) return undefined;
    await repository.updateTask(tx, task.task_id, { state: "cancelled", ended_at: this.#needs.clock.now() });
    await repository.deleteCases(tx, [task.task_id]);
    return {
      after: () => {
        if (task.agent_id !== null)
          this.#needs.links.tell(task.agent_id, { type: "task_cancel", task_id: task.task_id });
        void this.#needs
          .prune(library_id)
          .catch((error: unknown) => this.#needs.log.error({ err: error }, "pruning of a library"));
        this.wake();
      },
    };
  }

  /** @throws UdtError agent_task_not_found, body_too_large, agent_task_snapshot */
  async putSnapshot(
    agent_id: string,
    task_id: string,
    facts: { commit_id: string; sha256: string },
    bytes: Readable,
  ): Promise<void> {
    const { blobs, database } = this.#needs;
    const task = await this.#own(database.db, agent_id, task_id);
    const blob_key = `libraries/${task.library_id}/${task_id}`;
    const hash = createHash("sha256");
    const tap = new Transform({
      transform(piece: Buffer, _encoding, done) {
        hash.update(piece);
        done(null, piece);
      },
    });
    bytes.on("error", (error) => tap.destroy(error));
    const size_bytes = await blobs.put(blob_key, bytes.pipe(tap), LIMITS.snapshot_max_bytes);
    if (hash.digest("hex") !== facts.sha256) {
      await blobs.delete(blob_key);
      throw new UdtError("agent_task_snapshot");
    }
    const isKept = await database.transaction(async (tx) => {
      const now = await repository.lockTask(tx, task_id);
      if (now?.state !== "running" || now.agent_id !== agent_id) return false;
      await repository.updateTask(tx, task_id, { snapshot: { blob_key, size_bytes, ...facts } });
      return true;
    });
    if (isKept) return;
    await blobs.delete(blob_key);
    throw new UdtError("agent_task_not_found", { task_id });
  }

  /** @throws UdtError agent_task_not_found */
  async putCases(
    agent_id: string,
    task_id: string,
    { from, cases }: BodyOf<(typeof ENDPOINTS)["agentTaskCases"]>,
  ): Promise<void> {
    await this.#needs.database.transaction(async (tx) => {
      await this.#own(tx, agent_id, task_id);
      await repository.insertCases(
        tx,
        cases.map((each, index) => ({ task_id, position: from + index, ...each })),
      );
    });
  }

  /** @throws UdtError agent_task_not_found */
  async finish(agent_id: string, task_id: string, { failure, message, result }: AgentTaskEnd): Promise<void> {
    await this.#end(task_id, agent_id, { failure, message, ...result });
  }

  async #end(
    task_id: string,
    agent_id: string,
    end: { failure: ParseFailure | null; message: Said | null; commit_id?: string; case_count?: number },
  ): Promise<void> {
    const { bus, clock, prune } = this.#needs;
    const library_id = await bus.transaction(async (tx, announce) => {
      const task = await repository.lockTask(tx, task_id);
      if (!task || task.agent_id !== agent_id || task.state === "queued")
        throw new UdtError("agent_task_not_found", { task_id });
      // Said twice, or called off meanwhile.
      if (task.state !== "running") return undefined;
      const kept = await repository.countCases(tx, task_id);
      const isWhole = task.snapshot?.commit_id === end.commit_id && kept === (end.case_count ?? 0);
      const failure = end.failure ?? (isWhole ? null : "save_failed");
      await repository.updateTask(tx, task_id, {
        state: failure === null ? "done" : "failed",
        failure,
        message: end.failure === null && failure !== null ? say("library_incomplete") : end.message,
        commit_id: end.commit_id ?? "",
        case_count: failure === null ? kept : 0,
        percent: null,
        ended_at: clock.now(),
      });
      if (failure !== null) await repository.deleteCases(tx, [task_id]);
      await updateLibrary(tx, task.library_id, {
        last_task_id: task_id,
        ...(failure === null && { parsed_task_id: task_id }),
      });
      tell(announce, task);
      return task.library_id;
    });
    if (library_id !== undefined) await prune(library_id);
    this.wake();
  }

  async #own(db: Queries, agent_id: string, task_id: string): Promise<repository.TaskRow> {
    const task = await repository.findTask(db, task_id);
    if (task?.state !== "running" || task.agent_id !== agent_id)
      throw new UdtError("agent_task_not_found", { task_id });
    return task;
  }
}

const tell = (announce: Announce, { project_id, library_id }: repository.TaskRow): void =>
  announce(project_id, { type: "library.changed", library_id });
