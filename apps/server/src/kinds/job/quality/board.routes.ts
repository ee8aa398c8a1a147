import { ENDPOINTS } from "@udt/contract";
import { disposition } from "../../../platform/http/attachment.ts";
import { oneProject } from "../../../platform/http/one-project.ts";
import type { Routes } from "../../../platform/http/routes.ts";
import { BoardTables } from "./board-tables.ts";
import type { BoardService } from "./board.service.ts";
import type { CaseStatsService } from "./case-stats.service.ts";
import type { HealthService } from "./health.service.ts";
import { KEPT_MS, type ImagesService } from "./images.service.ts";
import type { RollUps } from "./roll-ups.ts";

export interface BoardParts {
  board: BoardService;
  health: HealthService;
  images: ImagesService;
  stats: CaseStatsService;
  rollUps: RollUps;
}

export function boardRoutes(routes: Routes, needs: BoardParts): void {
  const { board, health, stats, rollUps } = needs;
  const tables = new BoardTables({ board, health });
  imagesRoutes(routes, needs.images);
  routes.implement(ENDPOINTS.biCases, ({ caller, query, body }) =>
    stats.stats(caller.user, { ...body, project_id: oneProject(query.project, body.project_id) }),
  );
  routes.implement(ENDPOINTS.homePassRate, ({ query }) => stats.passRate(query.project, query.time_zone));
  routes.implement(ENDPOINTS.qualityBoard, ({ caller, query }) => board.board(caller.user, query));
  routes.implement(ENDPOINTS.qualityCases, ({ caller, query }) => board.cases(caller.user, query));
  routes.implement(ENDPOINTS.qualityClusters, ({ caller, query }) => board.clusters(caller.user, query));
  routes.implement(ENDPOINTS.qualityRuns, ({ caller, query }) => board.runs(caller.user, query));
  routes.implement(ENDPOINTS.qualityResults, ({ caller, query }) => board.results(caller.user, query));
  routes.implement(ENDPOINTS.qualityHealth, ({ caller, query }) => health.counts(caller.user, query));
  routes.implement(ENDPOINTS.qualityHealthCases, ({ caller, query }) => health.cases(caller.user, query));
  routes.implement(ENDPOINTS.qualityFlaky, ({ caller, query }) => board.flaky(caller.user, query));
  routes.implement(ENDPOINTS.qualityWaits, ({ caller, query }) => board.waits(caller.user, query));
  routes.implement(ENDPOINTS.qualityExport, async ({ caller, query, reply }) =>
    reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", disposition("attachment", `udt-quality-${query.table}-${query.days}d.csv`))
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", "private, no-store")
      .send(await tables.csv(caller.user, query)),
  );
  routes.implement(ENDPOINTS.qualityRecompute, async () => ({ runs: await rollUps.again() }));
}

function imagesRoutes(routes: Routes, images: ImagesService): void {
  routes.implement(ENDPOINTS.qualityImageList, ({ caller }) => images.list(caller.user));
  routes.implement(ENDPOINTS.qualityImageCreate, ({ caller, body, request }) =>
    images.create({ user: caller.user, ip: request.ip }, body),
  );
  routes.implement(ENDPOINTS.qualityImageRevoke, async ({ caller, params, request }) => {
    await images.revoke({ user: caller.user, ip: request.ip }, params.image_id);
    return null;
  });
  routes.implement(ENDPOINTS.qualityImage, async ({ params, query, reply }) =>
    reply
      .type("image/svg+xml; charset=utf-8")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("x-content-type-options", "nosniff")
      // Pages of other origins show it.
      .header("cross-origin-resource-policy", "cross-origin")
      .header("referrer-policy", "no-referrer")
      .header("cache-control", `private, max-age=${KEPT_MS / 1_000}`)
      .send(await images.draw(params.picture, query)),
  );
}
