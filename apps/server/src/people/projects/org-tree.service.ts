import { LIMITS, UdtError, type AdminOrg, type AuditAction, type DataOf, type ENDPOINTS } from "@udt/contract";
import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { brokenConstraint } from "../../platform/database/violations.ts";
import { newId } from "../../platform/ids.ts";
import { existingUsers } from "./members.repository.ts";
import type { Membership } from "./membership.ts";
import * as repository from "./org-tree.repository.ts";
import { findOrg, listOrgUsers, lockTree, projectsAbove, projectsBelow, type OrgRow } from "./orgs.repository.ts";
import type { Actor } from "../../platform/http/caller.ts";

/** One change of the tree. The projects in `touched` have their open sockets judged again, and strays ended. */
interface TreeChange {
  tx: Queries;
  touched: Set<string>;
  note(action: AuditAction, target: string, detail?: Record<string, string | number>): Promise<void>;
}

/** The tree of organisations and the people in it, which administrators keep. Who belongs to which project follows at once. */
export class OrgTreeService {
  readonly #membership: Membership;
  constructor(membership: Membership) {
    this.#membership = membership;
  }

  /** @throws UdtError org_not_found */
  async list(query: {
    org_id?: string | undefined;
    keyword: string;
    page_num: number;
    page_size: number;
  }): Promise<DataOf<(typeof ENDPOINTS)["adminOrgList"]>> {
    const { db } = this.#membership.needs.database;
    const { org_id, page_num, page_size } = query;
    if (org_id !== undefined) await existing(db, org_id);
    return { ...(await repository.listWholeTree(db, { ...query, org_id })), page_num, page_size };
  }

  /** @throws UdtError org_not_found */
  async get(org_id: string): Promise<AdminOrg> {
    const found = await repository.findWholeOrg(this.#membership.needs.database.db, org_id);
    if (!found) throw new UdtError("org_not_found", { org_id });
    return found;
  }

  /** @throws UdtError org_not_found, org_name_exists, org_depth */
  async create(actor: Actor, wish: { name: string; parent_id: string | null }): Promise<AdminOrg> {
    const org_id = newId();
    const { name, parent_id } = wish;
    await this.#change(actor, name, async ({ tx, note }) => {
      await lockTree(tx);
      if (parent_id !== null) {
        await existing(tx, parent_id);
        await assertDepth(tx, parent_id, 1);
      }
      await repository.insertOrg(tx, { org_id, parent_id, name, created_at: this.#membership.needs.clock.now() });
      await note("org.create", name);
    });
    return this.get(org_id);
  }

  /** Renames or moves. @throws UdtError org_not_found, org_name_exists, org_cycle, org_depth */
  async update(
    actor: Actor,
    org_id: string,
    wish: { name?: string | undefined; parent_id?: string | null | undefined },
  ): Promise<AdminOrg> {
    await this.#change(actor, wish.name ?? "", async ({ tx, touched, note }) => {
      await lockTree(tx);
      const before = await existing(tx, org_id);
      const { name = before.name, parent_id = before.parent_id } = wish;
      if (parent_id !== before.parent_id) {
        if (parent_id !== null) {
          await existing(tx, parent_id);
          if (await repository.isBelow(tx, parent_id, org_id)) throw new UdtError("org_cycle", { org_id });
          await assertDepth(tx, parent_id, await repository.heightOf(tx, org_id));
        }
        for (const project_id of await projectsAbove(tx, org_id)) touched.add(project_id);
        await repository.moveOrg(tx, org_id, parent_id);
        for (const project_id of await projectsAbove(tx, org_id)) touched.add(project_id);
      }
      if (name !== before.name) {
        await repository.renameOrg(tx, org_id, name);
        for (const project_id of await projectsBelow(tx, org_id)) touched.add(project_id);
      }
      const to = parent_id === null ? "" : (await existing(tx, parent_id)).name;
      await note("org.edit", before.name, { name, to });
    });
    return this.get(org_id);
  }

  /** With all that is below it. @throws UdtError org_not_found */
  async delete(actor: Actor, org_id: string): Promise<void> {
    await this.#change(actor, "", async ({ tx, touched, note }) => {
      await lockTree(tx);
      const { name } = await existing(tx, org_id);
      for (const project_id of await projectsAbove(tx, org_id)) touched.add(project_id);
      for (const project_id of await projectsBelow(tx, org_id)) touched.add(project_id);
      await repository.deleteOrg(tx, org_id);
      await note("org.delete", name);
    });
  }

  /** @throws UdtError org_not_found */
  async users(
    org_id: string,
    query: { keyword: string; page_num: number; page_size: number },
  ): Promise<DataOf<(typeof ENDPOINTS)["adminOrgUserList"]>> {
    const { db } = this.#membership.needs.database;
    await existing(db, org_id);
    return { ...(await listOrgUsers(db, org_id, query)), page_num: query.page_num, page_size: query.page_size };
  }

  /** All or none. @throws UdtError org_not_found, user_not_found */
  async addUsers(actor: Actor, org_id: string, wanted: readonly string[]): Promise<{ added: number }> {
    const user_ids = [...new Set(wanted)];
    return this.#change(actor, "", async ({ tx, touched, note }) => {
      await lockTree(tx);
      const { name } = await existing(tx, org_id);
      const users = await existingUsers(tx, user_ids);
      const missing = user_ids.find((user_id) => !users.has(user_id));
      if (missing !== undefined) throw new UdtError("user_not_found", { user_id: missing });
      const added = await repository.insertOrgUsers(tx, org_id, user_ids, this.#membership.needs.clock.now());
      for (const project_id of await projectsAbove(tx, org_id)) touched.add(project_id);
      await note("org.user_add", name, { users: [...users.values()].map((user) => user.user_name).join(", ") });
      return { added };
    });
  }

  /** All or none. @throws UdtError org_not_found, org_user_not_found */
  async removeUsers(actor: Actor, org_id: string, wanted: readonly string[]): Promise<void> {
    const user_ids = [...new Set(wanted)];
    await this.#change(actor, "", async ({ tx, touched, note }) => {
      await lockTree(tx);
      const { name } = await existing(tx, org_id);
      const gone = new Set(await repository.deleteOrgUsers(tx, org_id, user_ids));
      const missing = user_ids.find((user_id) => !gone.has(user_id));
      if (missing !== undefined) throw new UdtError("org_user_not_found", { user_id: missing });
      for (const project_id of await projectsAbove(tx, org_id)) touched.add(project_id);
      const users = await existingUsers(tx, user_ids);
      await note("org.user_remove", name, { users: [...users.values()].map((user) => user.user_name).join(", ") });
    });
  }

  async #change<T>(actor: Actor, name: string, work: (change: TreeChange) => Promise<T>): Promise<T> {
    const { bus, audit } = this.#membership.needs;
    const touched = new Set<string>();
    try {
      const answer = await bus.transaction(async (tx, announce: Announce) => {
        const answer = await work({
          tx,
          touched,
          note: (action, target, detail = {}) =>
            audit.write(tx, { action, user: actor.user, ip: actor.ip, target, detail }),
        });
        for (const project_id of touched) announce(project_id, { type: "member.changed", project_id });
        return answer;
      });
      await this.#membership.endStrays([...touched]);
      return answer;
    } catch (error) {
      if (brokenConstraint(error)?.name !== "orgs_name") throw error;
      throw new UdtError("org_name_exists", { name }, { cause: error });
    }
  }
}

/** @throws UdtError org_not_found */
async function existing(db: Queries, org_id: string): Promise<OrgRow> {
  const found = await findOrg(db, org_id);
  if (!found) throw new UdtError("org_not_found", { org_id });
  return found;
}

/** @throws UdtError org_depth when `height` levels more do not fit below an organisation */
async function assertDepth(tx: Queries, parent_id: string, height: number): Promise<void> {
  const max = LIMITS.org_depth_max;
  if ((await repository.levelOf(tx, parent_id)) + height > max) throw new UdtError("org_depth", { max });
}
