import { ENDPOINTS, fillPath, UdtError, type ReportLanguage, type Share } from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import { hashSecret, newId, newSecret } from "../../../platform/ids.ts";
import type { AuditService } from "../../../people/audit/audit.service.ts";
import type { ExportedFile, ExportsService } from "./exports.service.ts";
import type { ReportsService } from "./reports.service.ts";
import * as repository from "./shares.repository.ts";

const DAY_MS = 86_400_000;

interface Place {
  project_id: string;
  test_id: string;
}
interface Who {
  user: CallerUser;
  ip: string;
}

/** Links by which anybody reads one report, until they expire. Only a hash of each is kept. */
export class SharesService {
  readonly #needs: {
    database: Database;
    clock: ServerClock;
    audit: AuditService;
    reports: ReportsService;
    exports: ExportsService;
  };
  constructor(needs: {
    database: Database;
    clock: ServerClock;
    audit: AuditService;
    reports: ReportsService;
    exports: ExportsService;
  }) {
    this.#needs = needs;
  }

  /** @throws UdtError run_not_found */
  async list({ project_id, test_id }: Place): Promise<{ list: Share[] }> {
    const { database, clock, reports } = this.#needs;
    await reports.find(project_id, test_id);
    const rows = await repository.listShares(database.db, project_id, test_id, clock.now());
    return { list: rows.map(({ share, user_name }) => shareOf(share, user_name)) };
  }

  /** @throws UdtError run_not_found */
  async create(
    { user, ip }: Who,
    { project_id, test_id }: Place,
    wish: { days: number; language: ReportLanguage },
  ): Promise<Share & { path: string }> {
    const { database, clock, audit, reports } = this.#needs;
    const { run } = await reports.find(project_id, test_id);
    const token = newSecret();
    const now = clock.now();
    const share: repository.ShareRow = {
      share_id: newId(),
      token_hash: hashSecret(token),
      project_id,
      test_id,
      user_id: user.user_id,
      language: wish.language,
      created_at: now,
      expires_at: now + wish.days * DAY_MS,
    };
    await database.transaction(async (tx) => {
      await repository.insertShare(tx, share);
      await audit.write(tx, {
        action: "report.share",
        user,
        ip,
        project_id,
        target: run.job_name,
        detail: { test_id, share_id: share.share_id, days: wish.days },
      });
    });
    return { ...shareOf(share, user.user_name), path: fillPath(ENDPOINTS.shareOpen.path, { token }) };
  }

  /** @throws UdtError run_not_found, share_not_found */
  async revoke({ user, ip }: Who, { project_id, test_id, share_id }: Place & { share_id: string }): Promise<void> {
    const { database, audit, reports } = this.#needs;
    const { run } = await reports.find(project_id, test_id);
    await database.transaction(async (tx) => {
      if (!(await repository.deleteShare(tx, { project_id, test_id, share_id })))
        throw new UdtError("share_not_found", { share_id });
      const detail = { test_id, share_id };
      await audit.write(tx, { action: "report.unshare", user, ip, project_id, target: run.job_name, detail });
    });
  }

  /** The report that a link's token opens; undefined for one that is no good, or no longer. */
  async open(token: string): Promise<ExportedFile | undefined> {
    const { database, clock, exports } = this.#needs;
    const share = await repository.findShare(database.db, hashSecret(token), clock.now());
    return share && exports.open(share.project_id, share.test_id, "html", share.language);
  }
}

const shareOf = ({ share_id, language, created_at, expires_at }: repository.ShareRow, user_name: string): Share => ({
  share_id,
  user_name,
  language,
  created_at,
  expires_at,
});
