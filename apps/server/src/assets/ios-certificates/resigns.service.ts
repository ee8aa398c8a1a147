import { LIMITS, stageOf, UdtError, type AgentTaskOf, type DataOf, type ENDPOINTS, type Resign } from "@udt/contract";
import type { AgentsService } from "../../core/agents/agents.service.ts";
import type { TaskQueue } from "../../core/tasks/task-queue.service.ts";
import type { TaskRow } from "../../core/tasks/tasks.service.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { Bus } from "../../platform/bus.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import type { AppsService } from "../apps/apps.service.ts";
import * as certificates from "./ios-certificates.repository.ts";
import type { IosCertificatesService } from "./ios-certificates.service.ts";
import type { ResignChecks } from "./resign-checks.service.ts";
import { refuseBlocked } from "./resign-findings.ts";
import { resignRules } from "./resign-task.ts";
import * as repository from "./resigns.repository.ts";

type Endpoints = typeof ENDPOINTS;

export interface ResignsNeeds {
  database: Database;
  bus: Bus;
  audit: AuditService;
  queue: TaskQueue;
  agents: Pick<AgentsService, "signersOf">;
  apps: Pick<AppsService, "find">;
  certificates: Pick<IosCertificatesService, "get">;
  checks: Pick<ResignChecks, "check">;
}

/** Has agents sign apps anew. */
export class ResignsService {
  readonly #needs: ResignsNeeds;
  readonly rules = resignRules((task) => this.#describe(task));

  constructor(needs: ResignsNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError ios_certificate_not_found */
  async list(
    project_id: string,
    cert_id: string,
    page: { page_num: number; page_size: number },
  ): Promise<DataOf<Endpoints["resignList"]>> {
    const { db } = this.#needs.database;
    if (!(await certificates.findCertificate(db, project_id, cert_id)))
      throw new UdtError("ios_certificate_not_found", { cert_id });
    const { rows, total } = await repository.listResigns(db, cert_id, page);
    return { list: rows.map(resignOf), total, ...page };
  }

  tools(project_id: string): Promise<DataOf<Endpoints["signingToolList"]>> {
    return this.#needs.agents.signersOf(this.#needs.database.db, project_id);
  }

  /** @throws UdtError ios_certificate_…, app_…, reading_busy, resign_no_tool, resign_unisolated, resign_blocked, resign_under_way */
  async start(actor: Actor, project_id: string, cert_id: string, app_id: string): Promise<Resign> {
    const { database, bus, audit, queue, agents, apps, checks, certificates: kept } = this.#needs;
    const { title, are_files_lost } = await kept.get(project_id, cert_id);
    if (are_files_lost) throw new UdtError("ios_certificate_files_lost", { title });
    const { refusal } = await agents.signersOf(database.db, project_id);
    if (refusal) throw new UdtError(refusal);
    // Before the check, which takes its time.
    const open = await this.#open(database.db, cert_id);
    if (open) throw new UdtError("resign_under_way", { title, app: open });
    // What is known to fail is not begun.
    refuseBlocked((await checks.check(project_id, cert_id, app_id)).findings);
    const { app } = await apps.find(project_id, app_id);
    const task_id = await bus.transaction(async (tx, announce) => {
      // Who deletes it waits, or it is gone; the project before what belongs to it, as everywhere.
      await lockProject(tx, project_id, "use");
      if (!(await certificates.lockCertificate(tx, project_id, cert_id)))
        throw new UdtError("ios_certificate_not_found", { cert_id });
      const about = { kind: "resign", subject_id: cert_id } as const;
      await queue.prune(tx, about, LIMITS.resigns_kept);
      const id = await queue.enqueue(tx, { ...about, project_id, user_id: actor.user.user_id });
      if (id === undefined)
        throw new UdtError("resign_under_way", { title, app: (await this.#open(tx, cert_id)) ?? app.name });
      const { name: app_name, version_name } = app;
      await repository.insertResign(tx, { task_id: id, cert_id, app_id, app_name, version_name });
      const detail = { app_id, file_name: app.file_name };
      await audit.write(tx, { action: "ios_certificate.resign", ...actor, project_id, target: title, detail });
      announce(project_id, { type: "resign.changed", cert_id });
      return id;
    });
    return this.#get(cert_id, task_id);
  }

  /** @throws UdtError ios_certificate_not_found, resign_not_found, resign_over */
  async cancel(actor: Actor, project_id: string, of: { cert_id: string; task_id: string }): Promise<Resign> {
    const { bus, audit, queue } = this.#needs;
    const { cert_id, task_id } = of;
    const after = await bus.transaction(async (tx, announce) => {
      await lockProject(tx, project_id, "use");
      const certificate = await certificates.lockCertificate(tx, project_id, cert_id);
      if (!certificate) throw new UdtError("ios_certificate_not_found", { cert_id });
      const open = await queue.cancel(tx, { kind: "resign", subject_id: cert_id });
      const found = await repository.findResign(tx, of);
      if (!found) throw new UdtError("resign_not_found", { task_id });
      const cancelled = open?.task.task_id === task_id ? open : undefined;
      // The signed app is there, and its agent is about to say so.
      const isDone = found.signed_app_id !== null;
      if (!cancelled || isDone)
        throw new UdtError("resign_over", { task_id, state: isDone ? "done" : found.task.state });
      const detail = { app_id: found.resign.app_id };
      const target = certificate.title;
      await audit.write(tx, { action: "ios_certificate.resign_cancel", ...actor, project_id, target, detail });
      announce(project_id, { type: "resign.changed", cert_id });
      return cancelled.after;
    });
    after();
    return this.#get(cert_id, task_id);
  }

  /** What is being signed with a certificate, by the name that people know it by. */
  async #open(db: Queries, cert_id: string): Promise<string | undefined> {
    const task = await this.#needs.queue.open(db, { kind: "resign", subject_id: cert_id });
    return task && (await repository.resignOfTask(db, task.task_id)).app_name;
  }

  async #get(cert_id: string, task_id: string): Promise<Resign> {
    const found = await repository.findResign(this.#needs.database.db, { cert_id, task_id });
    if (!found) throw new UdtError("resign_not_found", { task_id });
    return resignOf(found);
  }

  /** @throws UdtError app_not_found */
  async #describe({ task_id, project_id }: TaskRow): Promise<AgentTaskOf<"resign">> {
    const { app_id } = await repository.resignOfTask(this.#needs.database.db, task_id);
    const { app } = await this.#needs.apps.find(project_id ?? "", app_id);
    const { file_name, size_bytes, md5 } = app;
    return { task_id, kind: "resign", payload: { app: { file_name, size_bytes, md5 } } };
  }
}

function resignOf({ task, resign, user_name, agent_name, signed_app_id }: repository.ResignListing): Resign {
  const { task_id, state, stage, percent, message, created_at, ended_at } = task;
  const { app_id, app_name, version_name, failure } = resign;
  return {
    task_id,
    app_id,
    app_name,
    version_name,
    state,
    stage: stageOf("resign", stage),
    percent,
    agent_name: agent_name ?? "",
    failure,
    message,
    signed_app_id,
    user_name: user_name ?? "",
    created_at,
    ended_at,
  };
}
