import { isSelectable, tagsIn, UdtError, type DataOf, type ENDPOINTS, type Job, type JobConfig } from "@udt/contract";
import type { Bus } from "../../../platform/bus.ts";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { Actor, CallerUser } from "../../../platform/http/caller.ts";
import { newId } from "../../../platform/ids.ts";
import type { AccountFilesService } from "../../../assets/account-files/account-files.service.ts";
import type { AuditService } from "../../../people/audit/audit.service.ts";
import { assertInstallable, type DevicesService } from "../../../core/devices/devices.service.ts";
import { holdTagsOf } from "../../../core/tags/tags.service.ts";
import { summaryOf, type PreparedRun, type RunGates, type RunsService, type RunWish } from "../runs/runs.service.ts";
import type { Change, DeviceSessionsService } from "../../../core/sessions/sessions.service.ts";
import { userNameOf } from "../../../people/users/users.service.ts";
import * as repository from "./jobs.repository.ts";

const TREND = 10;

export interface JobsDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  sessions: DeviceSessionsService;
  devices: DevicesService;
  accounts: AccountFilesService;
  runs: RunsService;
  gates: Pick<RunGates, "app" | "appNames" | "assertImage" | "library">;
}

export interface RunChanges {
  config?: JobConfig | undefined;
  rerun_of?: string | undefined;
  case_keys?: readonly string[] | undefined;
  device_id?: string | undefined;
}

export interface PlannedRun {
  wish: RunWish;
  prepared: PreparedRun;
}

/** Jobs: what is run, on what, how. */
export class JobsService {
  readonly #needs: JobsDependencies;
  constructor(needs: JobsDependencies) {
    this.#needs = needs;
  }

  async list(filter: repository.JobFilter) {
    const { db } = this.#needs.database;
    const { rows, total } = await repository.listJobs(db, filter);
    return {
      list: rows.map(await this.#answering(rows)),
      total,
      page_num: filter.page_num,
      page_size: filter.page_size,
    };
  }

  /** The one that a project had first. */
  first(project_id: string): Promise<Pick<repository.JobRow, "job_id" | "name" | "config"> | undefined> {
    return repository.findFirst(this.#needs.database.db, project_id);
  }

  /** @throws UdtError job_not_found */
  async get(project_id: string, job_id: string): Promise<Job> {
    const found = await this.#find(project_id, job_id);
    const answerOf = await this.#answering([found]);
    return answerOf(found);
  }

  /** @throws UdtError for what the configuration names and the project has not */
  create(actor: Actor, project_id: string, wish: { name: string; config: JobConfig }): Promise<Job> {
    return this.#insert(actor, project_id, wish);
  }

  async #insert(
    actor: Actor,
    project_id: string,
    wish: { name: string; config: JobConfig },
    before?: JobConfig,
  ): Promise<Job> {
    await this.#check(project_id, wish.config, before);
    const { clock, bus, audit } = this.#needs;
    const { user_id } = actor.user;
    const job_id = newId();
    const now = clock.now();
    await bus.transaction(async (tx, announce) => {
      await holdTagsOf(tx, project_id, wish.config.devices);
      await repository.insertJob(tx, {
        job_id,
        project_id,
        name: wish.name,
        config: wish.config,
        revision: 1,
        user_id,
        changed_by: user_id,
        created_at: now,
        updated_at: now,
        active_at: now,
      });
      await audit.write(tx, { action: "job.create", ...actor, project_id, target: wish.name });
      announce(project_id, { type: "job.changed", job_id });
    });
    return this.get(project_id, job_id);
  }

  /** @throws UdtError job_not_found, job_changed when somebody was faster */
  async update(
    actor: Actor,
    project_id: string,
    job_id: string,
    wish: { name: string; config: JobConfig; revision: number },
  ): Promise<Job> {
    const { job: before } = await this.#find(project_id, job_id);
    await this.#check(project_id, wish.config, before.config);
    const { clock, bus, database, audit } = this.#needs;
    const isDone = await bus.transaction(async (tx, announce) => {
      await holdTagsOf(tx, project_id, wish.config.devices);
      const change = { name: wish.name, config: wish.config, changed_by: actor.user.user_id, updated_at: clock.now() };
      const isDone = await repository.updateJob(tx, { project_id, job_id, revision: wish.revision }, change);
      if (!isDone) return false;
      announce(project_id, { type: "job.changed", job_id });
      const detail = { revision: wish.revision + 1, renamed: wish.name !== before.name };
      await audit.write(tx, { action: "job.edit", ...actor, project_id, target: before.name, detail });
      return true;
    });
    if (!isDone) {
      const { job } = await this.#find(project_id, job_id);
      const user_name = await userNameOf(database.db, job.changed_by);
      throw new UdtError("job_changed", { job_id, user_name, revision: job.revision });
    }
    return this.get(project_id, job_id);
  }

  /** @throws UdtError job_not_found */
  async copy(actor: Actor, project_id: string, job_id: string, name: string): Promise<Job> {
    const { job } = await this.#find(project_id, job_id);
    return this.#insert(actor, project_id, { name, config: job.config }, job.config);
  }

  /** @throws UdtError job_not_found */
  async delete(actor: Actor, project_id: string, job_id: string): Promise<void> {
    const { bus, audit } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      const job = await repository.deleteJob(tx, project_id, job_id);
      if (!job) throw new UdtError("job_not_found", { job_id });
      announce(project_id, { type: "job.changed", job_id });
      await audit.write(tx, { action: "job.delete", ...actor, project_id, target: job.name });
    });
  }

  /** @throws UdtError job_not_found, and what {@link RunsService.prepare} and {@link RunsService.begin} refuse */
  async run(
    user: CallerUser,
    project_id: string,
    job_id: string,
    changes: RunChanges & { origin: "manual" | "api" },
  ): Promise<{ test_id: string }> {
    const { job } = await this.#find(project_id, job_id);
    const { rerun_of, case_keys, device_id } = changes;
    const wished = changes.config ?? job.config;
    const config: JobConfig =
      device_id === undefined ? wished : { ...wished, devices: { kind: "devices", device_ids: [device_id] } };
    if (config !== job.config) await this.#check(project_id, config, job.config);
    if (rerun_of !== undefined) await this.#assertRunOf(project_id, job_id, rerun_of);
    const rerun = rerun_of === undefined ? undefined : { test_id: rerun_of, case_keys };
    const origin = rerun ? (device_id === undefined ? "rerun" : "alone") : changes.origin;
    const wish: RunWish = {
      project_id,
      job_id,
      job_name: job.name,
      origin,
      rerun,
      config:
        rerun || case_keys === undefined ? config : { ...config, cases: { kind: "cases", case_keys: [...case_keys] } },
    };
    const prepared = await this.#needs.runs.prepare(wish);
    const test_id = await this.#needs.sessions.change((change) => this.#begin(change, user, wish, prepared));
    return { test_id };
  }

  /** What a run of a job by its schedule will be. @throws as {@link run} */
  async plan(project_id: string, job_id: string): Promise<PlannedRun> {
    const { job } = await this.#find(project_id, job_id);
    const wish: RunWish = { project_id, job_id, job_name: job.name, origin: "schedule", config: job.config };
    return { wish, prepared: await this.#needs.runs.prepare(wish) };
  }

  /** Puts it into the queue, in the caller's transaction. @throws UdtError account_shortage, user_not_in_project */
  beginPlanned(change: Change, user: CallerUser, { wish, prepared }: PlannedRun): Promise<string> {
    return this.#begin(change, user, wish, prepared);
  }

  /** @throws UdtError no_permission for who chooses by tags and may not see tags: what is found tells what they have */
  async devices(
    project_id: string,
    { devices, ...wish }: Pick<JobConfig, "os" | "devices" | "only_healthy">,
    sees_tags: boolean,
  ): Promise<DataOf<(typeof ENDPOINTS)["jobDevices"]>> {
    if (!sees_tags && tagsIn(devices).length > 0) throw new UdtError("no_permission", { privilege: "tag.view" });
    return this.#needs.runs.devices(project_id, { ...wish, wanted: devices });
  }

  async #begin(change: Change, user: CallerUser, wish: RunWish, prepared: PreparedRun): Promise<string> {
    const test_id = await this.#needs.runs.begin(change, user, wish, prepared);
    if (wish.job_id !== null) {
      await repository.noteRun(change.tx, wish.job_id, change.now);
      change.announce(wish.project_id, { type: "job.changed", job_id: wish.job_id });
    }
    return test_id;
  }

  /**
   * Makes sure that what a configuration names is the project's, and suits its system.
   *
   * @param before what it was until now: devices that were chosen then may have gone since
   */
  async #check(project_id: string, config: JobConfig, before?: JobConfig): Promise<void> {
    const { gates, accounts, devices } = this.#needs;
    const app_ids = [config.app_id, ...config.preinstall_app_ids, config.instrumentation?.test_app_id];
    for (const app_id of app_ids)
      if (app_id) assertInstallable((await gates.app(project_id, app_id)).app.kind, config.os);
    if (config.library_id !== null) await gates.library.assertExists(project_id, config.library_id);
    if (config.environment.kind === "image") {
      const { image, credential_id } = config.environment;
      await gates.assertImage(image);
      if (credential_id !== null) await gates.library.imageCredential(project_id, credential_id);
    }
    if (config.accounts.kind === "file") await accounts.get(project_id, config.accounts.account_file_id);
    if (config.devices.kind !== "devices") return;
    const chosen = new Set(before?.devices.kind === "devices" ? before.devices.device_ids : []);
    for (const device_id of config.devices.device_ids) {
      const device = await devices.find(project_id, device_id);
      if (!device) throw new UdtError("device_list", { device_id });
      const { os, state, task_access } = device;
      if (os !== config.os) throw new UdtError("device_wrong_os", { device_id, os, needed: config.os });
      if (!isSelectable(state) && !chosen.has(device_id))
        throw new UdtError("device_not_selectable", { device_id, state });
      if (!task_access && !chosen.has(device_id)) throw new UdtError("device_no_tasks", { device_id });
    }
  }

  async #assertRunOf(project_id: string, job_id: string, test_id: string): Promise<void> {
    const run = await this.#needs.runs.find(test_id);
    if (run?.project_id !== project_id || run.job_id !== job_id) throw new UdtError("run_not_found");
  }

  async #find(project_id: string, job_id: string) {
    const found = await repository.findJob(this.#needs.database.db, project_id, job_id);
    if (!found) throw new UdtError("job_not_found", { job_id });
    return found;
  }

  /** How each of these, which are of one project, is answered. */
  async #answering(rows: readonly repository.JobListing[]): Promise<(row: repository.JobListing) => Job> {
    const { database, gates } = this.#needs;
    const runs = await repository.lastRuns(
      database.db,
      rows.map(({ job }) => job.job_id),
      TREND,
    );
    const runsOf = Map.groupBy(runs, ({ run }) => run.job_id);
    const project_id = rows[0]?.job.project_id ?? "";
    const libraryNames = await gates.library.namesOf(project_id, distinct(rows, "library_id"));
    const appNames = await gates.appNames(project_id, distinct(rows, "app_id"));
    return ({ job, user_name, schedule_count }) => {
      const own = runsOf.get(job.job_id) ?? [];
      const trend = own.map(summaryOf);
      return {
        job_id: job.job_id,
        project_id: job.project_id,
        name: job.name,
        revision: job.revision,
        config: job.config,
        config_withheld: false,
        // Empty when it was deleted: the list says so.
        library_name: libraryNames.get(job.config.library_id ?? "") ?? "",
        app_name: appNames.get(job.config.app_id ?? "") ?? "",
        user_name,
        created_at: job.created_at,
        updated_at: job.updated_at,
        latest_commit_id: own[0]?.run.commit_id ?? "",
        last_run: trend[0] ?? null,
        trend,
        schedule_count,
      };
    };
  }
}

/** What jobs of one project name, each once. */
const distinct = (rows: readonly repository.JobListing[], key: "library_id" | "app_id"): string[] => [
  ...new Set(rows.flatMap(({ job }) => job.config[key] ?? [])),
];
