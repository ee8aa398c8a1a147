import { UdtError, type Agent, type ProjectSigners } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { signersAmong } from "./signing.ts";
import type { LocalNote } from "../../platform/local-note.ts";
import { hashSecret, newId, newSecret } from "../../platform/ids.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import type { ProjectsService } from "../../people/projects/projects.service.ts";
import { agentShown } from "./agent-shown.ts";
import * as repository from "./agents.repository.ts";

export { drainingOf, servesOf } from "./agent-shown.ts";
export { drainerName, onlySeeing, seenBy } from "./agents.repository.ts";
export { maySign } from "./signing.ts";
export { givesElsewhere, isGivenTo, projectsSeeing, serves, visibleIn } from "./visible-in.ts";

export type { AgentSkills } from "./agents.repository.ts";
export type KnownAgent = repository.AgentRow;

export const LOCAL_AGENT = "local";
/** How many agents a refusal names. */
const NAMED = 5;

/** Agents as they are registered: their tokens, their projects, and what is written of their presence. */
export class AgentsService {
  readonly #database: Database;
  readonly #clock: ServerClock;
  readonly #projects: ProjectsService;
  readonly #audit: AuditService;

  constructor(database: Database, clock: ServerClock, projects: ProjectsService, audit: AuditService) {
    this.#database = database;
    this.#clock = clock;
    this.#projects = projects;
    this.#audit = audit;
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
    options: { token?: string; by?: Actor } = {},
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

  /** Those that serve a project; with null all. */
  async list(scope: string | null, query: { keyword: string; page_num: number; page_size: number }) {
    const { rows, total } = await repository.listAgents(this.#database.db, scope, query);
    const list = rows.map((row) => agentShown(row, scope));
    return { list, total, page_num: query.page_num, page_size: query.page_size };
  }

  /** One that a project, or with null the platform, sees. @throws UdtError agent_not_found */
  async get(scope: string | null, agent_id: string): Promise<Agent> {
    const { rows } = await repository.listAgents(this.#database.db, scope, {
      agent_id,
      keyword: "",
      page_num: 1,
      page_size: 1,
    });
    const [row] = rows;
    if (!row) throw new UdtError("agent_not_found", { agent_id });
    return agentShown(row, scope);
  }

  /** Its token is good no more; what it has open is the presence's to end. @throws UdtError agent_not_found */
  async revoke(agent_id: string, by: Actor): Promise<void> {
    const agent = await repository.findAgent(this.#database.db, agent_id);
    if (!agent) throw new UdtError("agent_not_found", { agent_id });
    const now = this.#clock.now();
    await this.#database.transaction(async (tx) => {
      await repository.updateAgent(tx, agent_id, { revoked_at: now, offline_at: agent.offline_at ?? now });
      await this.#audit.write(tx, { action: "agent.revoke", ...by, target: agent.name, detail: { agent_id } });
    });
  }

  /**
   * Revokes the agents of a project that goes: registered for it alone, they would serve all once it is gone. It stays while
   * one of them has devices that are given to others, who would lose them without a word.
   * @param dropRevoked Ends what a revoked agent has open.
   */
  ofProject(dropRevoked: (agent_id: string) => Promise<void>): ProjectContent {
    return {
      count: async (db, project_id) => ({ agents: await repository.countBoundTo(db, project_id) }),
      hold: (tx, project_id) => repository.holdServing(tx, project_id),
      assertMayGo: async (db, project_id) => {
        const giving = await repository.givingBoundTo(db, project_id);
        if (giving.length === 0) return;
        const names = giving.slice(0, NAMED).map(({ name }) => name);
        const count = giving.reduce((sum, one) => sum + one.count, 0);
        throw new UdtError("agent_gives_elsewhere", { names: names.join(", "), count });
      },
      delete: async (tx, project_id) => {
        const revoked = await repository.revokeBoundTo(tx, project_id, this.#clock.now());
        return {
          async after() {
            for (const agent_id of revoked) await dropRevoked(agent_id);
          },
        };
      },
    };
  }

  /** The projects whose tasks an agent takes; null stands for all. */
  audience(tx: Queries, agent_id: string): Promise<(string | null)[]> {
    return repository.audienceOf(tx, agent_id);
  }

  /** What it can do where it may get a task, being neither drained nor revoked; that stays so to the end of the transaction. */
  takesTasks(tx: Queries, agent_id: string): Promise<repository.AgentSkills | undefined> {
    return repository.lockTaking(tx, agent_id);
  }

  /** Who signs apps for a project, and what is refused where nobody would. */
  async signersOf(db: Queries, project_id: string): Promise<ProjectSigners> {
    return signersAmong(await repository.agentsWithTool(db, project_id));
  }

  /** How many agents that read memory graphs are there for a project, and take work. */
  memgraphReaders(db: Queries, project_id: string): Promise<number> {
    return repository.countMemgraphReaders(db, project_id);
  }

  /** One that may link. */
  find(agent_id: string, db: Queries = this.#database.db): Promise<KnownAgent | undefined> {
    return repository.findAgent(db, agent_id);
  }

  /** Writes down what an agent says of itself. */
  note(agent_id: string, change: Partial<KnownAgent>): Promise<void> {
    return repository.updateAgent(this.#database.db, agent_id, change);
  }

  /** Those that count as online, each with its newest link; some may have fallen silent. */
  allOnline(): ReturnType<typeof repository.onlineAgents> {
    return repository.onlineAgents(this.#database.db);
  }

  /** Marks an agent offline unless any server has heard it since `last_heartbeat_at`. False when one has. */
  markLost(agent_id: string, last_heartbeat_at: number | null, now: number): Promise<boolean> {
    return repository.markLost(this.#database.db, agent_id, last_heartbeat_at, now);
  }

  /** All that may link, and those that are online, at whichever server. */
  count(): Promise<{ total: number; online: number }> {
    return repository.countAgents(this.#database.db);
  }

  /** Those that have been there, may come back, and are offline at every server. */
  away(): Promise<{ agent_id: string; name: string; offline_at: number }[]> {
    return repository.awayAgents(this.#database.db);
  }
}
