import { ENDPOINTS, fillPath, UdtError, VISIBILITY } from "@udt/contract";
import type { Actor, CallerUser } from "../../platform/http/caller.ts";
import { readImage } from "../../platform/http/image-body.ts";
import { keepImage, type ImageStore } from "../../platform/blobs/kept-image.ts";
import type { SentImage } from "../../platform/http/sent-image.ts";
import { findProject, lockProject, updateProject } from "./projects.repository.ts";
import type { ProjectsDependencies } from "./projects.service.ts";

/** Projects' icons. Each new one has an address of its own, so that browsers may keep what they have. */
export class ProjectIcons {
  readonly #needs: ProjectsDependencies;
  readonly #store: ImageStore;
  constructor(needs: ProjectsDependencies, store: ImageStore) {
    this.#needs = needs;
    this.#store = store;
  }

  /** @param body The request's bytes. @throws UdtError image_type, body_too_large, project_not_exists */
  async put(actor: Actor, project_id: string, body: unknown): Promise<void> {
    const { bus, audit } = this.#needs;
    const path = fillPath(ENDPOINTS.projectIconGet.path, { project_id });
    const image = await readImage(body);
    await keepImage(
      this.#store,
      image,
      (version) => `project-icons/${version}`,
      ({ version, ...icon_blob }, own) =>
        bus.transaction(async (tx, announce) => {
          const project = await lockProject(tx, project_id, "change");
          if (!project) throw new UdtError("project_not_exists");
          const icon = `${path}?${new URLSearchParams({ v: version })}`;
          await updateProject(tx, project_id, { icon, icon_blob });
          const detail = { icon: true };
          await audit.write(tx, { action: "project.edit", ...actor, project_id, target: project.name, detail });
          announce(project_id, { type: "project.changed", project_id });
          await own(tx, project.icon_blob?.blob_key);
        }),
    );
  }

  /** @throws UdtError project_not_exists, for strangers also of a secret project; resource_not_found when it has none */
  async open(user: CallerUser, project_id: string): Promise<SentImage> {
    const found = await findProject(this.#needs.database.db, project_id, user.user_id);
    const isHidden = found?.project.visibility === VISIBILITY.secret && found.user_type === null && !user.udt_admin;
    if (!found || isHidden) throw new UdtError("project_not_exists");
    const { icon_blob } = found.project;
    const blob = icon_blob && (await this.#store.blobs.get(icon_blob.blob_key));
    if (!blob) throw new UdtError("resource_not_found", { resource_id: "icon" });
    return { content_type: icon_blob.content_type, ...blob };
  }
}
