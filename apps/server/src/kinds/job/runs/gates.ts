import type { Framework } from "@udt/contract";
import type { Readable } from "node:stream";
import type { ParallelLimits } from "../../../core/sessions/sessions.service.ts";
import type { Queries } from "../../../platform/database/database.ts";
import type { AppListing } from "../../../assets/apps/apps.service.ts";
import type { TestNotice } from "../../../notify/notifications/notifications.service.ts";

export interface CaseOfLibrary {
  case_key: string;
  name: string;
  file: string;
  function: string;
}

/** What runs need of the case libraries. */
export interface LibraryGate {
  /**
   * @param mayBeUnlisted whether files will do whose cases could not be listed
   * @throws UdtError library_not_found, library_not_parsed
   */
  pin(
    project_id: string,
    library_id: string,
    mayBeUnlisted?: boolean,
  ): Promise<{ library_id: string; name: string; framework: Framework; commit_id: string; is_listed: boolean }>;
  /** @throws UdtError library_not_found */
  assertExists(project_id: string, library_id: string): Promise<void>;
  /** By id; those that are not there are left out. */
  namesOf(project_id: string, library_ids: string[]): Promise<Map<string, string>>;
  /** In the library's order; those that are not there are left out. */
  cases(library_id: string, commit_id: string, keys?: readonly string[]): Promise<CaseOfLibrary[]>;
  /** @throws UdtError library_not_found */
  snapshotFacts(
    library_id: string,
    commit_id: string,
  ): Promise<{ sha256: string; size_bytes: number; is_builtin: boolean }>;
  /** @throws UdtError library_not_found */
  openSnapshot(library_id: string, commit_id: string): Promise<{ stream: Readable; size_bytes: number }>;
  /** @throws UdtError credential_not_found, also for another project's */
  imageCredential(project_id: string, credential_id: string): Promise<{ username: string; password: string }>;
}

/** What runs need of other modules beside libraries. */
export interface RunGates {
  library: LibraryGate;
  /** @throws UdtError app_not_found, app_not_in_project */
  app(project_id: string, app_id: string): Promise<AppListing>;
  /** By id; those that are not there are left out. */
  appNames(project_id: string, app_ids: string[]): Promise<Map<string, string>>;
  appFile(project_id: string, app_id: string): Promise<{ stream: Readable; size_bytes: number }>;
  /** Whether agents may be sent to the registry of an image. @throws UdtError invalid_param */
  assertImage(image: string): Promise<void>;
  /** How many devices one person, and one project, may use at a time; 0 for as many as there are. */
  parallelLimits(): ParallelLimits;
  /** How many devices a person or a project uses now. Whoever asks next waits for the end of this transaction. */
  countHeld(tx: Queries, of: { user_id: string } | { project_id: string }): Promise<number>;
  allowsUnisolated(): boolean;
  notify(tx: Queries, notice: TestNotice): Promise<void>;
}
