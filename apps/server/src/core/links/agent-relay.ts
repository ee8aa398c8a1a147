import { Rounds } from "@udt/base";
import type { FastifyBaseLogger } from "fastify";
import { UdtError, type ServerToAgent, type WorkNotice } from "@udt/contract";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { LinkBroken, type AgentLink, type AgentRequest } from "./agent-link.ts";
import * as repository from "./links.repository.ts";

/** A server that lives takes what is asked of it within milliseconds; one that does not in this time is dead. */
const TAKE_MS = 3_000;
/** Wakes what a lost notice did not. */
const LOOK_EVERY_MS = 60_000;

/** What an agent is told without being asked for an answer. */
export type AgentNotice = Extract<ServerToAgent, { type: "session_deadline" | "task_cancel" | WorkNotice["type"] }>;

/** What a request over the relay is waiting for. */
interface Waiting {
  resolve(data: unknown): void;
  reject(error: unknown): void;
}

/**
 * Requests to agents that are linked to another server on the same database: a table carries them there and the answers
 * back, and a NOTIFY without content wakes both. Of two things nothing crosses: `session_stop`, which the server that has
 * the link does by itself when it hears that a session ended, so that it is done whoever died; and `task_start`, which may
 * carry a repository's password and begins at the server that has the link anyway.
 */
export class AgentRelay {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #log: FastifyBaseLogger;
  readonly #links: ReadonlyMap<string, AgentLink>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #stops: (() => Promise<void> | void)[] = [];
  readonly #rounds = new Rounds(
    () => this.#look(),
    (error) => this.#onError(error),
  );

  private constructor(needs: RelayDependencies) {
    this.#database = needs.database;
    this.#clock = needs.clock;
    this.#log = needs.log;
    this.#links = needs.links;
  }

  /** Listens. With the embedded database there is no other server, and nothing is ever relayed. */
  static async start(needs: RelayDependencies): Promise<AgentRelay> {
    const relay = new AgentRelay(needs);
    if (needs.database.kind === "pglite") return relay;
    const listening = await needs.database.listen(repository.CHANNEL, () => relay.#rounds.wake());
    const stopLooking = every(needs.clock, LOOK_EVERY_MS, async () => {
      relay.#rounds.wake();
      await repository.deleteExpired(needs.database.db, needs.clock.now()).catch(relay.#onError);
    });
    relay.#stops.push(stopLooking, () => listening.close());
    return relay;
  }

  /** Whether an agent has a link to any server, as far as the database knows. */
  async isLinked(tx: Queries, agent_id: string): Promise<boolean> {
    return this.#database.kind === "postgresql" && (await repository.linkOf(tx, agent_id)) !== undefined;
  }

  /**
   * Has the server that an agent is linked to ask it, and answers what it answers.
   * @throws LinkBroken (agent_lost) when no server has the agent, or the one that had it does not answer; UdtError
   * agent_timeout, or what the agent refuses with
   */
  async request(agent_id: string, request: AgentRequest, options: { timeoutMs: number }): Promise<unknown> {
    if (this.#isAlone || request.type === "task_start" || request.type === "session_stop") throw new LinkBroken();
    const { db } = this.#database;
    const { timeoutMs } = options;
    const now = this.#clock.now();
    const request_id = await repository.insertRequest(db, {
      agent_id,
      message: request,
      timeout_ms: timeoutMs,
      expires_at: now + timeoutMs + LOOK_EVERY_MS,
    });
    if (request_id === undefined) throw new LinkBroken();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#waiting.set(request_id, { resolve, reject });
    const timers = [
      this.#clock.at(now + TAKE_MS, () => {
        repository
          .withdraw(db, request_id)
          .then((isWithdrawn) => isWithdrawn && reject(new LinkBroken()))
          .catch(this.#onError);
      }),
      // The other server gives the agent `timeoutMs`, and says so itself if it lives.
      this.#clock.at(now + TAKE_MS + timeoutMs, () => reject(new UdtError("agent_timeout"))),
    ];
    // It may have been answered before anybody waited for it here; or the server closed meanwhile.
    if (this.#rounds.isClosed) reject(new LinkBroken());
    else this.#rounds.wake();
    try {
      return await promise;
    } finally {
      for (const cancel of timers) cancel();
      this.#waiting.delete(request_id);
      if (!this.#rounds.isClosed) await repository.deleteRequests(db, [request_id]).catch(this.#onError);
    }
  }

  /** Has the server that an agent is linked to tell it something; nobody learns whether it did. */
  tell(agent_id: string, message: AgentNotice): void {
    if (this.#isAlone) return;
    const expires_at = this.#clock.now() + LOOK_EVERY_MS;
    void repository
      .insertRequest(this.#database.db, { agent_id, message, timeout_ms: null, expires_at })
      .catch(this.#onError);
  }

  /** Asks nothing more, and rejects what is waited for: whether it was done is not known. */
  async close(): Promise<void> {
    const closed = this.#rounds.close();
    for (const { reject } of this.#waiting.values()) reject(new LinkBroken());
    for (const stop of this.#stops) await stop();
    await closed;
  }

  get #isAlone(): boolean {
    return this.#rounds.isClosed || this.#database.kind === "pglite";
  }

  async #look(): Promise<void> {
    await this.#carryOut();
    await this.#takeAnswers();
  }

  /** Does what other servers ask of agents that are linked here. */
  async #carryOut(): Promise<void> {
    const links = new Map([...this.#links.values()].map((link) => [link.link_id, link]));
    if (links.size === 0) return;
    const { db } = this.#database;
    const told: number[] = [];
    for (const row of await repository.takeRequests(db, [...links.keys()], this.#clock.now())) {
      const link = links.get(row.link_id);
      if (!link) continue;
      if (row.timeout_ms === null) {
        told.push(row.request_id);
        link.send(row.message as AgentNotice);
      } else void this.#ask(link, row, row.timeout_ms);
    }
    await repository.deleteRequests(db, told);
  }

  async #ask(link: AgentLink, { request_id, message }: repository.RequestRow, timeoutMs: number): Promise<void> {
    const { db } = this.#database;
    try {
      const data = await link.request(message as AgentRequest, { timeoutMs });
      await repository.answerRequest(db, request_id, { data });
    } catch (error) {
      if (!(error instanceof UdtError)) this.#onError(error);
      const known = error instanceof UdtError ? error : new UdtError("internal");
      const { code, args } = known;
      await repository.answerRequest(db, request_id, { error: { code, args } }).catch(this.#onError);
    }
  }

  async #takeAnswers(): Promise<void> {
    const asked = new Map(this.#waiting);
    if (asked.size === 0) return;
    for (const { request_id, answer } of await repository.findRequests(this.#database.db, [...asked.keys()])) {
      const waiting = asked.get(request_id);
      asked.delete(request_id);
      if (answer === null || !waiting) continue;
      if ("data" in answer) waiting.resolve(answer.data);
      else if (answer.error.code === "agent_lost") waiting.reject(new LinkBroken());
      else waiting.reject(new UdtError(answer.error.code, answer.error.args));
    }
    // These went with their link.
    for (const { reject } of asked.values()) reject(new LinkBroken());
  }

  readonly #onError = (error: unknown): void => {
    if (!this.#rounds.isClosed) this.#log.error({ err: error }, "requests between servers");
  };
}

export interface RelayDependencies {
  database: Database;
  clock: ServerClock;
  log: FastifyBaseLogger;
  /** The links that end at this server, by agent. */
  links: ReadonlyMap<string, AgentLink>;
}
