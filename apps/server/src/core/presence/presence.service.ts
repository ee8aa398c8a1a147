import type { WebSocket } from "ws";
import {
  AGENT_PROTOCOL,
  BAD_MESSAGE,
  closeCode,
  ERRORS,
  LIMITS,
  type AgentMachine,
  type DeviceReport,
} from "@udt/contract";
import { every } from "../../platform/clock.ts";
import type { Actor } from "../../platform/http/caller.ts";
import type { ServiceNeeds } from "../../platform/service-needs.ts";
import type { AgentsService, KnownAgent } from "../agents/agents.service.ts";
import type { RefusedDevice } from "../devices/devices.service.ts";
import { AgentLink, HEARTBEAT_MS, type AgentReport, type LinksService } from "../links/links.service.ts";
import type { AgentListener } from "./agent-listener.ts";

const JUDGE_EVERY_MS = 1_000;
/** While nobody is silent for `QUIET_MS`, what was read so long ago will do; but of several servers another may make links stale. */
const READ_EVERY_MS = { pglite: 5_000, postgresql: 0 };
const QUIET_MS = 10_000;
const WRITE_HEARTBEAT_EVERY_MS = 10_000;
/** A link that has missed this many heartbeats does not keep a second one out. */
const ALIVE_MS = 3 * HEARTBEAT_MS;
/** As many refused devices of one agent are remembered as one hello may tell. */
const REFUSED_MAX = 1000;

type OnlineAgents = Awaited<ReturnType<AgentsService["allOnline"]>>;

export interface PresenceDependencies extends ServiceNeeds {
  agents: AgentsService;
  links: LinksService;
  /** Who acts on what agents say. */
  listener: AgentListener;
}

/** Agents that dial, and that fall silent: who is there, and what it says, handed on to who acts on it. */
export class PresenceService {
  readonly #needs: PresenceDependencies;
  /** Of agents: when this server heard them, by the clock that nobody sets. */
  readonly #heard = new Map<string, number>();
  /** When it wrote that down, by that clock, and what it wrote. */
  readonly #written = new Map<string, { at: number; time: number }>();
  readonly #startedAt: number;
  /** Who counted as online when that was read last, and when that was, by the clock that nobody sets. */
  #online: { at: number; agents: OnlineAgents } | undefined;
  readonly #stops: (() => void)[];

  constructor(needs: PresenceDependencies) {
    this.#needs = needs;
    const { clock, log, bus } = needs;
    this.#startedAt = clock.elapsed();
    this.#stops = [
      every(clock, JUDGE_EVERY_MS, () =>
        this.#judge().catch((error: unknown) => log.error({ err: error }, "presence of agents")),
      ),
      bus.subscribe(({ payload }) => {
        if (payload.type === "device.changed") this.#offer(payload.device_id);
      }),
    ];
  }

  /** Takes an agent's socket; it counts once it has said hello. */
  connect(agent_id: string, socket: WebSocket, from: { ip: string; serverUrl: string }): void {
    const { clock, links, log } = this.#needs;
    const link = new AgentLink({
      agent_id,
      ...from,
      socket,
      clock,
      onReport: (link, report) => this.#onReport(link, report),
      onHeard: (link, machine) => this.#onHeard(link, machine),
      onMessage: (direction, type) => links.said.emit({ direction, type }),
      onClosed: (link) => links.ended(link),
      onGarbage: (link, reason) => log.warn({ agent_id: link.agent_id, ip: link.ip, reason }, "garbage from agent"),
      onError: (error) => {
        // What failed half-way is made whole by the next hello.
        log.error({ err: error, agent_id }, "report of agent");
        link.close(1011, "internal");
      },
    });
  }

  /** @throws UdtError agent_not_found */
  async revoke(agent_id: string, by: Actor): Promise<void> {
    await this.#needs.agents.revoke(agent_id, by);
    await this.dropRevoked(agent_id);
  }

  /** Ends what an agent that has been revoked still has open. */
  async dropRevoked(agent_id: string): Promise<void> {
    const { links, listener } = this.#needs;
    links.refuse(agent_id, closeCode(ERRORS.agent_token.status), "agent_token");
    await links.drop({ agent_id });
    await listener.lost(agent_id);
  }

  /** Ends the links too: nobody new could be asked over them. */
  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#needs.links.close();
  }

  /** A device changed hands, or may: who was refused it here gets it now, if it is free. */
  #offer(device_id: string): void {
    const { links, listener } = this.#needs;
    for (const link of links.here.values()) {
      for (const [serial, refused] of link.refused) {
        if (refused.device_id !== device_id) continue;
        link.inTurn(async () => {
          const now = link.refused.get(serial);
          if (!now || !links.isCurrent(link)) return;
          if (!(await listener.device(link.agent_id, now.report))) link.refused.delete(serial);
        });
      }
    }
  }

  #onHeard(link: AgentLink, machine: AgentMachine | undefined): void {
    if (link.instance_id === "") return;
    const { clock, agents, log } = this.#needs;
    const [now, at] = [clock.now(), clock.elapsed()];
    this.#heard.set(link.agent_id, at);
    if (at - (this.#written.get(link.agent_id)?.at ?? -Infinity) < WRITE_HEARTBEAT_EVERY_MS) return;
    this.#written.set(link.agent_id, { at, time: now });
    agents
      .note(link.agent_id, { last_heartbeat_at: now, ...(machine && { machine }) })
      .catch((error: unknown) => log.error({ err: error }, "heartbeat"));
  }

  async #onReport(link: AgentLink, report: AgentReport): Promise<void> {
    const { links, listener, agents, log } = this.#needs;
    if (report.type === "hello") return this.#onHello(link, report);
    if (!links.isCurrent(link)) {
      if (link.instance_id === "") link.close(BAD_MESSAGE, "invalid_param");
      return;
    }
    switch (report.type) {
      case "device":
        return this.#takeDevice(link, report.device);
      case "device_unread":
        return listener.deviceUnread(link.agent_id, report.device);
      case "device_gone":
        link.refused.delete(report.serial);
        return listener.deviceGone(link.agent_id, report.serial, report.reason);
      case "session":
        await listener.session(link.agent_id, report.session);
        return link.confirm(report.session);
      case "picture":
        // Another comes: one that cannot be kept, as on a full disk, is no reason to end what is said of sessions.
        return listener
          .picture(link.agent_id, report)
          .catch((err: unknown) => log.warn({ err, agent_id: link.agent_id }, "picture of a device"));
      case "install":
        return listener.install(link.agent_id, report);
      case "task":
        return listener.task(link.agent_id, report);
      case "scripts":
        await agents.note(link.agent_id, { scripts: report.scripts });
        return listener.scripts(link.agent_id);
      default:
        throw new Error(`unknown report ${String(report satisfies never)}`);
    }
  }

  async #takeDevice(link: AgentLink, report: DeviceReport): Promise<void> {
    link.refused.delete(report.serial);
    const refused = await this.#needs.listener.device(link.agent_id, report);
    if (refused) refuse(link, refused, report);
  }

  async #onHello(link: AgentLink, hello: Extract<AgentReport, { type: "hello" }>): Promise<void> {
    const { agents, links, listener, clock } = this.#needs;
    const { agent_id } = link;
    const known = await agents.find(agent_id);
    if (!known) return link.close(closeCode(ERRORS.agent_token.status), "agent_token");
    if (hello.protocol !== AGENT_PROTOCOL) {
      // Who looks why it does not come learns that it is of another version.
      if (known.offline_at !== null) await agents.note(agent_id, { version: hello.version });
      return link.close(BAD_MESSAGE, "invalid_param");
    }
    if (!(await this.#makesRoom(link, known, hello.instance_id)))
      return link.close(closeCode(ERRORS.agent_duplicate.status), "agent_duplicate");
    link.instance_id = hello.instance_id;
    const [now, at] = [clock.now(), clock.elapsed()];
    this.#heard.set(agent_id, at);
    this.#written.set(agent_id, { at, time: now });
    await listener.forgotten(agent_id, hello.sessions);
    const { instance_id, hostname, system, version } = hello;
    const named = { instance_id, hostname, system, version };
    await agents.note(agent_id, {
      ...named,
      scripts: hello.scripts ?? null,
      addresses: hello.addresses ?? null,
      machine: hello.machine ?? null,
      signing_tool: hello.signing_tool ?? null,
      reads_memgraphs: hello.reads_memgraphs ?? false,
      ip: link.ip,
      last_heartbeat_at: now,
      ...(known.offline_at !== null && { online_at: now }),
      offline_at: null,
    });
    const refused = await listener.devices(agent_id, hello.devices, hello.unread);
    const sessions = await listener.sessions(agent_id, hello.sessions);
    const tasks = await listener.tasks(agent_id, hello.tasks ?? []);
    if (!(await links.add(link))) return;
    link.send({ type: "welcome", agent_id, heartbeat_ms: HEARTBEAT_MS, now: clock.now(), sessions, tasks });
    for (const device of refused) {
      const report = hello.devices.find(({ serial }) => serial === device.serial);
      if (report) refuse(link, device, report);
    }
    await listener.welcomed(agent_id);
    links.welcomed.emit(agent_id);
  }

  /** Ends an earlier link of the same installation, or a dead one. False: another installation with the same token lives. */
  async #makesRoom(link: AgentLink, known: KnownAgent, instance_id: string): Promise<boolean> {
    const { links, clock } = this.#needs;
    const other = links.here.get(link.agent_id);
    if (other && other !== link) {
      const isAlive = other.isOpen && clock.elapsed() - other.heardAt < ALIVE_MS;
      if (isAlive && other.instance_id !== instance_id) return false;
      links.cut(link.agent_id);
    }
    // A link that ended here may not be written off yet: it is not one to another server.
    await links.settled();
    return !(await this.#isLinkedElsewhere(known, other, instance_id));
  }

  /** Whether another installation with the same token is linked to another server, and lives. */
  async #isLinkedElsewhere(known: KnownAgent, other: AgentLink | undefined, instance_id: string): Promise<boolean> {
    const { database, clock, links } = this.#needs;
    const { agent_id, offline_at, last_heartbeat_at } = known;
    // The embedded database has one server; a link that it left when it died is nobody's.
    if (database.kind === "pglite" || known.instance_id === instance_id || offline_at !== null) return false;
    // Its server writes down that it was heard only now and then.
    if (clock.now() - (last_heartbeat_at ?? 0) >= ALIVE_MS + WRITE_HEARTBEAT_EVERY_MS) return false;
    return ![undefined, other?.link_id].includes(await links.newestOf(agent_id));
  }

  /** An agent is lost when no server has heard it for 30 s; what this server was not up to hear does not count. */
  async #judge(): Promise<void> {
    const { agents, links, listener, clock, log } = this.#needs;
    const [now, at] = [clock.now(), clock.elapsed()];
    if (!this.#isToRead(at, now)) return;
    const here = [...links.here.values()];
    const online = await agents.allOnline();
    this.#online = { at, agents: online };
    this.#endStale(here, online);
    if (at - this.#startedAt < LIMITS.agent_lost_ms) return;
    for (const { agent_id, last_heartbeat_at, link_id } of online) {
      if (this.#silence(agent_id, last_heartbeat_at, at, now) < LIMITS.agent_lost_ms) continue;
      if (!(await agents.markLost(agent_id, last_heartbeat_at, now))) continue;
      log.warn({ agent_id }, "agent lost");
      links.cut(agent_id);
      // Not a newer one: it may be dialling another server at this moment.
      if (link_id !== null) await links.drop({ link_id });
      await listener.lost(agent_id);
    }
  }

  /** Whether who is online has to be read again. A server at rest reads seldom; near a loss it is read each time. */
  #isToRead(at: number, now: number): boolean {
    const last = this.#online;
    if (!last || at - last.at >= READ_EVERY_MS[this.#needs.database.kind]) return true;
    return last.agents.some((one) => this.#silence(one.agent_id, one.last_heartbeat_at, at, now) >= QUIET_MS);
  }

  /** For how long nobody has heard an agent, in milliseconds, as far as is known. */
  #silence(agent_id: string, written_at: number | null, at: number, now: number): number {
    const own = at - (this.#heard.get(agent_id) ?? this.#startedAt);
    return Math.min(own, this.#silenceElsewhere(agent_id, written_at, now));
  }

  /** Ends links over which an agent is not to be asked any more: it was revoked or held to be lost, or has a newer one, at another server. */
  #endStale(here: readonly AgentLink[], online: OnlineAgents): void {
    const newest = new Map(online.map(({ agent_id, link_id }) => [agent_id, link_id]));
    for (const link of here) {
      const isStale = newest.get(link.agent_id) !== link.link_id;
      if (isStale && this.#needs.links.isCurrent(link)) this.#needs.links.cut(link.agent_id);
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

function refuse(link: AgentLink, { serial, device_id, agent_name }: RefusedDevice, report: DeviceReport): void {
  link.refused.set(serial, { device_id, report });
  const [oldest] = link.refused.keys();
  if (link.refused.size > REFUSED_MAX && oldest !== undefined) link.refused.delete(oldest);
  link.send({ type: "device_refused", serial, agent_name });
}
