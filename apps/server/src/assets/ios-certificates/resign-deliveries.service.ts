import type { Readable } from "node:stream";
import { LIMITS, say, UdtError, type DataOf, type ENDPOINTS, type Said } from "@udt/contract";
import { maySign, type AgentsService } from "../../core/agents/agents.service.ts";
import { servingAgent, type HeldTask, type TaskQueue } from "../../core/tasks/task-queue.service.ts";
import type { TaskRow } from "../../core/tasks/tasks.service.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { AppsService } from "../apps/apps.service.ts";
import type { ProducedAppsService } from "../apps/produced-apps.service.ts";
import type { SigningFiles } from "./signing-files.ts";
import { entitlementsAnew, entitlementsXml } from "./resign-entitlements.ts";
import type { ResignChecks } from "./resign-checks.service.ts";
import { refuseBlocked } from "./resign-findings.ts";
import type { ResignReader } from "./resign-reader.ts";
import * as repository from "./resigns.repository.ts";
import type { SigningKeyReader } from "./signing-key-reader.ts";

export interface ResignDeliveriesNeeds {
  database: Database;
  audit: AuditService;
  agents: Pick<AgentsService, "find" | "audience">;
  queue: TaskQueue;
  apps: Pick<AppsService, "find" | "file" | "readFile">;
  produced: ProducedAppsService;
  certificates: SigningFiles;
  read: ResignReader;
  readKey: SigningKeyReader;
  checks: Pick<ResignChecks, "judge">;
}

/** What an agent that signs an app anew is given, and what it brings: each while it has the task. */
export class ResignDeliveries {
  readonly #needs: ResignDeliveriesNeeds;

  constructor(needs: ResignDeliveriesNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError agent_task_not_found, app_not_found */
  async app(of: HeldTask): Promise<{ stream: Readable; size_bytes: number }> {
    const { app } = await this.#appOf(await this.#held(of));
    await this.#needs.database.transaction((tx) => servingAgent(tx, this.#needs, of, app.project_id));
    return this.#needs.apps.file(app);
  }

  /**
   * What signs, unless it is known by now to fail: since it was asked for, it may have waited for days.
   * @throws UdtError agent_task_not_found, ios_certificate_…, app_…, resign_blocked
   */
  async files(of: HeldTask, ip: string): Promise<DataOf<(typeof ENDPOINTS)["agentResignFiles"]>> {
    const { certificates, apps, read, readKey, checks } = this.#needs;
    const task = await this.#held(of);
    const { app } = await this.#appOf(task);
    const { certificate, files } = await certificates.filesOf(task.project_id ?? "", task.subject_id);
    const { p12, password, profile } = files;
    const { title, certificate_sha1 } = certificate;
    const key = await readKey({ p12, password, certificate_sha1 });
    const input = { profile, certificate_pem: null };
    const told = await apps.readFile(app, (path) => read(async () => ({ path, ...input }), app.project_id));
    const { bundles, granted } = told;
    if (!key.ok || !granted) throw new UdtError("ios_certificate_files_lost", { title });
    refuseBlocked(await checks.judge(app.project_id, certificate, told));
    const { certificate_pem } = key.value;
    // All this took its time: it may be called off, or another's, by now.
    await this.#needs.database.transaction(async (tx) => {
      const { project_id } = app;
      const { name } = await this.#signing(tx, of, project_id);
      const detail = { agent: name, file_name: app.file_name, task_id: of.task_id };
      await repository.updateResign(tx, of.task_id, { certificate_pem });
      await this.#needs.audit.write(tx, { action: "ios_certificate.hand_out", ip, project_id, target: title, detail });
    });
    return {
      ...key.value,
      profile: Buffer.from(profile).toString("base64"),
      bundles: bundles.map((bundle) => ({
        path: bundle.path,
        entitlements: entitlementsXml(entitlementsAnew(bundle, granted.entitlements).entitlements),
      })),
    };
  }

  /** @throws UdtError agent_task_not_found, body_too_large, app_…, ios_certificate_not_found, resign_delivered */
  async keep(of: HeldTask, sha256: string, bytes: Readable): Promise<void> {
    const { database, produced, read } = this.#needs;
    const task = await this.#held(of);
    // It was kept, and the answer to that was lost on its way.
    const { signed_app_id: kept, certificate_pem } = await repository.resignOfTask(database.db, of.task_id);
    if (kept !== null) return;
    const { app } = await this.#appOf(task);
    const refuse = (reason: Said): never => {
      throw new UdtError("resign_delivered", { reason });
    };
    const { project_id, package_name } = app;
    const serving = (tx: Queries) => servingAgent(tx, this.#needs, of, project_id);
    const made = { project_id, user_id: task.user_id ?? app.user_id, file_name: signedName(app.file_name) };
    await produced.keep(bytes, made, {
      async judge(file, its) {
        if (its.sha256 !== sha256) refuse(say("resign_damaged"));
        if (file.kind !== "ipa" || file.package_name !== package_name)
          refuse(say("resign_other_app", { actual: file.package_name, expected: package_name }));
        const input = { profile: null, certificate_pem };
        const { unnamed } = await its.read((path) => read(async () => ({ path, ...input }), project_id));
        if (unnamed !== null) refuse(say("resign_certificate_unnamed", { path: unnamed }));
      },
      async hold(tx) {
        await serving(tx);
        return (await repository.resignOfTask(tx, of.task_id)).signed_app_id === null;
      },
      kept: (tx, signed_app_id) => repository.updateResign(tx, of.task_id, { signed_app_id }),
    });
  }

  /** @throws UdtError agent_task_not_found, also for a task of another kind */
  async #held(of: HeldTask): Promise<TaskRow> {
    const task = await this.#needs.queue.held(this.#needs.database.db, of);
    if (task.kind !== "resign") throw new UdtError("agent_task_not_found", { task_id: of.task_id });
    return task;
  }

  /** The agent that serves a task, where it may have a key, too. */
  async #signing(tx: Queries, of: HeldTask, project_id: string) {
    const agent = await servingAgent(tx, this.#needs, of, project_id);
    if (!maySign(agent)) throw new UdtError("agent_task_not_found", { task_id: of.task_id });
    return agent;
  }

  async #appOf({ task_id, project_id }: TaskRow) {
    const { app_id } = await repository.resignOfTask(this.#needs.database.db, task_id);
    return this.#needs.apps.find(project_id ?? "", app_id);
  }
}

const ENDING = "-resigned.ipa";

/** `shop.ipa` becomes `shop-resigned.ipa`, however often it is signed. */
export function signedName(file_name: string): string {
  const name = file_name.replace(/(-resigned)?\.ipa$/i, "");
  return `${name.slice(0, LIMITS.file_name_max - ENDING.length)}${ENDING}`;
}
