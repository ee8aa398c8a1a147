/** What is wrong by the facts of the health page, and the bounds that administrators set. */
import { ALERT_BOUNDS, say, type AlertKind, type RuntimeSettings, type Said } from "@udt/contract";
import type { SeenCertificate } from "../../platform/certificate.ts";
import type { Disk } from "../../platform/disk.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const GIGABYTE = 1024 ** 3;
/** So often in succession must a certificate be refused or out of sight: a proxy that starts anew is no news. */
const FAULTS_MIN = 2;

export interface Finding {
  subject: string;
  reason: Said;
  since: number;
  /** Whether it opens an alert. What does not only keeps one open: between both lies what would make it come and go. */
  opens: boolean;
}

export interface SeenCertificates extends SeenCertificate {
  seen_at: number;
  /** How often in succession there was a fault. */
  faults: number;
}

export interface HealthFacts {
  files: () => Promise<Disk & { fault: Said | null }>;
  /** Null where it is the files' disk, or a database server's. */
  databaseDisk: () => Promise<Disk | null>;
  queuedTests: () => Promise<{ queued: number; since: number | null }>;
  /** Agents that have been there, may come back, and are offline. */
  awayAgents: () => Promise<{ agent_id: string; name: string; offline_at: number }[]>;
  /** Null where the public address is not https. */
  certificate: () => Promise<SeenCertificates | null>;
}

export const boundOf = (settings: RuntimeSettings, kind: AlertKind): number => settings[ALERT_BOUNDS[kind]];

/** @throws what makes a fact unknown */
export const FINDERS: Record<AlertKind, (facts: HealthFacts, bound: number, now: number) => Promise<Finding[]>> = {
  async disk({ files, databaseDisk }, bound, now) {
    const seen = await files();
    if (seen.fault) return [{ subject: "files", reason: seen.fault, since: now, opens: true }];
    const database = await databaseDisk();
    return [
      ...nearlyFull("files", "alert_files_low", seen, bound, now),
      ...(database ? nearlyFull("database", "alert_database_low", database, bound, now) : []),
    ];
  },

  async queue({ queuedTests }, bound, now) {
    const { queued: count, since } = await queuedTests();
    if (since === null) return [];
    const minutes = Math.floor((now - since) / MINUTE_MS);
    if (minutes < bound / 2) return [];
    const reason = say("alert_queue_waits", { count, minutes });
    return [{ subject: "tests", reason, since, opens: minutes >= bound }];
  },

  async agents({ awayAgents }, bound, now) {
    return (await awayAgents()).map(({ agent_id, name, offline_at }) => {
      const minutes = Math.floor((now - offline_at) / MINUTE_MS);
      const reason = say("alert_agent_away", { agent_name: name, minutes });
      return { subject: agent_id, reason, since: offline_at, opens: minutes >= bound };
    });
  },

  async certificate({ certificate }, bound, now) {
    const seen = await certificate();
    if (!seen) return [];
    const { address, expires_at, fault, faults } = seen;
    const found = (reason: Said, opens = true) => [{ subject: address, reason, since: now, opens }];
    if (expires_at !== null && expires_at <= now) return found(say("alert_certificate_over", { address }));
    if (expires_at !== null && expires_at - now < bound * DAY_MS) {
      const days = Math.floor((expires_at - now) / DAY_MS);
      return found(say("alert_certificate_ends", { address, days }));
    }
    return fault === null ? [] : found(fault, faults >= FAULTS_MIN);
  },
};

/** It opens below the bound, and stays open until a fifth more than that is free. */
function nearlyFull(
  subject: string,
  code: "alert_files_low" | "alert_database_low",
  { free_bytes, total_bytes }: Disk,
  bound: number,
  since: number,
): Finding[] {
  // A file system that knows no size is not full.
  if (total_bytes <= 0) return [];
  const share = (100 * free_bytes) / total_bytes;
  if (share >= bound + Math.max(1, bound / 5)) return [];
  const free_gb = Math.round((10 * free_bytes) / GIGABYTE) / 10;
  const reason = say(code, { bound, free_gb, percent: Math.floor(share) });
  return [{ subject, reason, since, opens: share < bound }];
}
