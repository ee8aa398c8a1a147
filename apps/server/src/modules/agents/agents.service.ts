import type { FastifyBaseLogger } from "fastify";
import type { WebSocket } from "ws";
import { Emitter } from "@udt/base";
import { AGENT_PROTOCOL, closeCode, ERRORS, LIMITS, UdtError, type DeviceReport, type shapes } from "@udt/contract";
import type { z } from "zod";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import type { LocalNote } from "../../platform/local-note.ts";
import { hashSecret, newId, newSecret } from "../../platform/ids.ts";
import type { AuditService } from "../audit/audit.service.ts";
import type { ProjectsService } from "../projects/projects.service.ts";
import type { AgentListener, RefusedDevice } from "./agent-reports.ts";
import { AgentLink, HEARTBEAT_MS, LinkBroken, type AgentReport, type AgentRequest } from "./agent-link.ts";
import type { AgentNotice, AgentRelay } from "./agent-relay.ts";
import * as repository from "./agents.repository.ts";
import * as linkRows from "./links.repository.ts";

export { LinkBroken };
export type { AgentListener, InstallReport, RefusedDevice, TaskReport } from "./agent-reports.ts";

const JUDGE_EVERY_MS = 1_000;
const WRITE_HEARTBEAT_EVERY_MS = 10_000;
/** A link that has missed this many heartbeats does not keep a second one out. */
const ALIVE_MS = 3 * HEARTBEAT_MS;
/** As many refused devices of one agent are remembered as one hello may tell. */
const REFUSED_MAX = 1000;
export const LOCAL_AGENT = "local";

/**
 * Agents: their tokens, links and presence. Only this service knows where an agent's link ends: at this server, or at
 * another one, which is then asked by the relay.
 */
export class AgentsService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #projects: ProjectsService;
  readonly #audit: AuditService;
  readonly #log: FastifyBaseLogger;
  readonly #links = new Map<string, AgentLink>();
  /** Of agents: when this server heard them, by the clock that nobody sets. */
  readonly #heard = new Map<string, number>();
  /** When it wrote that down, by that clock, and what it wrote. */
  readonly #written = new Map<string, { at: number; time: number }>();
  readonly #startedAt: number;
  /** Each message on a link that ends here. */
  readonly said = new Emitter<{ direction: "in" | "out"; type: string }>();
  /** An agent that can be asked over its link to this server from now on. */
  readonly welcomed = new Emitter<string>();
  readonly #stopJudging: () => void;
  /** What is written of links that have ended. */
  readonly #ending = new Set<Promise<void>>();
  #listener: AgentListener | undefined;
  #relay: AgentRelay | undefined;
  #ownUrl: ((dialled: string | undefined) => string) | undefined;

  constructor(
    database: Database,
    clock: ServerClock,
    projects: ProjectsService,
    audit: AuditService,
    log: FastifyBaseLogger,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#projects = projects;
    this.#audit = audit;
    this.#log = log;
    this.#startedAt = clock.elapsed();
    this.#stopJudging = every(clock, JUDGE_EVERY_MS, () =>
      this.#judgePresence().catch((error: unknown) => log.error({ err: error }, "presence of agents")),
    );
  }

  /** Set once, by the composition root. */
  listenWith(listener: AgentListener): void {
    this.#listener = listener;
  }

  /**
   * Set once, by the composition root: how other servers on the same database are asked.
   * @param ownUrl What an agent reaches this very server at, which has `dialled` that address for its link, or another server.
   */
  relayWith(relay: AgentRelay, ownUrl: (dialled: string | undefined) => string): void {
    this.#relay = relay;
    this.#ownUrl = ownUrl;
  }

  /** The links that end here, by agent. */
  get links(): ReadonlyMap<string, AgentLink> {
    return this.#links;
  }

  /** @throws UdtError agent_token */
  async authenticate(token: string | undefined): Promise<string> {
    const agent =
      token === undefined ? undefined : await repository.findAgentByToken(this.#database.db, hashSecret(token));
    if (!agent) throw new UdtError("agent_token");
    return agent.agent_id;
  }

  /** @throws UdtError project_not_exists */
  async create(
    name: string,
    project_ids: string[],
    options: { token?: string; by?: { user: CallerUser; ip: string } } = {},
  ): Promise<{ agent_id: string; token: string }> {
    const { token = newSecret(), by } = options;
    const unique = [...new Set(project_ids)];
    await this.#projects.assertExist(unique);
    const agent_id = newId();
    const now = this.#clock.now();
    await this.#database.transaction(async (tx) => {
      const agent = { agent_id, name, token_hash: hashSecret(token), created_at: now, offline_at: now };
      await repository.insertAgent(tx, agent, unique);
      if (by) await this.#audit.write(tx, { action: "agent.create", ...by, target: name, detail: { agent_id } });
    });
    return { agent_id, token };
  }

  /**
   * The agent that runs beside this server, known by a token that both were given. With another token it is still the same
   * agent, with the same devices.
   * @param note Where this server remembers which one that is: each of several servers may have its own.
   */
  async ensureLocal(token: string, note: LocalNote): Promise<void> {
    const { db } = this.#database;
    const token_hash = hashSecret(token);
    const noted = await note.read();
    // One that an administrator revoked stays revoked.
    let agent_id = (await repository.findEverByToken(db, token_hash))?.agent_id;
    if (agent_id === undefined && noted !== undefined && (await repository.findAgent(db, noted))) {
      await repository.updateAgent(db, noted, { token_hash });
      agent_id = noted;
    }
    agent_id ??= (await this.create(LOCAL_AGENT, [], { token })).agent_id;
    if (agent_id !== noted) await note.write(agent_id);
  }

  async list(query: { keyword: string; page_num: number; page_size: number }) {
    const { rows, total } = await repository.listAgents(this.#database.db, query);
    const list: z.output<typeof shapes.agent>[] = rows.map(({ agent, device_count, project_ids }) => ({
      agent_id: agent.agent_id,
      name: agent.name,
      instance_id: agent.instance_id,
      hostname: agent.hostname,
      ip: agent.ip,
      system: agent.system,
      version: agent.version,
      scripts: agent.scripts,
      online: agent.offline_at === null,
      project_ids,
      created_at: agent.created_at,
      last_heartbeat_at: agent.last_heartbeat_at,
      offline_at: agent.offline_at,
      device_count,
    }));
    return { list, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError agent_not_found */
  async revoke(agent_id: string, by: { user: CallerUser; ip: string }): Promise<void> {
    const agent = await repository.findAgent(this.#database.db, agent_id);
    if (!agent) throw new UdtError("agent_not_found", { agent_id });
    const now = this.#clock.now();
    await this.#database.transaction(async (tx) => {
      await repository.updateAgent(tx, agent_id, { revoked_at: now, offline_at: agent.offline_at ?? now });
      await this.#audit.write(tx, { action: "agent.revoke", ...by, target: agent.name, detail: { agent_id } });
    });
    await this.dropRevoked(agent_id);
  }

  /** Revokes the agents of a project that goes: registered for it alone, they would serve all once it is gone. */
  revokeBoundTo(tx: Queries, project_id: string): Promise<string[]> {
    return repository.revokeBoundTo(tx, project_id, this.#clock.now());
  }

  /** Ends what an agent that has been revoked still has open. */
  async dropRevoked(agent_id: string): Promise<void> {
    this.#links.get(agent_id)?.close(closeCode(ERRORS.agent_token.status), "agent_token");
    this.#links.delete(agent_id);
    await this.#dropLinks({ agent_id });
    await this.#listener?.lost(agent_id);
  }

  /** The projects to tell of an agent's devices; null stands for all. */
  audience(tx: Queries, agent_id: string): Promise<(string | null)[]> {
    return repository.audienceOf(tx, agent_id);
  }

  async name(agent_id: string): Promise<string> {
    return (await repository.findAgent(this.#database.db, agent_id))?.name ?? "";
  }

  /** The agents whose links end here. */
  get linked(): string[] {
    return [...this.#links.keys()];
  }

  /** Whether it is linked to this server now. */
  isReachable(agent_id: string): boolean {
    return this.#links.get(agent_id)?.isOpen ?? false;
  }

  /** Whether requests can reach it now, through this server or another. */
  async isLinked(tx: Queries, agent_id: string): Promise<boolean> {
    return this.isReachable(agent_id) || ((await this.#relay?.isLinked(tx, agent_id)) ?? false);
  }

  /** This very server's address as an agent reaches it: a `ws:` or `wss:` URL. */
  serverUrl(agent_id: string): string {
    if (!this.#ownUrl) throw new Error("this server has no address yet");
    return this.#ownUrl(this.#links.get(agent_id)?.serverUrl);
  }

  /** Resolves once what an agent has said on its link to this server until now is taken in. */
  async caughtUp(agent_id: string): Promise<void> {
    await this.#links.get(agent_id)?.caughtUp();
  }

  /** All that may link, and those that are online, at whichever server. */
  count(): Promise<{ total: number; online: number }> {
    return repository.countAgents(this.#database.db);
  }

  /** Those that have been there, may come back, and are offline at every server. */
  away(): Promise<{ agent_id: string; name: string; offline_at: number }[]> {
    return repository.awayAgents(this.#database.db);
  }

  /** At this server. */
  get online(): number {
    return this.#links.size;
  }

  /**
   * Asks an agent, wherever it is linked, and waits for its reply's data.
   * @throws LinkBroken (agent_lost), UdtError agent_timeout, or what the agent refuses with
   */
  async request(agent_id: string, request: AgentRequest, options: { timeoutMs: number }): Promise<unknown> {
    const asked = this.#links.get(agent_id) ?? this.#relay;
    if (!asked) throw new LinkBroken();
    return asked instanceof AgentLink ? asked.request(request, options) : asked.request(agent_id, request, options);
  }

  /** Tells an agent something that needs no reply; one that is away learns it from its next welcome. */
  tell(agent_id: string, message: AgentNotice): void {
    const link = this.#links.get(agent_id);
    if (link) link.send(message);
    else this.#relay?.tell(agent_id, message);
  }

  /** A device changed hands, or may: who was refused it here gets it now, if it is free. */
  offer(device_id: string): void {
    const listener = this.#listener;
    if (!listener) return;
    for (const link of this.#links.values()) {
      for (const [serial, refused] of link.refused) {
        if (refused.device_id !== device_id) continue;
        link.inTurn(async () => {
          const now = link.refused.get(serial);
          if (!now || this.#links.get(link.agent_id) !== link) return;
          if (!(await listener.device(link.agent_id, now.report))) link.refused.delete(serial);
        });
      }
    }
  }

  /** Takes an agent's socket; it counts once it has said hello. */
  connect(agent_id: string, socket: WebSocket, from: { ip: string; serverUrl: string }): void {
    const link = new AgentLink({
      agent_id,
      ...from,
      socket,
      clock: this.#clock,
      onReport: (link, report) => this.#onReport(link, report),
      onHeard: (link) => this.#onHeard(link),
      onMessage: (direction, type) => this.said.emit({ direction, type }),
      onClosed: (link) => {
        if (this.#links.get(agent_id) !== link) return;
        this.#links.delete(agent_id);
        void this.#dropLinks({ link_id: link.link_id });
      },
      onGarbage: (link, reason) =>
        this.#log.warn({ agent_id: link.agent_id, ip: link.ip, reason }, "garbage from agent"),
      onError: (error) => {
        // What failed half-way is made whole by the next hello.
        this.#log.error({ err: error, agent_id }, "report of agent");
        link.close(1011, "internal");
      },
    });
  }

  async close(): Promise<void> {
    this.#stopJudging();
    for (const link of this.#links.values()) {
      link.close(1001, "server stops");
      void this.#dropLinks({ link_id: link.link_id });
    }
    this.#links.clear();
    await Promise.all(this.#ending);
  }

  /** Nobody is to ask over these links any more, and who has asked is to know it. */
  #dropLinks(of: Parameters<typeof linkRows.dropLinks>[1]): Promise<void> {
    const { db } = this.#database;
    const done = linkRows
      .dropLinks(db, of)
      .then(() => linkRows.tellAll(db))
      .catch((error: unknown) => this.#log.error({ err: error }, "end of a link"))
      .finally(() => this.#ending.delete(done));
    this.#ending.add(done);
    return done;
  }

  #onHeard(link: AgentLink): void {
    if (link.instance_id === "") return;
    const [now, at] = [this.#clock.now(), this.#clock.elapsed()];
    this.#heard.set(link.agent_id, at);
    if (at - (this.#written.get(link.agent_id)?.at ?? -Infinity) < WRITE_HEARTBEAT_EVERY_MS) return;
    this.#written.set(link.agent_id, { at, time: now });
    repository
      .updateAgent(this.#database.db, link.agent_id, { last_heartbeat_at: now })
      .catch((error: unknown) => this.#log.error({ err: error }, "heartbeat"));
  }

  async #onReport(link: AgentLink, report: AgentReport): Promise<void> {
    const listener = this.#listener;
    if (!listener) throw new Error("nobody listens to agents");
    if (report.type === "hello") return this.#onHello(link, report, listener);
    if (this.#links.get(link.agent_id) !== link) {
      if (link.instance_id === "") link.close(4400, "invalid_param");
      return;
    }
    switch (report.type) {
      case "device":
        return this.#takeDevice(link, report.device, listener);
      case "device_gone":
        link.refused.delete(report.serial);
        return listener.deviceGone(link.agent_id, report.serial, report.reason);
      case "session":
        await listener.session(link.agent_id, report.session);
        return link.confirm(report.session);
      case "install":
        return listener.install(link.agent_id, report);
      case "task":
        return listener.task(link.agent_id, report);
      case "scripts":
        await repository.updateAgent(this.#database.db, link.agent_id, { scripts: report.scripts });
        return listener.scripts(link.agent_id);
      default:
        throw new Error(`unknown report ${String(report satisfies never)}`);
    }
  }

  async #takeDevice(link: AgentLink, report: DeviceReport, listener: AgentListener): Promise<void> {
    link.refused.delete(report.serial);
    const refused = await listener.device(link.agent_id, report);
    if (refused) this.#refuse(link, refused, report);
  }

  #refuse(link: AgentLink, { serial, device_id, agent_name }: RefusedDevice, report: DeviceReport): void {
    link.refused.set(serial, { device_id, report });
    const [oldest] = link.refused.keys();
    if (link.refused.size > REFUSED_MAX && oldest !== undefined) link.refused.delete(oldest);
    link.send({ type: "device_refused", serial, agent_name });
  }

  async #onHello(
    link: AgentLink,
    hello: Extract<AgentReport, { type: "hello" }>,
    listener: AgentListener,
  ): Promise<void> {
    if (hello.protocol !== AGENT_PROTOCOL) return link.close(4400, "invalid_param");
    const { agent_id } = link;
    const known = await repository.findAgent(this.#database.db, agent_id);
    if (!known) return link.close(closeCode(ERRORS.agent_token.status), "agent_token");
    const other = this.#links.get(agent_id);
    if (other && other !== link) {
      const isAlive = other.isOpen && this.#clock.elapsed() - other.heardAt < ALIVE_MS;
      if (isAlive && other.instance_id !== hello.instance_id) {
        return link.close(closeCode(ERRORS.agent_duplicate.status), "agent_duplicate");
      }
      other.terminate();
      this.#links.delete(agent_id);
    }
    // A link that ended here may not be written off yet: it is not one to another server.
    await Promise.all(this.#ending);
    if (await this.#isLinkedElsewhere(known, other, hello.instance_id)) {
      return link.close(closeCode(ERRORS.agent_duplicate.status), "agent_duplicate");
    }
    link.instance_id = hello.instance_id;
    const now = this.#clock.now();
    const at = this.#clock.elapsed();
    this.#heard.set(agent_id, at);
    this.#written.set(agent_id, { at, time: now });
    await repository.updateAgent(this.#database.db, agent_id, {
      instance_id: hello.instance_id,
      hostname: hello.hostname,
      system: hello.system,
      version: hello.version,
      scripts: hello.scripts ?? null,
      ip: link.ip,
      last_heartbeat_at: now,
      offline_at: null,
    });
    await listener.forgotten(agent_id, hello.sessions);
    const refused = await listener.devices(agent_id, hello.devices);
    const sessions = await listener.sessions(agent_id, hello.sessions);
    const tasks = await listener.tasks(agent_id, hello.tasks ?? []);
    await this.#database.transaction((tx) => linkRows.putLink(tx, agent_id, link.link_id));
    if (!link.isOpen) return this.#dropLinks({ link_id: link.link_id });
    this.#links.set(agent_id, link);
    link.send({ type: "welcome", agent_id, heartbeat_ms: HEARTBEAT_MS, now: this.#clock.now(), sessions, tasks });
    for (const device of refused) {
      const report = hello.devices.find(({ serial }) => serial === device.serial);
      if (report) this.#refuse(link, device, report);
    }
    await listener.welcomed(agent_id);
    this.welcomed.emit(agent_id);
  }

  /** Whether another installation with the same token is linked to another server, and lives. */
  async #isLinkedElsewhere(
    known: repository.AgentRow,
    other: AgentLink | undefined,
    instance_id: string,
  ): Promise<boolean> {
    const { agent_id, offline_at, last_heartbeat_at } = known;
    // The embedded database has one server; a link that it left when it died is nobody's.
    if (this.#database.kind === "pglite" || known.instance_id === instance_id || offline_at !== null) return false;
    // Its server writes down that it was heard only now and then.
    if (this.#clock.now() - (last_heartbeat_at ?? 0) >= ALIVE_MS + WRITE_HEARTBEAT_EVERY_MS) return false;
    const link_id = await linkRows.linkOf(this.#database.db, agent_id);
    return link_id !== undefined && link_id !== other?.link_id;
  }

  /** Ends links over which an agent is not to be asked any more: it was revoked or held to be lost, or has a newer one, at another server. */
  #endStale(links: readonly AgentLink[], online: Awaited<ReturnType<typeof repository.onlineAgents>>): void {
    const newest = new Map(online.map(({ agent_id, link_id }) => [agent_id, link_id]));
    for (const link of links) {
      if (this.#links.get(link.agent_id) !== link || newest.get(link.agent_id) === link.link_id) continue;
      this.#links.delete(link.agent_id);
      link.terminate();
    }
  }

  /** An agent is lost when no server has heard it for 30 s; what this server was not up to hear does not count. */
  async #judgePresence(): Promise<void> {
    const [now, at] = [this.#clock.now(), this.#clock.elapsed()];
    const links = [...this.#links.values()];
    const online = await repository.onlineAgents(this.#database.db);
    this.#endStale(links, online);
    if (at - this.#startedAt < LIMITS.agent_lost_ms) return;
    for (const { agent_id, last_heartbeat_at, link_id } of online) {
      const silence = Math.min(
        at - (this.#heard.get(agent_id) ?? this.#startedAt),
        this.#silenceElsewhere(agent_id, last_heartbeat_at, now),
      );
      if (silence < LIMITS.agent_lost_ms) continue;
      if (!(await repository.markLost(this.#database.db, agent_id, last_heartbeat_at, now))) continue;
      this.#log.warn({ agent_id: agent_id }, "agent lost");
      this.#links.get(agent_id)?.terminate();
      this.#links.delete(agent_id);
      // Not a newer one: it may be dialling another server at this moment.
      if (link_id !== null) await this.#dropLinks({ link_id });
      await this.#listener?.lost(agent_id);
    }
  }

  /** For how long other servers have not heard an agent, as far as is known: each writes down what it heard every 10 s. */
  #silenceElsewhere(agent_id: string, written_at: number | null, now: number): number {
    const isOwn = written_at === null || this.#written.get(agent_id)?.time === written_at;
    const ago_ms = now - (written_at ?? 0);
    // What lies ahead was written before somebody set a clock back, and tells nothing.
    return isOwn || ago_ms < -WRITE_HEARTBEAT_EVERY_MS ? Infinity : ago_ms - WRITE_HEARTBEAT_EVERY_MS;
  }
}
