/** The kind `job`: jobs, their runs and their schedules. */
import type { FastifyBaseLogger } from "fastify";
import { imageRegistry, LOCAL_IMAGES, UdtError } from "@udt/contract";
import type { Bus } from "../platform/bus.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import type { LooseBlobs } from "../platform/blobs/loose-blobs.ts";
import type { ServerClock } from "../platform/clock.ts";
import type { Database } from "../platform/database/database.ts";
import type { CallerUser } from "../platform/http/caller.ts";
import { OutboundError, type Outbound } from "../platform/outbound.ts";
import type { AccountFilesService } from "../assets/account-files/account-files.service.ts";
import type { AuditService } from "../people/audit/audit.service.ts";
import { RunMemoryRecordings } from "../assets/memory/run-memory.service.ts";
import type { LinksService } from "../core/links/links.service.ts";
import type { AppsService } from "../assets/apps/apps.service.ts";
import type { DevicesService } from "../core/devices/devices.service.ts";
import type { SchedulingService } from "../core/scheduling/scheduling.service.ts";
import { jobsRoutes } from "../kinds/job/jobs/jobs.routes.ts";
import { JobsService } from "../kinds/job/jobs/jobs.service.ts";
import type { NotificationsService } from "../notify/notifications/notifications.service.ts";
import { AgentRunsService } from "../kinds/job/runs/agent-runs.service.ts";
import type { RunEnds } from "../kinds/job/runs/run-ends.ts";
import { watchOverdue } from "../kinds/job/runs/overdue-devices.ts";
import type { LibraryGate, RunGates } from "../kinds/job/runs/gates.ts";
import { watchMemoryWaits } from "../kinds/job/runs/memory-waits.ts";
import { RunMemoryService } from "../kinds/job/runs/run-memory.service.ts";
import { runsRoutes } from "../kinds/job/runs/runs.routes.ts";
import { RunsService, type RunsDependencies } from "../kinds/job/runs/runs.service.ts";
import { schedulesRoutes } from "../kinds/job/schedules/schedules.routes.ts";
import { SchedulesService } from "../kinds/job/schedules/schedules.service.ts";
import type { TestsService } from "../core/sessions/tests.service.ts";

import type { Part } from "./parts.ts";

const REGISTRY_TIMEOUT_MS = 10_000;

export interface JobNeeds {
  accounts: AccountFilesService;
  ends: RunEnds;
  reserve: RunsDependencies["reserve"];
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  log: FastifyBaseLogger;
  blobs: Blobs;
  loose: LooseBlobs;
  links: LinksService;
  apps: AppsService;
  devices: DevicesService;
  scheduling: SchedulingService;
  tests: TestsService;
  notifications: NotificationsService;
  library: LibraryGate;
  outbound: Outbound;
  parallelLimits: RunGates["parallelLimits"];
  allowsUnisolated: RunGates["allowsUnisolated"];
  userOf(user_id: string): Promise<CallerUser | undefined>;
}

export function startJob(needs: JobNeeds): Part<{ jobs: JobsService; runs: RunsService }> {
  const { database, bus, clock, audit, loose, log, links, devices, scheduling, tests, accounts, ends, reserve } = needs;
  const { sessions } = tests;
  const gates = gatesOf(needs);
  const shared: RunsDependencies = {
    database,
    bus,
    clock,
    log,
    sessions,
    devices,
    scheduling,
    links,
    accounts,
    ends,
    reserve,
    gates,
  };
  const runs = new RunsService(shared);
  const agentRuns = new AgentRunsService(shared, runs);
  const stopWatching = watchOverdue(shared);
  const stopWaiting = watchMemoryWaits(shared);
  const jobs = new JobsService({ database, bus, clock, audit, sessions, devices, accounts, runs, gates });
  const schedules = new SchedulesService({ database, bus, clock, log, jobs, sessions, userOf: needs.userOf });
  return {
    service: { jobs, runs },
    mount({ routes }) {
      jobsRoutes(routes, jobs);
      runsRoutes(
        routes,
        runs,
        agentRuns,
        new RunMemoryService(shared, new RunMemoryRecordings({ bus, clock, audit, loose })),
      );
      schedulesRoutes(routes, schedules);
    },
    async close() {
      await schedules.close();
      stopWatching();
      await stopWaiting();
      runs.close();
    },
  };
}

/** What runs need of other parts. */
const gatesOf = (needs: JobNeeds): RunGates => ({
  library: needs.library,
  app: (project_id, app_id) => needs.apps.find(project_id, app_id),
  appNames: (project_id, app_ids) => needs.apps.namesOf(project_id, app_ids),
  async appFile(project_id, app_id) {
    const { app } = await needs.apps.find(project_id, app_id);
    const blob = await needs.blobs.get(app.blob_key);
    if (!blob) throw new UdtError("app_not_found", { app_id });
    return blob;
  },
  async assertImage(image) {
    const registry = imageRegistry(image);
    if (registry === LOCAL_IMAGES) return;
    try {
      await needs.outbound.check(`https://${registry}`, REGISTRY_TIMEOUT_MS);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      // A name that this server cannot find is the agent's to look for: the pull says what became of it.
      if (error.kind !== "refused") return;
      throw new UdtError("invalid_param", { field: "config.environment", rule: "image_registry_refused" });
    }
  },
  parallelLimits: needs.parallelLimits,
  countHeld: (tx, of) => needs.tests.countHeld(tx, of),
  allowsUnisolated: needs.allowsUnisolated,
  notify: (tx, notice) => needs.notifications.enqueue(tx, notice),
});
