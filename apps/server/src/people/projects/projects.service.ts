import {
  DEFAULT_MEMBER_PRIVILEGES,
  SWITCHABLE_PRIVILEGES,
  UdtError,
  VISIBILITY,
  type BodyOf,
  type DataOf,
  type ENDPOINTS,
  type ProjectDetail,
  type SwitchablePrivilege,
} from "@udt/contract";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { gathered } from "../../platform/database/gathered.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import type { Actor, CallerProject, CallerUser } from "../../platform/http/caller.ts";
import type { AuditService } from "../audit/audit.service.ts";
import { holdMember, insertMember, listOwners } from "./members.repository.ts";
import { holdByOrg } from "./orgs.repository.ts";
import { heldAmong, NAMED_PRIVILEGES, privilegesOf } from "./privileges.ts";
import * as repository from "./projects.repository.ts";

export { lockProject } from "./projects.repository.ts";

export const DEMO_PROJECT = "demo";
/** So many know whom to ask; a sentence has no room for more. */
const OWNERS_NAMED = 5;

export interface ProjectsDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  /** Whether a parent platform keeps the privileges of projects. */
  isPlatformSync: boolean;
}

export class ProjectsService {
  readonly #needs: ProjectsDependencies;
  readonly #place: (place: repository.Place) => Promise<repository.FoundPlace | undefined>;
  constructor(needs: ProjectsDependencies) {
    this.#needs = needs;
    this.#place = gathered((places) => repository.findProjects(needs.database.db, places));
  }

  /**
   * A user's standing in a project; `asMember` makes it that of an ordinary member for who is at least that.
   * @throws UdtError project_not_exists, for strangers also of a secret project, and user_not_in_project for who may not
   * even look
   */
  async standing(user: CallerUser, project_id: string, asMember = false): Promise<CallerProject> {
    const found = await this.#place({ project_id, user_id: user.user_id });
    if (!found) throw new UdtError("project_not_exists");
    const { project } = found;
    const own = user.udt_admin ? 1 : (found.user_type ?? 0);
    // Whether there is one is its members' secret, too.
    if (own === 0 && project.visibility === VISIBILITY.secret) throw new UdtError("project_not_exists");
    if (asMember && own === 0) throw new UdtError("user_not_in_project");
    const user_type = asMember ? 2 : own;
    if (user_type === 0 && project.visibility !== VISIBILITY.public) throw new UdtError("user_not_in_project");
    return { project_id, user_type, privileges: privilegesOf(user_type, project.member_privileges) };
  }

  /**
   * Makes sure, to the end of the transaction, that somebody belongs to a project and that it stays: what is begun in it
   * now cannot outlive their removal unseen.
   * @throws UdtError project_not_exists, user_not_in_project
   */
  async holdPlace(tx: Queries, user: CallerUser, project_id: string): Promise<void> {
    // The project first, as who deletes it does.
    if (!(await repository.lockProject(tx, project_id, "use"))) throw new UdtError("project_not_exists");
    if (user.udt_admin) return;
    if (await holdMember(tx, project_id, user.user_id)) return;
    if (!(await holdByOrg(tx, project_id, user.user_id))) throw new UdtError("user_not_in_project");
  }

  /** @param only The one project that may be told of, where it is one. */
  async list(
    user: CallerUser,
    query: {
      keyword: string;
      member: boolean;
      manage_flag: boolean;
      project_id?: string | undefined;
      page_num: number;
      page_size: number;
    },
    only: string | undefined,
  ): Promise<DataOf<(typeof ENDPOINTS)["projectList"]>> {
    const { page_num, page_size } = query;
    const project_id = query.project_id ?? only;
    if (only !== undefined && project_id !== only) return { list: [], total: 0, page_num, page_size };
    const { rows, total } = await repository.listProjects(this.#needs.database.db, {
      keyword: query.keyword,
      isMember: query.member,
      isOwner: query.manage_flag,
      project_id,
      user_id: user.user_id,
      seesAll: user.udt_admin,
      page_num,
      page_size,
    });
    const list = rows.map(({ project, user_type, member_count, join_state }) => ({
      project_id: project.project_id,
      name: project.name,
      icon: project.icon,
      target_usage: project.target_usage,
      visibility: project.visibility,
      user_type: user_type ?? (0 as const),
      description: project.description,
      member_count,
      created_at: project.created_at,
      can_open: user.udt_admin || user_type !== null || project.visibility === VISIBILITY.public,
      join_requested: user_type === null && join_state === "requested",
    }));
    return { list, total, page_num, page_size };
  }

  /** Of several that want one id or name at once, exactly one gets it. @throws UdtError project_id_exists, project_name_exists */
  async create(actor: Actor, wish: BodyOf<(typeof ENDPOINTS)["projectCreate"]>): Promise<ProjectDetail> {
    const { project_id, name } = wish;
    await this.#unique({ project_id, name }, async (tx) => {
      const created_at = this.#needs.clock.now();
      await repository.insertProject(tx, {
        ...wish,
        member_privileges: [...DEFAULT_MEMBER_PRIVILEGES],
        created_at,
      });
      await insertMember(tx, { project_id, user_id: actor.user.user_id, user_type: 1, joined_at: created_at });
      await this.#needs.audit.write(tx, { action: "project.create", ...actor, project_id, target: name });
    });
    return this.get(actor.user, { project_id, user_type: 1, privileges: privilegesOf(1, []) });
  }

  /** @throws UdtError project_not_exists when it was deleted meanwhile */
  async get(user: CallerUser, standing: CallerProject): Promise<ProjectDetail> {
    const { project_id, user_type } = standing;
    const found = await repository.findWhole(this.#needs.database.db, project_id, user.user_id);
    if (!found) throw new UdtError("project_not_exists");
    const { project, member_count, join_state } = found;
    return {
      project_id,
      name: project.name,
      icon: project.icon,
      target_usage: project.target_usage,
      visibility: project.visibility,
      user_type,
      description: project.description,
      created_at: project.created_at,
      member_count,
      privileges: heldAmong(NAMED_PRIVILEGES, {
        user_type,
        privileges: privilegesOf(user_type, project.member_privileges),
      }),
      join_state: found.user_type === null ? join_state : null,
    };
  }

  /**
   * Who lets somebody in. Names are no secret of a project that the list tells of: everybody who is signed in finds users
   * by them, and must know whom to ask.
   * @throws UdtError project_not_exists, for strangers also of a secret project
   */
  async door(user: CallerUser, project_id: string): Promise<DataOf<(typeof ENDPOINTS)["projectDoor"]>> {
    const { db } = this.#needs.database;
    const place = await this.#place({ project_id, user_id: user.user_id });
    const isOurs = place?.user_type !== null || user.udt_admin;
    if (!place || (!isOurs && place.project.visibility === VISIBILITY.secret)) throw new UdtError("project_not_exists");
    const { name, visibility } = place.project;
    // Only now: what is not to be known of is asked for as little as what is not there.
    const join_state = place.user_type === null && (await repository.joinState(db, project_id, user.user_id));
    const owners = await listOwners(db, project_id, OWNERS_NAMED);
    return { name, visibility, owners, join_requested: join_state === "requested" };
  }

  /** @throws UdtError project_name_exists */
  async update(
    actor: Actor,
    standing: CallerProject,
    change: BodyOf<(typeof ENDPOINTS)["projectUpdate"]>,
  ): Promise<ProjectDetail> {
    const { project_id } = standing;
    await this.#unique({ project_id, name: change.name }, async (tx, changed) => {
      const before = await repository.lockProject(tx, project_id, "change");
      if (!before) throw new UdtError("project_not_exists");
      await repository.updateProject(tx, project_id, change);
      const detail = { name: change.name, visibility: change.visibility, target_usage: change.target_usage };
      await this.#needs.audit.write(tx, { action: "project.edit", ...actor, project_id, target: before.name, detail });
      changed(project_id);
    });
    return this.get(actor.user, standing);
  }

  async privileges(
    project_id: string,
  ): Promise<{ privilege_list: { privilege: SwitchablePrivilege; enabled: boolean; locked: boolean }[] }> {
    const held = await this.#switched(project_id);
    return {
      privilege_list: SWITCHABLE_PRIVILEGES.map((privilege) => ({
        privilege,
        enabled: held.includes(privilege),
        locked: this.#isLocked(privilege),
      })),
    };
  }

  /** With platform sync on only the token's privilege is ours to set. @throws UdtError platform_managed */
  async setPrivileges(actor: Actor, project_id: string, wanted: readonly SwitchablePrivilege[]): Promise<void> {
    const member_privileges = SWITCHABLE_PRIVILEGES.filter((privilege) => wanted.includes(privilege));
    await this.#needs.bus.transaction(async (tx, announce) => {
      const project = await repository.lockProject(tx, project_id, "change");
      if (!project) throw new UdtError("project_not_exists");
      const changed = SWITCHABLE_PRIVILEGES.filter(
        (name) => member_privileges.includes(name) !== project.member_privileges.includes(name),
      );
      const locked = changed.find((privilege) => this.#isLocked(privilege));
      if (locked !== undefined) throw new UdtError("platform_managed", { privilege: locked });
      await repository.updateProject(tx, project_id, { member_privileges });
      await this.#needs.audit.write(tx, {
        action: "project.privileges",
        ...actor,
        project_id,
        target: project.name,
        detail: { privileges: member_privileges.join(",") },
      });
      announce(project_id, { type: "project.changed", project_id });
    });
  }

  /** @throws UdtError project_not_exists when one of them is missing */
  async assertExist(project_ids: string[]): Promise<void> {
    const existing = await repository.existingProjectIds(this.#needs.database.db, project_ids);
    if (project_ids.some((project_id) => !existing.has(project_id))) throw new UdtError("project_not_exists");
  }

  /** The project that a fresh installation starts with. */
  async ensureDemo(owner_id: string): Promise<void> {
    const created_at = this.#needs.clock.now();
    await this.#needs.database.transaction(async (tx) => {
      await repository.insertProject(tx, {
        project_id: DEMO_PROJECT,
        name: "Demo",
        visibility: VISIBILITY.private,
        member_privileges: [...DEFAULT_MEMBER_PRIVILEGES],
        created_at,
      });
      await insertMember(tx, { project_id: DEMO_PROJECT, user_id: owner_id, user_type: 1, joined_at: created_at });
    });
  }

  #isLocked(privilege: SwitchablePrivilege): boolean {
    return this.#needs.isPlatformSync && privilege !== "project.token";
  }

  async #switched(project_id: string): Promise<readonly SwitchablePrivilege[]> {
    const found = await repository.findProject(this.#needs.database.db, project_id, "");
    if (!found) throw new UdtError("project_not_exists");
    return found.project.member_privileges;
  }

  /** The database decides what is taken, so that nobody can slip in between a question and its answer. */
  async #unique(
    wish: { project_id: string; name: string },
    work: (tx: Queries, changed: (project_id: string) => void) => Promise<void>,
  ): Promise<void> {
    try {
      await this.#needs.bus.transaction((tx, announce) =>
        work(tx, (project_id) => announce(project_id, { type: "project.changed", project_id })),
      );
    } catch (error) {
      const broken = brokenConstraint(error);
      if (broken?.name === "projects_name") {
        throw new UdtError("project_name_exists", { name: wish.name }, { cause: error });
      }
      if (broken?.name === "projects_pkey" || broken?.name === "projects_id") {
        throw new UdtError("project_id_exists", { project_id: wish.project_id }, { cause: error });
      }
      throw error;
    }
  }
}
