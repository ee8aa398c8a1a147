/** What starting a server takes and gives. */
import type { FastifyInstance } from "fastify";
import type { RuntimeSettingsService } from "./people/admin/runtime-settings.service.ts";
import type { LinksService } from "./core/links/links.service.ts";
import type { AgentsService } from "./core/agents/agents.service.ts";
import type { AppsServices } from "./assets/apps/apps.routes.ts";
import type { AuditService } from "./people/audit/audit.service.ts";
import type { DevicesService } from "./core/devices/devices.service.ts";
import type { LibrariesService } from "./assets/libraries/libraries.service.ts";
import type { NotificationsService } from "./notify/notifications/notifications.service.ts";
import type { ProjectsService } from "./people/projects/projects.service.ts";
import type { ResourcesService } from "./core/resources/resources.service.ts";
import type { StreamsService } from "./core/streams/streams.service.ts";
import type { TestsService } from "./core/sessions/tests.service.ts";
import type { WearService } from "./core/wear/wear.service.ts";
import type { UsersService } from "./people/users/users.service.ts";
import type { Blobs } from "./platform/blobs/blobs.ts";
import type { Bus } from "./platform/bus.ts";
import type { ServerClock } from "./platform/clock.ts";
import type { Database } from "./platform/database/database.ts";

export interface StartOptions {
  clock?: ServerClock;
  /** Pino's level; `silent` logs nothing. */
  logLevel?: "info" | "warn" | "error" | "silent";
}

export interface RunningServer {
  readonly port: number;
  /** What browsers call it, without a trailing slash. */
  readonly url: string;
  /** Present at the very first start; `password` only when it was made up, and never shown again. */
  readonly first_admin?: { email: string; password?: string };
  /** Drains and leaves nothing behind. */
  stop(): Promise<void>;
}

/** Everything inside a server; what specs look into. */
export interface Server extends RunningServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly bus: Bus;
  readonly blobs: Blobs;
  readonly services: Services;
}

export interface Services extends AppsServices {
  users: UsersService;
  audit: AuditService;
  runtime: RuntimeSettingsService;
  projects: ProjectsService;
  agents: AgentsService;
  links: LinksService;
  devices: DevicesService;
  wear: WearService;
  tests: TestsService;
  notifications: NotificationsService;
  libraries: LibrariesService;
  streams: StreamsService;
  resources: ResourcesService;
}
