import type { LibrariesService } from "../assets/libraries/libraries.service.ts";
import type { JobsService } from "../kinds/job/jobs/jobs.service.ts";
import type { RollUps } from "../kinds/job/quality/roll-ups.ts";
import type { NotificationsService } from "../notify/notifications/notifications.service.ts";
import { firstStepsRoutes } from "../operations/home/first-steps.routes.ts";
import { FirstStepsService } from "../operations/home/first-steps.service.ts";
import { metaRoutes } from "../operations/meta/meta.routes.ts";
import { Metrics } from "../operations/meta/metrics.ts";
import { statisticsRoutes } from "../operations/statistics/statistics.routes.ts";
import { StatisticsService } from "../operations/statistics/statistics.service.ts";
import { adminRoutes } from "../people/admin/admin.routes.ts";
import { PeopleService } from "../people/users/people.service.ts";
import { VERSION } from "../platform/version.ts";
import type { Core } from "./core.ts";
import { startHealth } from "./health.ts";
import type { Platform } from "./open-platform.ts";
import type { Parts } from "./parts.ts";
import type { startPeople } from "./people.ts";

export interface OperationsNeeds {
  people: Awaited<ReturnType<typeof startPeople>>;
  core: Core;
  libraries: LibrariesService;
  jobs: JobsService;
  rollUps: RollUps;
  notifications: NotificationsService;
}

/** What administrators see and do, and what tells how the installation is. */
export function startOperations(parts: Parts, platform: Platform, needs: OperationsNeeds) {
  const { people, core, notifications } = needs;
  const { settings, database, bus, blobs, clock, onError } = platform;
  const { tests, links, devices, streams } = core;
  const metrics = new Metrics({
    openStreams: () => streams.openCount,
    agentsOnline: () => links.here.size,
    devicesByState: () => devices.countByState(),
    waitingMessages: () => notifications.countWaiting(),
    pool: database.pool,
  });
  database.stated.on((statement) => metrics.countStatement(statement));
  links.said.on(({ direction, type }) => metrics.countMessage(direction, type));
  streams.passed.on(({ stream, bytes }) => metrics.countStreamBytes(stream, bytes));
  const openStreams = () => streams.openCount;
  const rollUps = () => needs.rollUps.health();
  const health = parts.add(startHealth({ ...platform, ...people, ...core, notifications, openStreams, rollUps }));
  const statistics = new StatisticsService({ database, clock, projects: people.projects, tests, onError });
  const steps = new FirstStepsService({
    database,
    devices,
    hasLibrary: (project_id) => needs.libraries.hasOwn(project_id),
    firstJob: (project_id) => needs.jobs.first(project_id),
    awaitsLibrary: (project_id, library_id) => needs.libraries.awaitsFirstRead(project_id, library_id),
  });
  const endTests = (user_id: string) => tests.endOfUser(user_id);
  const { audit, users, runtime, notice, addresses, own } = people;
  const administration = new PeopleService({ database, bus, clock, audit, users, runtime, endTests });
  return parts.add({
    service: { metrics, alerts: health.alerts },
    mount({ routes }) {
      const { metrics_token } = settings.access;
      metaRoutes(routes, { database, blobs, metrics, version: VERSION, metricsToken: metrics_token });
      statisticsRoutes(routes, statistics);
      firstStepsRoutes(routes, steps);
      const { signups, mail } = own;
      const administered = { people: administration, signups, notice, runtime, addresses };
      adminRoutes(routes, { ...administered, clock, mail, health: health.sources });
    },
    close: () => statistics.close(),
  });
}
