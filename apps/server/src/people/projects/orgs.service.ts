import { UdtError, type BodyOf, type DataOf, type ENDPOINTS } from "@udt/contract";
import { assertMayInvite, type MemberActor, type Membership, type MembershipChange } from "./membership.ts";
import * as repository from "./orgs.repository.ts";
import { PROJECT_OWNER } from "./privileges.ts";

/** The organisations that are members of a project. Every change is all or none. */
export class OrgsService {
  readonly #membership: Membership;
  constructor(membership: Membership) {
    this.#membership = membership;
  }

  async list(
    project_id: string,
    query: { keyword: string; page_num: number; page_size: number },
  ): Promise<DataOf<(typeof ENDPOINTS)["orgList"]>> {
    const found = await repository.listOfProject(this.#membership.needs.database.db, project_id, query);
    return { ...found, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError org_not_found */
  async children(
    project_id: string,
    query: { org_id?: string | undefined; keyword: string; page_num: number; page_size: number },
  ): Promise<DataOf<(typeof ENDPOINTS)["orgChildList"]>> {
    const { db } = this.#membership.needs.database;
    const { org_id, page_num, page_size } = query;
    if (org_id !== undefined && !(await repository.findOrg(db, org_id)))
      throw new UdtError("org_not_found", { org_id });
    const found = await repository.listTree(db, project_id, { ...query, org_id });
    return { ...found, page_num, page_size };
  }

  /** @throws UdtError org_not_found, project_secret, no_permission, last_project_owner */
  async add(
    actor: MemberActor,
    wish: BodyOf<(typeof ENDPOINTS)["orgAdd"]>,
  ): Promise<{ added: number; updated: number }> {
    const { user_type } = wish;
    const org_ids = [...new Set(wish.org_id_list)];
    const answer = await this.#membership.change(actor, async (change) => {
      const { tx, project, now } = change;
      change.need("member.invite");
      assertMayInvite(change);
      if (user_type === 1) change.need(PROJECT_OWNER);
      const found = await repository.orgsAmong(tx, org_ids);
      const orgs = org_ids.map((org_id) => {
        const org = found.get(org_id);
        if (!org) throw new UdtError("org_not_found", { org_id });
        return org;
      });
      const { project_id } = project;
      const known = await repository.projectOrgsAmong(tx, project_id, org_ids);
      const isKnown = new Set(known.map((org) => org.org_id));
      const added = orgs.filter(({ org_id }) => !isKnown.has(org_id));
      const others = wish.update_existing ? known.filter((org) => org.user_type !== user_type) : [];
      await repository.insertProjectOrgs(
        tx,
        added.map(({ org_id }) => ({ project_id, org_id, user_type, joined_at: now })),
      );
      await this.#retype(change, others, user_type);
      for (const { name } of added) await this.#note(change, actor, "org.join", name, { user_type });
      return { added: added.length, updated: others.length };
    });
    return answer;
  }

  /** All of them or none. @throws UdtError org_not_in_project, no_permission, last_project_owner */
  async setType(actor: MemberActor, wanted: readonly string[], user_type: 1 | 2): Promise<void> {
    await this.#membership.change(actor, async (change) => {
      change.need("member.edit");
      const others = (await this.#found(change, wanted)).filter((org) => org.user_type !== user_type);
      await this.#retype(change, others, user_type);
      for (const name of await this.#names(change, others)) {
        await this.#note(change, actor, "org.change", name, { user_type });
      }
    });
  }

  /**
   * Removes all of them or none; what those have running who belonged to the project by them alone ends.
   * @throws UdtError org_not_in_project, no_permission, last_project_owner
   */
  async remove(actor: MemberActor, wanted: readonly string[]): Promise<void> {
    await this.#membership.change(actor, async (change) => {
      change.need("member.remove");
      const found = await this.#found(change, wanted);
      if (found.some((org) => org.user_type === 1)) change.need(PROJECT_OWNER);
      const org_ids = found.map((org) => org.org_id);
      await repository.deleteProjectOrgs(change.tx, change.project.project_id, org_ids);
      for (const name of await this.#names(change, found)) await this.#note(change, actor, "org.leave", name, {});
    });
    await this.#membership.endStrays([actor.project.project_id]);
  }

  async #found({ tx, project }: MembershipChange, org_ids: readonly string[]): Promise<repository.ProjectOrgRow[]> {
    const found = await repository.projectOrgsAmong(tx, project.project_id, [...org_ids]);
    const missing = org_ids.find((org_id) => !found.some((org) => org.org_id === org_id));
    if (missing !== undefined) throw new UdtError("org_not_in_project", { org_id: missing });
    return found;
  }

  /** Whoever could make an organisation of their own an owner would be one: owners alone do. */
  async #retype(change: MembershipChange, orgs: repository.ProjectOrgRow[], user_type: 1 | 2): Promise<void> {
    if (orgs.length === 0) return;
    change.need("member.edit");
    change.need(PROJECT_OWNER);
    const org_ids = orgs.map((org) => org.org_id);
    await repository.setOrgType(change.tx, change.project.project_id, org_ids, user_type);
  }

  async #names({ tx }: MembershipChange, rows: repository.ProjectOrgRow[]): Promise<string[]> {
    const found = await repository.orgsAmong(
      tx,
      rows.map((row) => row.org_id),
    );
    return [...found.values()].map((org) => org.name);
  }

  async #note(
    { tx, project }: MembershipChange,
    { user, ip }: MemberActor,
    action: "org.join" | "org.change" | "org.leave",
    target: string,
    detail: Record<string, number>,
  ): Promise<void> {
    const { audit } = this.#membership.needs;
    await audit.write(tx, { action, user, ip, project_id: project.project_id, target, detail });
  }
}
