/** The composition of what tells how the installation is: the health page, and alerts by the same facts. */
import type { FastifyBaseLogger } from "fastify";
import type { HealthSources } from "../people/admin/health.service.ts";
import type { RuntimeSettingsService } from "../people/admin/runtime-settings.service.ts";
import type { AgentsService } from "../core/agents/agents.service.ts";
import { alertsRoutes } from "../notify/alerts/alerts.routes.ts";
import { AlertsService } from "../notify/alerts/alerts.service.ts";
import type { NotificationsService } from "../notify/notifications/notifications.service.ts";
import type { TestsService } from "../core/sessions/tests.service.ts";
import { askedOnce } from "../platform/asked-once.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import type { Bus } from "../platform/bus.ts";
import type { ServerClock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import { DISK_ANSWER_MS, otherDisk } from "../platform/disk.ts";
import type { Part } from "./parts.ts";
import { blobFolder, type ServerSettings } from "../platform/settings.ts";
import { VERSION } from "../platform/version.ts";

export interface HealthDependencies {
  settings: ServerSettings;
  database: Database;
  bus: Bus;
  blobs: Blobs;
  clock: ServerClock;
  log: FastifyBaseLogger;
  runtime: RuntimeSettingsService;
  notifications: NotificationsService;
  tests: TestsService;
  agents: AgentsService;
  openStreams: () => number;
  rollUps: HealthSources["rollUps"];
}

export function startHealth(needs: HealthDependencies): Part<{ sources: HealthSources; alerts: AlertsService }> {
  const { settings, database, bus, blobs, clock, runtime, notifications, tests, agents } = needs;
  const queuedTests = () => tests.countQueued();
  // The disk of a database server is its own operator's matter.
  const embeddedDisk = askedOnce(() => otherDisk(settings.data_dir, blobFolder(settings)), DISK_ANSWER_MS);
  const databaseDisk = async () => (settings.database_url === undefined ? embeddedDisk() : null);
  const alerts = new AlertsService({
    database,
    clock,
    log: needs.log,
    notifications,
    facts: { files: () => blobs.health(), databaseDisk, queuedTests, awayAgents: () => agents.away() },
    settings: () => runtime.values,
    publicUrl: settings.public_url,
  });
  const sources: HealthSources = {
    version: VERSION,
    database,
    blobs,
    databaseDisk,
    certificate: () => alerts.certificate(),
    openStreams: needs.openStreams,
    runningTests: () => tests.countRunning(),
    agents: () => agents.count(),
    queuedTests,
    deliveriesWaiting: () => notifications.countWaiting(),
    outboxLag: () => bus.lag(),
    rollUps: needs.rollUps,
    settings: () => runtime.values,
    now: () => clock.now(),
  };
  return {
    service: { sources, alerts },
    mount: ({ routes }) => alertsRoutes(routes, alerts, notifications),
    close: () => alerts.close(),
  };
}
