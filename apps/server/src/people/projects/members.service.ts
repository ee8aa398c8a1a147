import { UdtError, type BodyOf, type DataOf, type ENDPOINTS } from "@udt/contract";
import * as joins from "./joins.repository.ts";
import * as repository from "./members.repository.ts";
import { assertMayInvite, type MemberActor, type Membership, type MembershipChange } from "./membership.ts";
import { orgsOfUsers } from "./orgs.repository.ts";
import { PROJECT_OWNER } from "./privileges.ts";
import { lockProject } from "./projects.repository.ts";
import { personal } from "../../platform/bus.ts";
import type { Actor } from "../../platform/http/caller.ts";
import type { ProjectsDependencies } from "./projects.service.ts";

/** Who belongs to a project. Every change is all or none, and the last owner and the last member stay. */
export class MembersService {
  readonly #needs: ProjectsDependencies;
  readonly #membership: Membership;
  constructor(membership: Membership) {
    this.#needs = membership.needs;
    this.#membership = membership;
  }

  async list(
    project_id: string,
    query: { keyword: string; page_num: number; page_size: number },
  ): Promise<DataOf<(typeof ENDPOINTS)["memberList"]>> {
    const { db } = this.#needs.database;
    const { list, total } = await repository.listMembers(db, { ...query, project_id });
    const user_ids = list.map((member) => member.user_id);
    const orgs = Map.groupBy(await orgsOfUsers(db, project_id, user_ids), (org) => org.user_id);
    return {
      list: list.map((member) => ({
        ...member,
        orgs: (orgs.get(member.user_id) ?? []).map(({ org_id, name, user_type }) => ({ org_id, name, user_type })),
      })),
      total,
      page_num: query.page_num,
      page_size: query.page_size,
    };
  }

  /** @throws UdtError user_not_found, project_secret, no_permission, last_project_owner */
  async add(
    actor: MemberActor,
    wish: BodyOf<(typeof ENDPOINTS)["memberAdd"]>,
  ): Promise<{ added: number; updated: number }> {
    const { user_type } = wish;
    const user_ids = [...new Set(wish.user_id_list)];
    return this.#membership.change(actor, async (change) => {
      const { tx, project } = change;
      change.need("member.invite");
      assertMayInvite(change);
      if (user_type === 1) change.need(PROJECT_OWNER);
      const existing = await repository.existingUsers(tx, user_ids);
      const users = user_ids.map((user_id) => {
        const user = existing.get(user_id);
        if (!user) throw new UdtError("user_not_found", { user_id });
        return user;
      });
      const known = await repository.membersAmong(tx, project.project_id, user_ids);
      const isKnown = new Set(known.map((member) => member.user_id));
      const added = users.filter(({ user_id }) => !isKnown.has(user_id));
      const others = wish.update_existing ? known.filter((member) => member.user_type !== user_type) : [];
      await this.#join(
        change,
        added.map(({ user_id }) => user_id),
        user_type,
      );
      await this.#retype(change, actor, others, user_type);
      for (const { user_name } of added) await this.#note(change, actor, "member.add", user_name, { user_type });
      return { added: added.length, updated: others.length };
    });
  }

  /** All of them or none. @throws UdtError member_not_found, no_permission, last_project_owner */
  async setType(actor: MemberActor, wanted: readonly string[], user_type: 1 | 2): Promise<void> {
    await this.#membership.change(actor, async (change) => {
      change.need("member.edit");
      const others = (await this.#found(change, wanted)).filter((member) => member.user_type !== user_type);
      await this.#retype(change, actor, others, user_type);
      const users = await repository.existingUsers(
        change.tx,
        others.map((member) => member.user_id),
      );
      for (const { user_name } of users.values()) {
        await this.#note(change, actor, "member.edit", user_name, { user_type });
      }
    });
  }

  /**
   * Removes all of them or none; what they have running in the project ends, unless an organisation keeps them in it.
   * Everybody may leave by themselves.
   * @throws UdtError member_not_found, no_permission, last_project_owner, last_project_member
   */
  async remove(actor: MemberActor, wanted: readonly string[]): Promise<void> {
    const user_ids = [...new Set(wanted)];
    await this.#membership.change(actor, async (change) => {
      const { tx, project } = change;
      const found = await this.#found(change, user_ids);
      const others = found.filter((member) => member.user_id !== actor.user.user_id || actor.by === "token");
      if (others.length > 0) change.need("member.remove");
      if (others.some((member) => member.user_type === 1)) change.need(PROJECT_OWNER);
      await repository.deleteMembers(tx, project.project_id, user_ids);
      const users = await repository.existingUsers(tx, user_ids);
      for (const { user_name } of users.values()) await this.#note(change, actor, "member.remove", user_name, {});
    });
    await this.#membership.endStrays([actor.project.project_id]);
  }

  /**
   * Asks to join. What is secret does not exist for strangers.
   * @throws UdtError project_not_exists, already_member, join_exists
   */
  async requestJoin(actor: Actor, project_id: string, message: string): Promise<void> {
    const { user_id, user_name } = actor.user;
    await this.#needs.bus.transaction(async (tx, announce) => {
      const project = await lockProject(tx, project_id, "change");
      const isMember = (await repository.peopleAmong(tx, project_id, [user_id])).has(user_id);
      if (!project || (project.visibility === 3 && !isMember)) throw new UdtError("project_not_exists");
      if (isMember) throw new UdtError("already_member", { user_id });
      const request = {
        project_id,
        user_id,
        message,
        state: "requested" as const,
        created_at: this.#needs.clock.now(),
      };
      if (!(await joins.insertRequest(tx, request))) throw new UdtError("join_exists");
      await this.#needs.audit.write(tx, { action: "join.request", ...actor, project_id, target: user_name });
      announce(project_id, { type: "member.changed", project_id });
    });
  }

  async requests(project_id: string): Promise<DataOf<(typeof ENDPOINTS)["joinList"]>> {
    return { list: await joins.listRequests(this.#needs.database.db, project_id) };
  }

  /** @throws UdtError join_not_found, project_secret */
  async decideJoin(actor: MemberActor, user_id: string, accept: boolean): Promise<void> {
    await this.#membership.change(actor, async (change) => {
      const { tx, project } = change;
      change.need("member.invite");
      const isWaiting = await joins.hasRequest(tx, project.project_id, user_id);
      if (!isWaiting) throw new UdtError("join_not_found", { user_id });
      if (accept) {
        assertMayInvite(change);
        await this.#join(change, [user_id], 2);
      } else {
        await joins.declineRequest(tx, project.project_id, user_id);
        tellDecision(change, user_id, false);
      }
      const users = await repository.existingUsers(tx, [user_id]);
      const action = accept ? "join.accept" : "join.decline";
      await this.#note(change, actor, action, users.get(user_id)?.user_name ?? user_id, {});
    });
  }

  async #found({ tx, project }: MembershipChange, user_ids: readonly string[]): Promise<repository.MemberRow[]> {
    const found = await repository.membersAmong(tx, project.project_id, [...user_ids]);
    const missing = user_ids.find((user_id) => !found.some((member) => member.user_id === user_id));
    if (missing !== undefined) throw new UdtError("member_not_found", { user_id: missing });
    return found;
  }

  async #join(change: MembershipChange, user_ids: string[], user_type: 1 | 2): Promise<void> {
    const { tx, project, now } = change;
    const { project_id } = project;
    await repository.insertMembers(
      tx,
      user_ids.map((user_id) => ({ project_id, user_id, user_type, joined_at: now })),
    );
    await joins.deleteRequests(tx, project_id, user_ids);
    for (const user_id of user_ids) tellDecision(change, user_id, true);
  }

  /** Who may edit members makes others owners, but not themselves; owners are unmade by owners alone. */
  async #retype(
    change: MembershipChange,
    actor: Actor,
    members: repository.MemberRow[],
    user_type: 1 | 2,
  ): Promise<void> {
    if (members.length === 0) return;
    change.need("member.edit");
    const user_ids = members.map((member) => member.user_id);
    if (user_type === 2 || user_ids.includes(actor.user.user_id)) change.need(PROJECT_OWNER);
    await repository.setUserType(change.tx, change.project.project_id, user_ids, user_type);
  }

  async #note(
    { tx, project }: MembershipChange,
    actor: Actor,
    action: "member.add" | "member.edit" | "member.remove" | "join.accept" | "join.decline",
    target: string,
    detail: Record<string, number>,
  ): Promise<void> {
    const { user, ip } = actor;
    await this.#needs.audit.write(tx, { action, user, ip, project_id: project.project_id, target, detail });
  }
}

/** To the person themselves: they follow no project that they are not in. */
const tellDecision = ({ announce, project }: MembershipChange, user_id: string, accepted: boolean): void => {
  const { project_id, name } = project;
  announce(personal(user_id), { type: "join.decided", project_id, name, accepted });
};
