import { LIMITS, UdtError, type DataOf, type ENDPOINTS } from "@udt/contract";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { AppsService } from "../apps/apps.service.ts";
import type { SigningFiles } from "./signing-files.ts";
import * as repository from "./ios-certificates.repository.ts";
import { judgeResign, type Finding } from "./resign-findings.ts";
import type { ResignReader, ResignTold } from "./resign-reader.ts";

export interface ResignChecksNeeds {
  database: Database;
  clock: ServerClock;
  apps: Pick<AppsService, "find" | "readFile">;
  certificates: Pick<SigningFiles, "profileOf">;
  read: ResignReader;
}

/** Says what would fail if an app were signed anew with a certificate. Nothing is signed, and no tool is needed. */
export class ResignChecks {
  readonly #needs: ResignChecksNeeds;

  constructor(needs: ResignChecksNeeds) {
    this.#needs = needs;
  }

  /**
   * @param isGone whether who asked has hung up: nothing is read for them
   * @throws UdtError ios_certificate_not_found, app_…, app_wrong_device, reading_busy
   */
  async check(
    project_id: string,
    cert_id: string,
    app_id: string,
    isGone: () => boolean = () => false,
  ): Promise<DataOf<(typeof ENDPOINTS)["iosCertificateResignCheck"]>> {
    const { database, apps, certificates, read } = this.#needs;
    const found = await repository.findCertificate(database.db, project_id, cert_id);
    if (!found) throw new UdtError("ios_certificate_not_found", { cert_id });
    const { app } = await apps.find(project_id, app_id);
    if (app.kind !== "ipa") throw new UdtError("app_wrong_device", { kind: app.kind, needed: "ipa", os: "ios" });
    let { certificate } = found;
    const told = await apps.readFile(app, (path) =>
      read(async () => {
        if (isGone()) throw new UdtError("reading_busy");
        const opened = await certificates.profileOf(project_id, cert_id);
        certificate = opened.certificate;
        return { path, profile: opened.profile ?? null, certificate_pem: null };
      }, project_id),
    );
    const findings = await this.judge(project_id, certificate, told);
    return {
      app_id,
      bundle_count: told.bundles.length,
      findings: findings.slice(0, LIMITS.resign_findings_max),
      findings_total: findings.length,
    };
  }

  /** By what is known of the project's devices at this moment. */
  async judge(project_id: string, certificate: repository.CertificateFacts, told: ResignTold): Promise<Finding[]> {
    const { database, clock } = this.#needs;
    const farm = (await repository.seenIosDevices(database.db, project_id)).map(({ serial }) => serial);
    return judgeResign({ ...told, certificate, farm, now: clock.now() });
  }
}
