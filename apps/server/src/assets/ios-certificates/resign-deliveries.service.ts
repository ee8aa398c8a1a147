import type { Readable } from "node:stream";
import { LIMITS, say, UdtError, type DataOf, type ENDPOINTS, type Said } from "@udt/contract";
import type { TaskQueue } from "../../core/tasks/task-queue.service.ts";
import type { TaskRow } from "../../core/tasks/tasks.service.ts";
import type { Database } from "../../platform/database/database.ts";
import type { AppsService } from "../apps/apps.service.ts";
import type { ProducedAppsService } from "../apps/produced-apps.service.ts";
import type { IosCertificatesService } from "./ios-certificates.service.ts";
import { entitlementsAnew, entitlementsXml } from "./resign-entitlements.ts";
import type { ResignReader } from "./resign-reader.ts";
import * as repository from "./resigns.repository.ts";
import type { SigningKeyReader } from "./signing-key-reader.ts";

export interface ResignDeliveriesNeeds {
  database: Database;
  queue: TaskQueue;
  apps: Pick<AppsService, "find" | "file" | "readFile">;
  produced: ProducedAppsService;
  certificates: Pick<IosCertificatesService, "filesOf">;
  read: ResignReader;
  readKey: SigningKeyReader;
}

interface Held {
  agent_id: string;
  task_id: string;
}

/** What an agent that signs an app anew is given, and what it brings: each while it has the task. */
export class ResignDeliveries {
  readonly #needs: ResignDeliveriesNeeds;

  constructor(needs: ResignDeliveriesNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError agent_task_not_found, app_not_found */
  async app(of: Held): Promise<{ stream: Readable; size_bytes: number }> {
    const { app } = await this.#appOf(await this.#held(of));
    return this.#needs.apps.file(app);
  }

  /** @throws UdtError agent_task_not_found, ios_certificate_…, app_… */
  async files(of: Held): Promise<DataOf<(typeof ENDPOINTS)["agentResignFiles"]>> {
    const { certificates, apps, read, readKey } = this.#needs;
    const task = await this.#held(of);
    const { app } = await this.#appOf(task);
    const { certificate, files } = await certificates.filesOf(task.project_id ?? "", task.subject_id);
    const { p12, password, profile } = files;
    const { title, certificate_sha1 } = certificate;
    const key = await readKey({ p12, password, certificate_sha1 });
    const { bundles, granted } = await apps.readFile(app, (path) => read({ path, profile }));
    if (!key.ok || !granted) throw new UdtError("ios_certificate_files_lost", { title });
    return {
      ...key.value,
      profile: Buffer.from(profile).toString("base64"),
      bundles: bundles.map((bundle) => ({
        path: bundle.path,
        entitlements: entitlementsXml(entitlementsAnew(bundle, granted.entitlements)),
      })),
    };
  }

  /** @throws UdtError agent_task_not_found, body_too_large, resign_delivered */
  async keep(of: Held, sha256: string, bytes: Readable): Promise<void> {
    const { produced, queue } = this.#needs;
    const task = await this.#held(of);
    const { app } = await this.#appOf(task);
    const refuse = (reason: Said): never => {
      throw new UdtError("resign_delivered", { reason });
    };
    const { project_id, package_name } = app;
    const made = { project_id, user_id: task.user_id ?? app.user_id, file_name: signedName(app.file_name) };
    await produced.keep(bytes, made, {
      judge(file, hashes) {
        if (hashes.sha256 !== sha256) refuse(say("resign_damaged"));
        if (file.kind !== "ipa" || file.package_name !== package_name)
          refuse(say("resign_other_app", { actual: file.package_name, expected: package_name }));
      },
      async hold(tx) {
        await queue.held(tx, of);
        return (await repository.resignOfTask(tx, of.task_id)).signed_app_id === null;
      },
      kept: (tx, signed_app_id) => repository.updateResign(tx, of.task_id, { signed_app_id }),
    });
  }

  /** @throws UdtError agent_task_not_found, also for a task of another kind */
  async #held(of: Held): Promise<TaskRow> {
    const task = await this.#needs.queue.held(this.#needs.database.db, of);
    if (task.kind !== "resign") throw new UdtError("agent_task_not_found", { task_id: of.task_id });
    return task;
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
