import { ENDPOINTS, fillPath, UdtError, type ReportLanguage, type Share } from "@udt/contract";
import type { ServerClock } from "../../../platform/clock.ts";
import type { Database } from "../../../platform/database/database.ts";
import type { CallerUser } from "../../../platform/http/caller.ts";
import { hashSecret, newId, newSecret } from "../../../platform/ids.ts";
import type { OpenResource, ResourcesService } from "../../../core/resources/resources.service.ts";
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

interface SharesNeeds {
  database: Database;
  clock: ServerClock;
  audit: AuditService;
  reports: ReportsService;
  exports: ExportsService;
  resources: Pick<ResourcesService, "open">;
  basePath: string;
}

/** Links by which anybody reads one report, until they expire. Only a hash of each is kept. */
export class SharesService {
  readonly #needs: SharesNeeds;
  constructor(needs: SharesNeeds) {
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
    wish: { days: number; language: ReportLanguage; with_video: boolean },
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
      with_video: wish.with_video,
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
        detail: { test_id, share_id: share.share_id, days: wish.days, with_video: wish.with_video },
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
    const { database, clock, exports, basePath } = this.#needs;
    const share = await repository.findShare(database.db, hashSecret(token), clock.now());
    if (!share) return undefined;
    const { project_id, test_id, language, with_video } = share;
    const addressOf = (resource_id: string) => basePath + fillPath(ENDPOINTS.shareVideo.path, { token, resource_id });
    return exports.open(project_id, test_id, {
      format: "html",
      language,
      ...(with_video && { videoAt: addressOf }),
    });
  }

  /** A video of the report that a link's token opens. @throws UdtError resource_not_found, also for a link without videos, and for one that is no good */
  async video(token: string, resource_id: string): Promise<OpenResource> {
    const { database, clock, resources } = this.#needs;
    const share = await repository.findShare(database.db, hashSecret(token), clock.now());
    const device_id = share?.with_video
      ? await repository.deviceOfVideo(database.db, share.test_id, resource_id)
      : undefined;
    if (!share || device_id === undefined) throw new UdtError("resource_not_found", { resource_id });
    return resources.open({ test_id: share.test_id, device_id, resource_id });
  }
}

const shareOf = (
  { share_id, language, with_video, created_at, expires_at }: repository.ShareRow,
  user_name: string,
): Share => ({
  share_id,
  user_name,
  language,
  with_video,
  created_at,
  expires_at,
});
