import type { FastifyBaseLogger } from "fastify";
import type { Bus } from "./bus.ts";
import type { ServerClock } from "./clock.ts";
import type { Database } from "./database/database.ts";

/** What a service needs that keeps state, tells of its changes and does things in time. */
export interface ServiceNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  log: FastifyBaseLogger;
}
