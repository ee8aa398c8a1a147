import { Emitter } from "@udt/base";
import type { FastifyBaseLogger } from "fastify";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { AgentLink, HEARTBEAT_MS, LinkBroken, type AgentReport, type AgentRequest } from "./agent-link.ts";
import { AgentRelay, type AgentNotice } from "./agent-relay.ts";
import * as rows from "./links.repository.ts";

export { AgentLink, HEARTBEAT_MS, LinkBroken, type AgentReport };

export interface LinksDependencies {
  database: Database;
  clock: ServerClock;
  log: FastifyBaseLogger;
  /** What an agent reaches this very server at, when it has dialled `dialled` for its link; undefined for another server's. */
  ownUrl(dialled: string | undefined): string;
}

export { agentError, closedFor, parseJson, unreadableAnswer } from "./agent-answers.ts";

/**
 * The links to agents, and what is asked over them. Only this service knows where an agent's link ends: at this server, or
 * at another one, which is then asked by the relay.
 */
export class LinksService {
  readonly #needs: LinksDependencies;
  readonly #relay: AgentRelay;
  readonly #links: Map<string, AgentLink>;
  /** Each message on a link that ends here. */
  readonly said = new Emitter<{ direction: "in" | "out"; type: string }>();
  /** An agent that can be asked over its link to this server from now on. */
  readonly welcomed = new Emitter<string>();
  /** What is written of links that have ended. */
  readonly #ending = new Set<Promise<void>>();
  #closed: Promise<void> | undefined;

  private constructor(needs: LinksDependencies, links: Map<string, AgentLink>, relay: AgentRelay) {
    this.#needs = needs;
    this.#links = links;
    this.#relay = relay;
  }

  static async start(needs: LinksDependencies): Promise<LinksService> {
    const links = new Map<string, AgentLink>();
    return new LinksService(needs, links, await AgentRelay.start({ ...needs, links }));
  }

  /** The links that end here, by agent. */
  get here(): ReadonlyMap<string, AgentLink> {
    return this.#links;
  }

  /** Whether it is linked to this server now. */
  isReachable(agent_id: string): boolean {
    return this.#links.get(agent_id)?.isOpen ?? false;
  }

  /** Whether requests can reach it now, through this server or another. */
  async isLinked(tx: Queries, agent_id: string): Promise<boolean> {
    return this.isReachable(agent_id) || (await this.#relay.isLinked(tx, agent_id));
  }

  /** This very server's address as an agent reaches it: a `ws:` or `wss:` URL. */
  serverUrl(agent_id: string): string {
    return this.#needs.ownUrl(this.#links.get(agent_id)?.serverUrl);
  }

  /** Resolves once all that an agent said on its link to this server before now is taken in. */
  async heardOut(agent_id: string): Promise<void> {
    await this.#links.get(agent_id)?.heardOut();
  }

  /** The same of what has come until now. */
  async caughtUp(agent_id: string): Promise<void> {
    await this.#links.get(agent_id)?.caughtUp();
  }

  /**
   * Asks an agent, wherever it is linked, and waits for its reply's data.
   * @throws LinkBroken (agent_lost), UdtError agent_timeout, or what the agent refuses with
   */
  async request(agent_id: string, request: AgentRequest, options: { timeoutMs: number }): Promise<unknown> {
    const link = this.#links.get(agent_id);
    return link ? link.request(request, options) : this.#relay.request(agent_id, request, options);
  }

  /** Tells an agent something that needs no reply; one that is away learns it from its next welcome. */
  tell(agent_id: string, message: AgentNotice): void {
    const link = this.#links.get(agent_id);
    if (link) link.send(message);
    else this.#relay.tell(agent_id, message);
  }

  /** The newest link of an agent to any server, by its id. */
  newestOf(agent_id: string): Promise<string | undefined> {
    return rows.linkOf(this.#needs.database.db, agent_id);
  }

  /** An agent's link is this one from now on, for every server. Not when it broke meanwhile: false. */
  async add(link: AgentLink): Promise<boolean> {
    await this.#needs.database.transaction((tx) => rows.putLink(tx, link.agent_id, link.link_id));
    if (!link.isOpen) {
      await this.drop({ link_id: link.link_id });
      return false;
    }
    this.#links.set(link.agent_id, link);
    return true;
  }

  /** Whether this is the link over which the agent is asked. */
  isCurrent(link: AgentLink): boolean {
    return this.#links.get(link.agent_id) === link;
  }

  /** A link has ended by itself: nobody asks over it any more. */
  ended(link: AgentLink): void {
    if (!this.isCurrent(link)) return;
    this.#links.delete(link.agent_id);
    void this.drop({ link_id: link.link_id });
  }

  /** Ends the link to this server without a word: the agent has another one, or is held to be lost. */
  cut(agent_id: string): void {
    this.#links.get(agent_id)?.terminate();
    this.#links.delete(agent_id);
  }

  /** Ends the link to this server, and tells the agent why. */
  refuse(agent_id: string, code: number, reason: string): void {
    this.#links.get(agent_id)?.close(code, reason);
    this.#links.delete(agent_id);
  }

  /** Nobody is to ask over these links any more, and who has asked is to know it. */
  drop(of: Parameters<typeof rows.dropLinks>[1]): Promise<void> {
    const { db } = this.#needs.database;
    const done = rows
      .dropLinks(db, of)
      .then(() => rows.tellAll(db))
      .catch((error: unknown) => this.#needs.log.error({ err: error }, "end of a link"))
      .finally(() => this.#ending.delete(done));
    this.#ending.add(done);
    return done;
  }

  /** Resolves once the ends of links are written down. */
  async settled(): Promise<void> {
    await Promise.all(this.#ending);
  }

  /** Asks nothing more. Whoever waits for an answer hears that the link broke. */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    await this.#relay.close();
    for (const link of this.#links.values()) {
      link.close(1001, "server stops");
      void this.drop({ link_id: link.link_id });
    }
    this.#links.clear();
    await this.settled();
  }
}
