import type { FastifyBaseLogger } from "fastify";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import type { Database } from "../../platform/database/database.ts";

/** What script repositories need of others. */
export interface ScriptsDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  log: FastifyBaseLogger;
  secrets: SecretBox;
  /** Notes and deletes folders whose owner goes. */
  loose: LooseBlobs;
  /** Where files are kept: repositories lie there as well, so that servers that share it share them. */
  blob_folder: string;
  /** What browsers call this server, without a trailing slash. */
  publicUrl(): string;
}
