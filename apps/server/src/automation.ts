/** The composition of automated testing: who of its services knows whom. */
import type { FastifyBaseLogger } from "fastify";
import { imageRegistry, LOCAL_IMAGES, UdtError } from "@udt/contract";
import type { Bus } from "./platform/bus.ts";
import type { Blobs } from "./platform/blobs/blobs.ts";
import type { ServerClock } from "./platform/clock.ts";
import type { SecretBox } from "./platform/crypto.ts";
import type { Database } from "./platform/database/database.ts";
import type { CallerUser } from "./platform/http/caller.ts";
import type { Routes } from "./platform/http/routes.ts";
import { OutboundError, type Outbound } from "./platform/outbound.ts";
import { accountFilesRoutes } from "./modules/account-files/account-files.routes.ts";
import { AccountFilesService } from "./modules/account-files/account-files.service.ts";
import type { AuditService } from "./modules/audit/audit.service.ts";
import type { AgentsService } from "./modules/agents/agents.service.ts";
import type { AppsService } from "./modules/apps/apps.service.ts";
import type { DevicesService } from "./modules/devices/devices.service.ts";
import { jobsRoutes } from "./modules/jobs/jobs.routes.ts";
import { JobsService } from "./modules/jobs/jobs.service.ts";
import type { NotificationsService } from "./modules/notifications/notifications.service.ts";
import type { ProjectsService } from "./modules/projects/projects.service.ts";
import { AgentRunsService } from "./modules/runs/agent-runs.service.ts";
import { Dispatcher } from "./modules/runs/dispatcher.ts";
import type { LibraryGate, RunGates } from "./modules/runs/gates.ts";
import { runsRoutes } from "./modules/runs/runs.routes.ts";
import { RunsService, type RunsDependencies } from "./modules/runs/runs.service.ts";
import { schedulesRoutes } from "./modules/schedules/schedules.routes.ts";
import { SchedulesService } from "./modules/schedules/schedules.service.ts";
import type { TestsService } from "./modules/tests/tests.service.ts";

const REGISTRY_TIMEOUT_MS = 10_000;

export interface AutomationDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  log: FastifyBaseLogger;
  blobs: Blobs;
  secrets: SecretBox;
  agents: AgentsService;
  apps: AppsService;
  devices: DevicesService;
  tests: TestsService;
  projects: ProjectsService;
  notifications: NotificationsService;
  library: LibraryGate;
  outbound: Outbound;
  parallelLimits: RunGates["parallelLimits"];
  allowsUnisolated: RunGates["allowsUnisolated"];
  userOf(user_id: string): Promise<CallerUser | undefined>;
}

export interface Automation {
  jobs: JobsService;
  runs: RunsService;
  schedules: SchedulesService;
  mount(routes: Routes): void;
  close(): Promise<void>;
}

export function startAutomation(needs: AutomationDependencies): Automation {
  const { database, bus, clock, audit, log, agents, devices, tests, library } = needs;
  const { sessions } = tests;
  const accounts = new AccountFilesService(database, clock, needs.secrets, audit);
  const gates: RunGates = {
    library,
    app: (project_id, app_id) => needs.apps.find(project_id, app_id),
    appNames: (project_id, app_ids) => needs.apps.namesOf(project_id, app_ids),
    async appFile(project_id, app_id) {
      const { app } = await needs.apps.find(project_id, app_id);
      const blob = await needs.blobs.get(app.blob_key);
      if (!blob) throw new UdtError("app_not_found", { app_id });
      return blob;
    },
    place: (tx, user, project_id) => needs.projects.holdPlace(tx, user, project_id),
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
    countHeld: (tx, of) => tests.countHeld(tx, of),
    allowsUnisolated: needs.allowsUnisolated,
    notify: (tx, notice) => needs.notifications.enqueue(tx, notice),
  };
  const shared: RunsDependencies = { database, bus, clock, log, sessions, devices, agents, accounts, gates };
  const runs = new RunsService(shared);
  const agentRuns = new AgentRunsService(shared, runs);
  const dispatcher = new Dispatcher(shared);
  const jobs = new JobsService({ database, bus, clock, audit, sessions, devices, accounts, runs, gates });
  const schedules = new SchedulesService({ database, bus, clock, log, jobs, sessions, userOf: needs.userOf });
  return {
    jobs,
    runs,
    schedules,
    mount(routes) {
      accountFilesRoutes(routes, accounts);
      jobsRoutes(routes, jobs);
      runsRoutes(routes, runs, agentRuns);
      schedulesRoutes(routes, schedules);
    },
    async close() {
      await schedules.close();
      await dispatcher.close();
      runs.close();
    },
  };
}
