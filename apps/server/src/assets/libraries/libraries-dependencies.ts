import type { FastifyBaseLogger } from "fastify";
import type { LibraryFramework } from "@udt/contract";
import type { TaskQueue } from "../../core/tasks/task-queue.service.ts";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/crypto.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Outbound } from "../../platform/outbound.ts";
import type { ScriptSources } from "../scripts/script-sources.service.ts";
import type { AssetUses } from "../uses.ts";
import type { CredentialsService } from "./credentials.service.ts";

/** What libraries need of others. */
export interface LibrariesDependencies {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  blobs: Blobs;
  log: FastifyBaseLogger;
  secrets: SecretBox;
  outbound: Outbound;
  queue: TaskQueue;
  credentials: CredentialsService;
  scripts: ScriptSources;
  uses: AssetUses;
  /** Notes and deletes files whose owner goes. */
  loose: LooseBlobs;
  allowsUnisolated(): boolean;
  /** What browsers call this server, without a trailing slash. */
  publicUrl(): string;
  /** What this server serves itself. */
  builtin(): Promise<BuiltinLibrary[]>;
}

export interface BuiltinLibrary {
  name: string;
  /** Below the server's address. */
  path: string;
  framework: LibraryFramework;
  commit_id: string;
}
