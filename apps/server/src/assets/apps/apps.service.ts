import type { Readable } from "node:stream";
import type { AppFileError } from "@udt/appfile";
import { Emitter, type Result } from "@udt/base";
import { INSTALLABLE, UdtError, type App, type AppDetail, type AppVersion, say } from "@udt/contract";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { appOf, changesBetween, factsOfRow } from "./apps.answers.ts";
import type { Actor } from "../../platform/http/caller.ts";
import type { SentImage } from "../../platform/http/sent-image.ts";
import { agentHaving } from "../../core/devices/devices.service.ts";
import { isWantedOn, tagsWanting } from "../../core/tags/tags.service.ts";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { AssetUses } from "../uses.ts";
import * as repository from "./apps.repository.ts";
import { chunkKey, chunkNumber } from "./chunks.ts";
import { moveInstall } from "./install-moves.ts";
import * as installsRepository from "./installs.repository.ts";
import { refusalOf } from "./synthesis.ts";
import { deleteUploads } from "./uploads.repository.ts";
import { wantedApps } from "./wanted.ts";

export type { AppListing } from "./apps.repository.ts";
export { toldApps, wantedApps } from "./wanted.ts";

/** How many of the jobs that test or install an app are named. */
const NAMED_JOBS = 10;

export interface AppsDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  blobs: Blobs;
  loose: LooseBlobs;
  uses: AssetUses;
  /** How many tests installed an app when they began, and how many of them have not ended. */
  testsWith(project_id: string, app_id: string): Promise<{ tests: number; running_tests: number }>;
}

interface Page {
  page_num: number;
  page_size: number;
}

/** The packages that a project keeps. */
export class AppsService {
  readonly #needs: AppsDependencies;
  /** Installations that failed because their app was deleted before it was downloaded. */
  readonly bereft = new Emitter<installsRepository.InstallRow>();

  constructor(needs: AppsDependencies) {
    this.#needs = needs;
  }

  async list(
    project_id: string,
    query: Omit<repository.AppFilter, "project_id">,
  ): Promise<Page & { list: App[]; total: number }> {
    const { rows, total } = await repository.listApps(this.#needs.database.db, { ...query, project_id });
    return { list: rows.map(appOf), total, page_num: query.page_num, page_size: query.page_size };
  }

  /** @throws UdtError app_not_found, app_not_in_project */
  async get(project_id: string, app_id: string): Promise<AppDetail> {
    const found = await this.find(project_id, app_id);
    const versions = await repository.countVersions(this.#needs.database.db, found.app);
    const use = await this.#needs.testsWith(project_id, app_id);
    const { database, uses } = this.#needs;
    const users = await uses.usersOf(database.db, project_id, "app", [app_id]);
    const jobs = users.slice(0, NAMED_JOBS).map(({ job_id, name }) => ({ job_id, name }));
    return { ...appOf(found), ...factsOfRow(found), versions, ...use, job_count: users.length, jobs };
  }

  /**
   * The packages of the same name and system, newest upload first, each compared with the one uploaded before it.
   * @throws UdtError app_not_found, app_not_in_project
   */
  async versions(
    project_id: string,
    app_id: string,
    page: Page,
  ): Promise<Page & { list: AppVersion[]; total: number }> {
    const { db } = this.#needs.database;
    const { app } = await this.find(project_id, app_id);
    const rows = await repository.listVersions(db, app, page);
    const last = rows.at(-1);
    const beyond = last && (await repository.findVersionBefore(db, last.app));
    const list = rows.map((row, index): AppVersion => {
      const before = rows[index + 1] ?? beyond;
      return { app: appOf(row), changes: before ? changesBetween(before.app, row.app) : null };
    });
    return { list, total: await repository.countVersions(db, app), ...page };
  }

  /** @throws UdtError app_not_found, app_not_in_project */
  async find(project_id: string, app_id: string): Promise<repository.AppListing> {
    const found = await repository.findApp(this.#needs.database.db, project_id, app_id);
    if (!found) throw await this.#missing(app_id);
    return found;
  }

  /**
   * Has a package's file read where it lies.
   * @throws UdtError app_not_found, app_corrupt, app_hostile, app_unsupported, upload_too_large
   */
  async readFile<T>(
    { app_id, blob_key }: repository.AppRow,
    read: (path: string) => Promise<Result<T, AppFileError>>,
  ): Promise<T> {
    const path = await this.#needs.blobs.path(blob_key);
    // Deleted meanwhile.
    if (path === undefined) throw new UdtError("app_not_found", { app_id });
    const reading = await read(path);
    if (!reading.ok) throw refusalOf(reading.error);
    return reading.value;
  }

  /** A package's file. @throws UdtError app_not_found */
  async file({ app_id, blob_key }: repository.AppRow): Promise<{ stream: Readable; size_bytes: number }> {
    const blob = await this.#needs.blobs.get(blob_key);
    if (!blob) throw new UdtError("app_not_found", { app_id });
    return blob;
  }

  /** What some apps are called, by id; those that are not there are left out. */
  async namesOf(project_id: string, app_ids: string[]): Promise<Map<string, string>> {
    const rows = await repository.findNames(this.#needs.database.db, project_id, app_ids);
    return new Map(rows.map(({ app_id, name }) => [app_id, name]));
  }

  /** The same with their versions. */
  async versionedNamesOf(project_id: string, app_ids: string[]): Promise<Map<string, string>> {
    const rows = await repository.findNames(this.#needs.database.db, project_id, app_ids);
    return new Map(rows.map(({ app_id, name, version_name }) => [app_id, `${name} ${version_name}`]));
  }

  /** The app's icon. @throws UdtError app_not_found (also when it has none), app_not_in_project */
  async icon(project_id: string, app_id: string): Promise<SentImage> {
    const { icon } = (await this.find(project_id, app_id)).app;
    const blob = icon && (await this.#needs.blobs.get(icon.blob_key));
    if (!blob) throw new UdtError("app_not_found", { app_id });
    return { content_type: icon.content_type, ...blob };
  }

  /**
   * Deletes an app and its files. Installations that still need the file fail; those that have it go on.
   * @throws UdtError app_not_found, app_not_in_project, app_tagged
   */
  async delete(actor: Actor, project_id: string, app_id: string): Promise<void> {
    const { bus, loose, clock, audit } = this.#needs;
    const done = await bus.transaction(async (tx, announce) => {
      await this.#assertUntagged(tx, project_id, app_id);
      const app = await repository.deleteApp(tx, project_id, app_id);
      if (!app) return undefined;
      const blob_keys = [app.blob_key, ...(app.icon ? [app.icon.blob_key] : [])];
      await loose.note(blob_keys, tx);
      announce(project_id, { type: "app.changed", app_id });
      await audit.write(tx, { action: "app.delete", ...actor, project_id, target: app.file_name, detail: { app_id } });
      const bereft = await installsRepository.lockNeedingFile(tx, app_id);
      for (const install of bereft) {
        const failed = { state: "download_failed", reason: say("app_deleted") } as const;
        await moveInstall(tx, announce, install, failed, clock.now());
      }
      return { blob_keys, bereft };
    });
    if (!done) throw await this.#missing(app_id);
    await loose.delete(done.blob_keys);
    for (const install of done.bereft) this.bereft.emit(install);
  }

  readonly ofProject: ProjectContent = {
    count: repository.countOfProject,
    async delete(tx, project_id) {
      await installsRepository.deleteInstalls(tx, project_id);
      const uploads = await deleteUploads(tx, project_id);
      const apps = await repository.deleteApps(tx, project_id);
      const chunks = uploads.flatMap((upload) =>
        Array.from({ length: chunkNumber(upload) }, (_, index) => chunkKey(upload.upload_id, index + 1)),
      );
      const files = apps.flatMap((app) => [app.blob_key, ...(app.icon ? [app.icon.blob_key] : [])]);
      return { blob_keys: [...chunks, ...files] };
    },
  };

  /** Whoever has it pre-installed at the same moment waits, and finds it gone. @throws UdtError app_tagged */
  async #assertUntagged(tx: Queries, project_id: string, app_id: string): Promise<void> {
    const versions = await repository.lockVersions(tx, project_id, app_id);
    const app = versions.find((one) => one.app_id === app_id);
    if (!app) return;
    // The newest is one that devices can install.
    const isLast = !versions.some((one) => one.app_id !== app_id && one.kind === INSTALLABLE[one.os]);
    const tags = (await tagsWanting(tx, project_id, app)).filter((tag) =>
      tag.app_id === null ? isLast : tag.app_id === app_id,
    );
    if (tags.length > 0)
      throw new UdtError("app_tagged", { name: app.name, tag_names: tags.map(({ name }) => name).join(", ") });
  }

  /**
   * The file of a package that a tag wants on a device of an agent.
   * @throws UdtError device_not_found, app_not_found
   */
  async wantedFile(
    agent_id: string,
    { device_id, app_id }: { device_id: string; app_id: string },
  ): Promise<{ stream: Readable; size_bytes: number }> {
    const { blobs, database } = this.#needs;
    if ((await agentHaving(database.db, device_id)) !== agent_id) throw new UdtError("device_not_found", { device_id });
    const app = await repository.findAnywhere(database.db, app_id);
    const isWanted = app !== undefined && (await isWantedOn(database.db, device_id, app, wantedApps));
    const blob = isWanted ? await blobs.get(app.blob_key) : undefined;
    if (!blob) throw new UdtError("app_not_found", { app_id });
    return blob;
  }

  async #missing(app_id: string): Promise<UdtError> {
    const isElsewhere = await repository.existsAnywhere(this.#needs.database.db, app_id);
    return new UdtError(isElsewhere ? "app_not_in_project" : "app_not_found", { app_id });
  }
}
