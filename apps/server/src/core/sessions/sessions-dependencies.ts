import type { InspectionConfig } from "@udt/contract";
import type { FastifyBaseLogger } from "fastify";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import type { DevicesService } from "../devices/devices.service.ts";
import type { LinksService } from "../links/links.service.ts";
import type { TaggedDevice, WantedApps } from "../tags/tags.service.ts";
import type { TellOrder } from "../work-orders/work-orders.service.ts";
import type { ParallelLimits } from "./entrance.ts";
import type { Kinds } from "./kinds.ts";
import type { DeviceSession } from "./tests.repository.ts";

/** What the life of devices' parts in tests needs of others. */
export interface DeviceSessionsNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  links: LinksService;
  devices: DevicesService;
  log: FastifyBaseLogger;
  kinds: Kinds;
  tellOrder: TellOrder;
  /** 0: tests do not end by inactivity. */
  inactivityMinutes: () => number;
  /**
   * Makes sure, to the end of the transaction, that somebody belongs to a project and that it stays.
   * @throws UdtError project_not_exists, user_not_in_project
   */
  place(tx: Queries, user: CallerUser, project_id: string): Promise<void>;
  /** What is to be checked of a device with these tags before it is handed out, which it writes down; null: nothing. */
  checkBefore(session: DeviceSession, tags: TaggedDevice["tags"]): Promise<InspectionConfig | null>;
  /** The packages that a project's tags want on a device. */
  wantedApps: WantedApps;
  /** How many devices one person, and one project, may use at a time; 0 for as many as there are. */
  parallelLimits(): ParallelLimits;
}
