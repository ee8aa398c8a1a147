import { UdtError, type ProjectContents } from "@udt/contract";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import type { Announce } from "../../platform/bus.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { countPeople } from "./contents.repository.ts";
import { deleteProject, lockProject } from "./projects.repository.ts";
import type { ProjectsDependencies } from "./projects.service.ts";

/** How long a deletion waits for devices to be cleaned; one that takes longer is the agent's own care. */
const CLEANING_WAIT_MS = 20_000;

/** What a part of UDT keeps for projects, and how it goes when a project does. */
export interface ProjectContent {
  /** What of it a person would miss. */
  count?(db: Queries, project_id: string): Promise<Partial<ProjectContents>>;
  /** Holds, to the end of the transaction, what {@link assertMayGo} looks at. The project is held already. */
  hold?(tx: Queries, project_id: string): Promise<void>;
  /** @throws UdtError that says why the project cannot go */
  assertMayGo?(db: Queries, project_id: string): Promise<void>;
  /** Ends what runs in the project; resolves once nothing of it uses a device, or after `limitMs`. */
  end?(project_id: string, limitMs: number): Promise<void>;
  /** Whether something runs in it all the same: it began while the rest ended. */
  isOpen?(tx: Queries, project_id: string): Promise<boolean>;
  /** Deletes what the project's row does not take with it. Answers the files that nobody owns then. */
  delete?(
    tx: Queries,
    project_id: string,
    announce: Announce,
  ): Promise<{ blob_keys?: string[]; after?(): Promise<void> }>;
}

/** Takes a project away with everything that belongs to it. */
export class ProjectDeletion {
  readonly #needs: ProjectsDependencies & { loose: LooseBlobs };
  readonly #contents: readonly ProjectContent[];

  /** @param contents In the order in which they are deleted: who finds its files by another's rows comes before that one. */
  constructor(needs: ProjectsDependencies & { loose: LooseBlobs }, contents: readonly ProjectContent[]) {
    this.#needs = needs;
    this.#contents = contents;
  }

  async contents(project_id: string): Promise<ProjectContents> {
    const { db } = this.#needs.database;
    const counts: Partial<ProjectContents>[] = [await countPeople(db, project_id)];
    for (const content of this.#contents) counts.push((await content.count?.(db, project_id)) ?? {});
    // What nobody counts is refused when it is answered.
    return Object.assign({}, ...counts) as ProjectContents;
  }

  /**
   * Ends what runs, then deletes in one transaction; the files go after it, and are noted so that a crash in between
   * leaves none behind. Agents that were registered for this project alone are revoked: without a project they would
   * serve all. What is refused ends nothing.
   * @throws UdtError project_confirm, project_not_exists, agent_gives_elsewhere
   */
  async delete(actor: Actor, project_id: string, confirm: string): Promise<void> {
    if (confirm !== project_id) throw new UdtError("project_confirm");
    const { db } = this.#needs.database;
    for (const content of this.#contents) await content.assertMayGo?.(db, project_id);
    for (;;) {
      for (const content of this.#contents) await content.end?.(project_id, CLEANING_WAIT_MS);
      const done = await this.#deleteRows(actor, project_id);
      if (!done) continue;
      for (const after of done.after) await after();
      return this.#needs.loose.delete(done.blob_keys);
    }
  }

  /** Undefined: something began meanwhile, and has to be ended first. */
  async #deleteRows(actor: Actor, project_id: string) {
    const { bus, audit, loose } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      const project = await lockProject(tx, project_id, "delete");
      if (!project) throw new UdtError("project_not_exists");
      for (const content of this.#contents) {
        await content.hold?.(tx, project_id);
        await content.assertMayGo?.(tx, project_id);
      }
      for (const content of this.#contents) if (await content.isOpen?.(tx, project_id)) return undefined;
      const blob_keys = project.icon_blob ? [project.icon_blob.blob_key] : [];
      const after: (() => Promise<void>)[] = [];
      for (const content of this.#contents) {
        const deleted = await content.delete?.(tx, project_id, announce);
        blob_keys.push(...(deleted?.blob_keys ?? []));
        if (deleted?.after) after.push(deleted.after);
      }
      await loose.note(blob_keys, tx);
      await deleteProject(tx, project_id);
      await audit.write(tx, { action: "project.delete", ...actor, project_id, target: project.name });
      announce(project_id, { type: "project.changed", project_id });
      return { blob_keys, after };
    });
  }
}
