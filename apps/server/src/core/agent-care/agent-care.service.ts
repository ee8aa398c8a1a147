import { agentLogTail, UdtError, type Agent, type AgentLogLine } from "@udt/contract";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Announce, Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { servesOf, type AgentsService, type KnownAgent } from "../agents/agents.service.ts";
import type { DevicesService } from "../devices/devices.service.ts";
import { holdProjects } from "../giving/giving.service.ts";
import type { LinksService } from "../links/links.service.ts";
import * as repository from "./agent-care.repository.ts";

const LOG_TIMEOUT_MS = 10_000;

export interface AgentCareNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  agents: AgentsService;
  devices: DevicesService;
  links: LinksService;
  /** An agent takes tasks again. */
  wakeTasks(): void;
}

/** In which project somebody acts at an agent; null is the platform. */
type Scope = string | null;

/** An agent that is held while something about it is changed. */
interface Held {
  tx: Queries;
  announce: Announce;
  agent: KnownAgent;
}

/** What people do with registered agents. Who acts in a project may do so with those that serve it alone: all else is about others too. */
export class AgentCareService {
  readonly #needs: AgentCareNeeds;
  constructor(needs: AgentCareNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError agent_not_found, agent_shared */
  async rename(scope: Scope, agent_id: string, name: string, by: Actor): Promise<Agent> {
    await this.#at(scope, agent_id, (held) => this.#rename(held, name, by));
    return this.#needs.agents.get(scope, agent_id);
  }

  /**
   * Renames it, and registers it for these projects, none being all. One that it leaves must have nothing on its devices:
   * its people would be left with a session whose device they see no more.
   * @throws UdtError agent_not_found, project_not_exists, agent_project_in_use
   */
  async edit(agent_id: string, wish: { name: string; project_ids: readonly string[] }, by: Actor): Promise<Agent> {
    const project_ids = [...new Set(wish.project_ids)].toSorted();
    const act = async (held: Held) => {
      await this.#rename(held, wish.name, by);
      await this.#register(held, project_ids, by);
    };
    await this.#at(null, agent_id, act, project_ids);
    return this.#needs.agents.get(null, agent_id);
  }

  /**
   * An agent finishes what runs, and gets nothing new, or does again. Who takes a device holds its row and looks at the agent
   * then, and so does this: what was not taken before is not taken.
   * @throws UdtError agent_not_found, agent_shared
   */
  async drain(scope: Scope, agent_id: string, draining: boolean, by: Actor): Promise<Agent> {
    const { clock, audit, devices, wakeTasks } = this.#needs;
    await this.#at(scope, agent_id, async ({ tx, announce, agent }) => {
      const device_ids = await repository.lockDevicesOf(tx, agent_id);
      const state = draining ? { since: clock.now(), user_id: by.user.user_id } : null;
      if (!(await repository.setDraining(tx, agent_id, state))) return;
      const action = draining ? "agent.drain" : "agent.undrain";
      await audit.write(tx, { action, ...by, target: agent.name, detail: { agent_id } });
      await devices.changed(tx, announce, device_ids);
    });
    if (!draining) wakeTasks();
    return this.#needs.agents.get(scope, agent_id);
  }

  /** What it wrote into its log last; null from one that does not tell. @throws UdtError agent_not_found, agent_shared, agent_lost, agent_timeout */
  async log(scope: Scope, agent_id: string): Promise<{ lines: AgentLogLine[] | null }> {
    const { agents, links } = this.#needs;
    assertAlone(scope, await agents.get(scope, agent_id));
    const answer = await links
      .request(agent_id, { type: "log_tail" }, { timeoutMs: LOG_TIMEOUT_MS })
      .catch((error: unknown) => {
        // What it does not know it refuses.
        if (error instanceof UdtError && error.code === "device_command_failed") return null;
        throw error;
      });
    const tail = agentLogTail.safeParse(answer);
    return { lines: tail.success ? tail.data.lines : null };
  }

  /** @throws UdtError agent_not_found */
  async devices(scope: Scope, agent_id: string, page: { page_num: number; page_size: number }) {
    const { agents, devices } = this.#needs;
    await agents.get(scope, agent_id);
    const { rows, total } = await repository.listDevices(this.#needs.database.db, scope, agent_id, page);
    const states = await devices.statesOf(rows.map(({ device_id }) => device_id));
    const list = rows.map((row) => ({ ...row, state: states.get(row.device_id) ?? ("offline" as const) }));
    return { list, total, ...page };
  }

  async #rename({ tx, announce, agent }: Held, name: string, by: Actor): Promise<void> {
    if (name === agent.name) return;
    const { agent_id } = agent;
    const device_ids = await repository.lockDevicesOf(tx, agent_id);
    await repository.rename(tx, agent_id, name);
    const detail = { agent_id, name };
    await this.#needs.audit.write(tx, { action: "agent.rename", ...by, target: agent.name, detail });
    await this.#needs.devices.changed(tx, announce, device_ids);
  }

  async #register({ tx, announce, agent }: Held, project_ids: readonly string[], by: Actor): Promise<void> {
    const { agent_id, name } = agent;
    const before = await repository.projectsOf(tx, agent_id);
    if (before.join() === project_ids.join()) return;
    const device_ids = await repository.lockDevicesOf(tx, agent_id);
    const count = project_ids.length === 0 ? 0 : await repository.countUsedBesides(tx, agent_id, project_ids);
    if (count > 0) throw new UdtError("agent_project_in_use", { name, count });
    const { devices } = this.#needs;
    await devices.changed(tx, announce, device_ids);
    await repository.setProjects(tx, agent_id, project_ids);
    await devices.changed(tx, announce, device_ids);
    const detail = { agent_id, before: before.join(" "), project_ids: project_ids.join(" ") };
    await this.#needs.audit.write(tx, { action: "agent.projects", ...by, target: name, detail });
  }

  /**
   * Does something at an agent, and keeps others from it meanwhile.
   * @param staying Projects that stay meanwhile. They are held before the agent, as by who deletes one of them.
   */
  async #at(
    scope: Scope,
    agent_id: string,
    act: (held: Held) => Promise<void>,
    staying: readonly string[] = [],
  ): Promise<void> {
    await this.#needs.bus.transaction(async (tx, announce) => {
      const there = await holdProjects(tx, staying);
      if (staying.some((project_id) => !there.has(project_id))) throw new UdtError("project_not_exists");
      const agent = await repository.lockAgent(tx, scope, agent_id);
      if (!agent) throw new UdtError("agent_not_found", { agent_id });
      const project_ids = await repository.projectsOf(tx, agent_id);
      const serves = servesOf(project_ids, await repository.hasGivenElsewhere(tx, agent_id));
      assertAlone(scope, { name: agent.name, serves });
      await act({ tx, announce, agent });
    });
  }
}

/** @throws UdtError agent_shared where others than the project that somebody acts in have to do with it */
function assertAlone(scope: Scope, { name, serves }: Pick<Agent, "name" | "serves">): void {
  if (scope !== null && serves !== "one") throw new UdtError("agent_shared", { name });
}
