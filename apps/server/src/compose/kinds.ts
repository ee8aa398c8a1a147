import { accountFilesRoutes } from "../assets/account-files/account-files.routes.ts";
import { AccountFilesService } from "../assets/account-files/account-files.service.ts";
import type { AppsService } from "../assets/apps/apps.service.ts";
import type { LibrariesService } from "../assets/libraries/libraries.service.ts";
import { ScriptArchives } from "../assets/scripts/script-archives.service.ts";
import type { ScriptsService } from "../assets/scripts/scripts.service.ts";
import type { DeviceSessionsNeeds } from "../core/sessions/sessions.service.ts";
import type { TellOrder } from "../core/work-orders/work-orders.service.ts";
import { debugRoutes } from "../kinds/debug/debug.routes.ts";
import { DebugService } from "../kinds/debug/debug.service.ts";
import { trialsRoutes } from "../kinds/debug/trials.routes.ts";
import { TrialsService } from "../kinds/debug/trials.service.ts";
import { boardRoutes } from "../kinds/job/quality/board.routes.ts";
import { BoardService } from "../kinds/job/quality/board.service.ts";
import { CaseStatsService } from "../kinds/job/quality/case-stats.service.ts";
import { HealthService } from "../kinds/job/quality/health.service.ts";
import { ImagesService } from "../kinds/job/quality/images.service.ts";
import { RollUps } from "../kinds/job/quality/roll-ups.ts";
import { exportsRoutes } from "../kinds/job/reports/exports.routes.ts";
import { ExportsService } from "../kinds/job/reports/exports.service.ts";
import { reportsRoutes } from "../kinds/job/reports/reports.routes.ts";
import { NeedsService } from "../kinds/job/reports/needs.service.ts";
import { ReportsService } from "../kinds/job/reports/reports.service.ts";
import { SharesService } from "../kinds/job/reports/shares.service.ts";
import { RunEnds } from "../kinds/job/runs/run-ends.ts";
import type { RunsService } from "../kinds/job/runs/runs.service.ts";
import { RunProgresses } from "../kinds/job/runs/run-progress.ts";
import { CHECKED_AS, kindsOf } from "../kinds/kinds.ts";
import { ASSET_USES } from "../kinds/told.ts";
import { askBefore, ChecksBefore } from "../kinds/inspection/checks-before.ts";
import { CheckSchedule } from "../kinds/inspection/check-schedule.service.ts";
import { selfChecksRoutes } from "../kinds/inspection/self-checks.routes.ts";
import { SelfChecksService } from "../kinds/inspection/self-checks.service.ts";
import type { NotificationsService } from "../notify/notifications/notifications.service.ts";
import type { RuntimeSettingsService } from "../people/admin/runtime-settings.service.ts";
import type { AuditService } from "../people/audit/audit.service.ts";
import type { ProjectsService } from "../people/projects/projects.service.ts";
import type { UsersService } from "../people/users/users.service.ts";
import { blobFolder } from "../platform/settings.ts";
import type { Core } from "./core.ts";
import { startJob } from "./job.ts";
import type { Platform } from "./open-platform.ts";
import type { Parts } from "./parts.ts";

/** What the core asks of the kinds of tests, and what they are asked themselves later. */
export function startRules(
  parts: Parts,
  platform: Platform,
  { audit, notifications }: { audit: AuditService; notifications: NotificationsService },
) {
  const accounts = new AccountFilesService({ ...platform, audit, uses: ASSET_USES });
  parts.add({ service: accounts, mount: ({ routes }) => accountFilesRoutes(routes, accounts) });
  const ends = new RunEnds({ accounts, notify: (tx, notice) => notifications.enqueue(tx, notice) });
  const progress = new RunProgresses(platform.clock);
  const tellOrder: TellOrder = (tx, change) => notifications.enqueueOrder(tx, change);
  const checked = { database: platform.database, checkedAs: CHECKED_AS };
  const checkBefore: DeviceSessionsNeeds["checkBefore"] = (...of) => askBefore(checked, ...of);
  const kinds = kindsOf({ run_ends: ends, progress, tellOrder });
  return { accounts, ends, progress, tellOrder, checkBefore, kinds };
}

export interface KindsNeeds {
  audit: AuditService;
  users: UsersService;
  projects: ProjectsService;
  runtime: RuntimeSettingsService;
  notifications: NotificationsService;
  core: Core;
  apps: AppsService;
  libraries: LibrariesService;
  scripts: ScriptsService;
  rules: ReturnType<typeof startRules>;
}

/** Each kind of test: how people begin it, and what it leaves to be read. */
export function startKinds(parts: Parts, platform: Platform, needs: KindsNeeds) {
  const { core, apps, libraries, users, runtime, rules } = needs;
  const { tests, devices } = core;
  const debug = new DebugService({
    sessions: tests.sessions,
    devices,
    app: async (project_id, app_id) => (await apps.find(project_id, app_id)).app,
  });
  parts.add({ service: debug, mount: ({ routes }) => debugRoutes(routes, debug) });
  const allowsUnisolated = () => runtime.values.allow_unisolated_scripts;
  startTrials(parts, platform, { ...needs, allowsUnisolated });
  const job = parts.add(
    startJob({
      ...platform,
      ...needs,
      ...rules,
      ...core,
      reserve: (...wish) => debug.reserve(...wish),
      library: libraries,
      allowsUnisolated,
      userOf: (user_id) => users.active(user_id),
    }),
  );
  startReports(parts, platform, { ...needs, runs: job.runs });
  const rollUps = startBoard(parts, platform, needs);
  const { audit } = needs;
  const firstLook = () => runtime.values.first_look;
  const checks = new SelfChecksService({
    ...platform,
    audit,
    devices,
    resources: core.resources,
    sessions: tests.sessions,
    firstLook,
  });
  const firstLookChanged = (heard: () => void) =>
    runtime.changed.on(({ before, after }) => before.first_look !== after.first_look && heard());
  const schedule = new CheckSchedule({ ...platform, links: core.links, checks, firstLook, firstLookChanged });
  parts.add({ service: schedule, close: () => schedule.close() });
  const before = new ChecksBefore({ sessions: tests.sessions, checkedAs: CHECKED_AS, tellOrder: rules.tellOrder });
  parts.add({ service: checks, mount: ({ routes }) => selfChecksRoutes(routes, checks, before) });
  return { ...job, rollUps };
}

function startTrials(
  parts: Parts,
  platform: Platform,
  { core, scripts, allowsUnisolated }: KindsNeeds & { allowsUnisolated: () => boolean },
): void {
  const archives = new ScriptArchives({ ...platform, blob_folder: blobFolder(platform.settings) });
  const { sessions } = core.tests;
  const trials = new TrialsService({ ...platform, sessions, scripts, archives, allowsUnisolated });
  parts.add({ service: trials, mount: ({ routes }) => trialsRoutes(routes, trials), close: () => trials.close() });
}

function startReports(parts: Parts, platform: Platform, needs: KindsNeeds & { runs: RunsService }): void {
  const { database, clock, settings } = platform;
  const { core, libraries, audit, apps, rules, runs } = needs;
  const reports = new ReportsService({
    database,
    clock,
    tests: core.tests,
    devices: core.devices,
    scheduling: core.scheduling,
    progress: rules.progress,
    watched: (one) => runs.caseWatched(one),
    source: (...place) => libraries.source(...place),
  });
  const waiting = new NeedsService({ database, clock });
  const exports = new ExportsService({ database, clock, reports, apps, resources: core.resources });
  const shares = new SharesService({
    database,
    clock,
    audit,
    reports,
    exports,
    resources: core.resources,
    basePath: settings.base_path,
  });
  parts.add({
    service: reports,
    mount({ routes }) {
      reportsRoutes(routes, reports, waiting);
      exportsRoutes(routes, exports, shares);
    },
  });
}

/** The quality board, and what home and the overview tell of cases: what runs came to, counted as they end. */
function startBoard(parts: Parts, platform: Platform, { projects, users, audit }: KindsNeeds): RollUps {
  const board = new BoardService(platform);
  const images = new ImagesService({ ...platform, audit, board, userOf: (user_id) => users.active(user_id) });
  const stats = new CaseStatsService({ ...platform, projects });
  const rollUps = new RollUps(platform);
  return parts.add({
    service: rollUps,
    mount: ({ routes }) => boardRoutes(routes, { board, health: new HealthService(platform), images, stats, rollUps }),
    close: () => rollUps.close(),
  });
}
