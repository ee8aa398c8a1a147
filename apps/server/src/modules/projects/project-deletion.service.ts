import { UdtError, type DataOf, type ENDPOINTS } from "@udt/contract";
import type { AgentsService } from "../agents/agents.service.ts";
import type { AppsService } from "../apps/apps.service.ts";
import type { LibrariesService } from "../libraries/libraries.service.ts";
import type { ResourcesService } from "../resources/resources.service.ts";
import type { TestsService } from "../tests/tests.service.ts";
import { countContents } from "./contents.repository.ts";
import { deleteProject, lockProject } from "./projects.repository.ts";
import type { Actor } from "../../platform/http/caller.ts";
import type { ProjectsDependencies } from "./projects.service.ts";

/** How long a deletion waits for devices to be cleaned; one that takes longer is the agent's own care. */
const CLEANING_WAIT_MS = 20_000;

interface Modules {
  tests: TestsService;
  apps: AppsService;
  resources: ResourcesService;
  agents: AgentsService;
  libraries: LibrariesService;
}

/** Takes a project away with everything that belongs to it. */
export class ProjectDeletion {
  readonly #needs: ProjectsDependencies;
  readonly #modules: Modules;
  constructor(needs: ProjectsDependencies, modules: Modules) {
    this.#needs = needs;
    this.#modules = modules;
  }

  contents(project_id: string): Promise<DataOf<(typeof ENDPOINTS)["projectContents"]>> {
    return countContents(this.#needs.database.db, project_id);
  }

  /**
   * Ends what runs, then deletes in one transaction; the files go after it, and are noted so that a crash in between
   * leaves none behind. Agents that were registered for this project alone are revoked: without a project they would
   * serve all.
   * @throws UdtError project_confirm, project_not_exists
   */
  async delete(actor: Actor, project_id: string, confirm: string): Promise<void> {
    if (confirm !== project_id) throw new UdtError("project_confirm");
    const { bus, audit } = this.#needs;
    const { tests, apps } = this.#modules;
    for (;;) {
      await tests.endOf(project_id);
      await tests.whenReleased(project_id, CLEANING_WAIT_MS);
      const done = await bus.transaction(async (tx, announce) => {
        const project = await lockProject(tx, project_id, "delete");
        if (!project) throw new UdtError("project_not_exists");
        // One began while the others ended.
        if (await tests.isAnyOpen(tx, project_id)) return undefined;
        const agents = await this.#modules.agents.revokeBoundTo(tx, project_id);
        const keys = [
          ...(await this.#modules.resources.blobKeysOf(tx, project_id)),
          ...(await this.#modules.libraries.blobKeysOf(tx, project_id)),
          ...(await apps.deleteAll(tx, project_id)),
          ...(project.icon_blob ? [project.icon_blob.blob_key] : []),
        ];
        await tests.deleteAll(tx, announce, project_id);
        await apps.loosen(tx, keys);
        await deleteProject(tx, project_id);
        await audit.write(tx, { action: "project.delete", ...actor, project_id, target: project.name });
        announce(project_id, { type: "project.changed", project_id });
        return { keys, agents };
      });
      if (!done) continue;
      for (const agent_id of done.agents) await this.#modules.agents.dropRevoked(agent_id);
      return apps.deleteLoosened(done.keys);
    }
  }
}
