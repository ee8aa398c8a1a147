import { createHash } from "node:crypto";
import { AUTH_TYPES, DEFAULT_MEMBER_PRIVILEGES, rules, UdtError } from "@udt/contract";
import { brokenConstraint } from "../../platform/database/violations.ts";
import { insertMember } from "./members.repository.ts";
import { insertProject } from "./projects.repository.ts";
import type { Actor } from "../../platform/http/caller.ts";
import type { ProjectsDependencies, ProjectsService } from "./projects.service.ts";
import * as repository from "./sync.repository.ts";

/** What the parent platform's projects are here. */
export class SyncService {
  readonly #needs: ProjectsDependencies;
  readonly #projects: ProjectsService;
  readonly #isOn: boolean;
  constructor(needs: ProjectsDependencies, projects: ProjectsService, isOn: boolean) {
    this.#needs = needs;
    this.#projects = projects;
    this.#isOn = isOn;
  }

  /**
   * The project that stands for one of the parent platform's. The first who comes with its id makes it and owns it, if
   * the platform may have sent them: who registered here by email did not come from there.
   * @throws UdtError platform_sync_off, project_not_exists, user_not_in_project
   */
  async resolve(actor: Actor, sync_project_id: string): Promise<{ project_id: string }> {
    if (!this.#isOn) throw new UdtError("platform_sync_off");
    const { db } = this.#needs.database;
    const known = (await repository.findSynced(db, sync_project_id)) ?? (await this.#make(actor, sync_project_id));
    await this.#projects.standing(actor.user, known);
    return { project_id: known };
  }

  async #make(actor: Actor, sync_project_id: string): Promise<string> {
    const { user } = actor;
    if (user.auth_type === AUTH_TYPES.email && !user.udt_admin) throw new UdtError("project_not_exists");
    const isId = rules.newProjectId.safeParse(sync_project_id).success;
    const made = `sync-${createHash("sha256").update(sync_project_id).digest("hex").slice(0, 12)}`;
    for (const name of isId ? [sync_project_id, made] : [made]) {
      try {
        await this.#insert(actor, sync_project_id, name);
        return name;
      } catch (error) {
        const broken = brokenConstraint(error)?.name;
        if (broken === "synced_projects_pkey") {
          const first = await repository.findSynced(this.#needs.database.db, sync_project_id);
          if (first !== undefined) return first;
        }
        // A project of our own has that id or name: the made one has no other meaning.
        if (broken === undefined || name === made) throw error;
      }
    }
    throw new UdtError("project_not_exists");
  }

  async #insert(actor: Actor, sync_project_id: string, project_id: string): Promise<void> {
    const { bus, clock, audit } = this.#needs;
    const now = clock.now();
    const { user_id } = actor.user;
    await bus.transaction(async (tx, announce) => {
      await insertProject(tx, {
        project_id,
        name: project_id,
        member_privileges: [...DEFAULT_MEMBER_PRIVILEGES],
        created_at: now,
      });
      await insertMember(tx, { project_id, user_id, user_type: 1, joined_at: now });
      await repository.insertSynced(tx, { sync_project_id, project_id, user_id, created_at: now });
      await audit.write(tx, { action: "project.sync", ...actor, project_id, target: sync_project_id });
      announce(project_id, { type: "project.changed", project_id });
    });
  }
}
