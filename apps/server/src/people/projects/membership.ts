import { UdtError, type Privilege } from "@udt/contract";
import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import { actorOf, type Actor, type Caller, type CallerKind, type CallerProject } from "../../platform/http/caller.ts";
import { countMembers, peopleAmong } from "./members.repository.ts";
import { PROJECT_OWNER, privilegesOf } from "./privileges.ts";
import { findProject, lockProject, type ProjectRow } from "./projects.repository.ts";
import type { ProjectsDependencies } from "./projects.service.ts";

/** Who acts, with the standing that the call was judged by. */
export interface MemberActor extends Actor {
  project: CallerProject;
  /** A project's token speaks for the project, not for the person who made it. */
  by: CallerKind;
}

export const memberActorOf = (call: { caller: Caller; request: { ip: string } }): MemberActor => ({
  ...actorOf(call),
  project: call.caller.project,
  by: call.caller.by,
});

/** One change of who belongs to a project, under the lock that makes them happen one after the other. */
export interface MembershipChange {
  tx: Queries;
  announce: Announce;
  now: number;
  project: ProjectRow;
  /** @throws UdtError no_permission */
  need(privilege: Privilege | typeof PROJECT_OWNER): void;
}

/** What people have running in projects. */
export interface HeldTests {
  /** Who has tests in a project that have not ended, administrators not counted: they need not belong to it. */
  holders(project_id: string): Promise<string[]>;
  /** Ends the tests that these people have in a project. */
  endOf(project_id: string, user_ids: readonly string[]): Promise<void>;
}

/** What changes of members and of a project's organisations have in common. */
export class Membership {
  readonly needs: ProjectsDependencies;
  readonly #tests: HeldTests;
  constructor(needs: ProjectsDependencies, tests: HeldTests) {
    this.needs = needs;
    this.#tests = tests;
  }

  /**
   * The caller's rights are looked up again under the lock: two who remove each other at one moment do so one after the
   * other, and the second has none left. The last owner and the last member stay, organisations not counted, because
   * their people come and go elsewhere; and the last organisation of owners stays where nobody else owns the project.
   */
  async change<T>(actor: MemberActor, work: (change: MembershipChange) => Promise<T>): Promise<T> {
    const { project_id } = actor.project;
    return this.needs.bus.transaction(async (tx, announce) => {
      const project = await lockProject(tx, project_id, "change");
      if (!project) throw new UdtError("project_not_exists");
      const own = (await findProject(tx, project_id, actor.user.user_id))?.user_type ?? 0;
      const user_type = actor.user.udt_admin ? 1 : own;
      if (user_type === 0) throw new UdtError("user_not_in_project");
      const privileges = privilegesOf(user_type, project.member_privileges);
      const before = await countMembers(tx, project_id);
      const answer = await work({
        tx,
        announce,
        project,
        now: this.needs.clock.now(),
        need(privilege) {
          const holds =
            privilege === PROJECT_OWNER
              ? user_type === 1 && actor.project.user_type === 1
              : privileges.has(privilege) && actor.project.privileges.has(privilege);
          if (!holds) throw new UdtError("no_permission", { privilege });
        },
      });
      const after = await countMembers(tx, project_id);
      if (before.owners > 0 && after.owners === 0) throw new UdtError("last_project_owner");
      if (before.heads > 0 && after.heads === 0) throw new UdtError("last_project_owner");
      if (before.members > 0 && after.members === 0) throw new UdtError("last_project_member");
      announce(project_id, { type: "member.changed", project_id });
      return answer;
    });
  }

  /** Ends what those have running in these projects who do not belong to them any more. */
  async endStrays(project_ids: readonly string[]): Promise<void> {
    for (const project_id of project_ids) {
      const holders = await this.#tests.holders(project_id);
      const people = await peopleAmong(this.needs.database.db, project_id, holders);
      const strays = holders.filter((user_id) => !people.has(user_id));
      if (strays.length > 0) await this.#tests.endOf(project_id, strays);
    }
  }
}

/** Into a secret project only its owners invite. */
export function assertMayInvite({ project, need }: MembershipChange): void {
  if (project.visibility !== 3) return;
  try {
    need(PROJECT_OWNER);
  } catch (error) {
    throw new UdtError("project_secret", {}, { cause: error });
  }
}
