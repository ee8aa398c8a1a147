import { expiringBefore, type IosCertificateState } from "@udt/contract";
import { agents, devices, users } from "../../platform/database/core.schema.ts";
import type { Queries } from "../../platform/database/database.ts";
import { ios_certificates } from "../../platform/database/ios-certificates.schema.ts";
import {
  and,
  asc,
  eq,
  getTableColumns,
  gt,
  gte,
  ilike,
  lt,
  lte,
  or,
  sql,
  type SQL,
} from "../../platform/database/sql.ts";
import { visibleIn } from "../../core/agents/agents.service.ts";
import { likePattern } from "../../platform/ids.ts";

export type CertificateRow = typeof ios_certificates.$inferSelect;
/** The files, which may be large and are read by nobody but who needs them. */
export type SealedFiles = Pick<CertificateRow, "p12_sealed" | "profile_sealed">;
export type CertificateFacts = Omit<CertificateRow, keyof SealedFiles>;
/** The same without the devices that its profile names, which may be thousands: a list tells how many. */
export type CertificateSummary = Omit<CertificateFacts, "device_udids">;
export interface CertificateListing {
  certificate: CertificateSummary;
  device_count: number;
  user_name: string;
  are_files_lost: boolean;
}
export type WholeCertificate = CertificateListing & { certificate: CertificateFacts };

const { p12_sealed, profile_sealed, ...facts } = getTableColumns(ios_certificates);
const { device_udids, ...summary } = facts;
const told = {
  device_count: sql<number>`jsonb_array_length(${device_udids})`,
  user_name: users.user_name,
  are_files_lost: sql<boolean>`(${p12_sealed} = '' or ${profile_sealed} = '')`,
};

/** What the state of a certificate is at a moment, as the console tells it. */
const inState = (state: IosCertificateState, now: number): SQL | undefined => {
  const { starts_at, expires_at } = ios_certificates;
  if (state === "expired") return lte(expires_at, now);
  if (state === "pending") return and(gt(expires_at, now), gt(starts_at, now));
  const hasBegun = and(gt(expires_at, now), lte(starts_at, now));
  const soon = expiringBefore(now);
  return and(hasBegun, state === "expiring" ? lt(expires_at, soon) : gte(expires_at, soon));
};

const within = (project_id: string, cert_id: string) =>
  and(eq(ios_certificates.project_id, project_id), eq(ios_certificates.cert_id, cert_id));

export interface CertificateFilter {
  project_id: string;
  keyword: string;
  state: IosCertificateState | undefined;
  now: number;
  page_num: number;
  page_size: number;
}

export async function listCertificates(
  db: Queries,
  filter: CertificateFilter,
): Promise<{ rows: CertificateListing[]; total: number }> {
  const pattern = likePattern(filter.keyword);
  const { title, registered_name, team_name, organization_number, bundle_pattern } = ios_certificates;
  const searched = [title, registered_name, team_name, organization_number, bundle_pattern];
  const where = and(
    eq(ios_certificates.project_id, filter.project_id),
    filter.keyword === "" ? undefined : or(...searched.map((column) => ilike(column, pattern))),
    filter.state && inState(filter.state, filter.now),
  );
  const rows = await db
    .select({ certificate: summary, ...told })
    .from(ios_certificates)
    .innerJoin(users, eq(users.user_id, ios_certificates.user_id))
    .where(where)
    .orderBy(asc(ios_certificates.expires_at), asc(ios_certificates.cert_id))
    .limit(filter.page_size)
    .offset((filter.page_num - 1) * filter.page_size);
  return { rows, total: await db.$count(ios_certificates, where) };
}

export const countInState = (
  db: Queries,
  project_id: string,
  state: IosCertificateState,
  now: number,
): Promise<number> =>
  db.$count(ios_certificates, and(eq(ios_certificates.project_id, project_id), inState(state, now)));

export async function findCertificate(
  db: Queries,
  project_id: string,
  cert_id: string,
): Promise<WholeCertificate | undefined> {
  const [row] = await db
    .select({ certificate: facts, ...told })
    .from(ios_certificates)
    .innerJoin(users, eq(users.user_id, ios_certificates.user_id))
    .where(within(project_id, cert_id));
  return row;
}

/** A certificate together with its files, which are empty where the key that sealed them was lost: of one moment, as others change both. */
export async function findWithFiles(
  db: Queries,
  project_id: string,
  cert_id: string,
): Promise<{ certificate: CertificateFacts; sealed: SealedFiles } | undefined> {
  const [row] = await db
    .select({ certificate: facts, sealed: { p12_sealed, profile_sealed } })
    .from(ios_certificates)
    .where(within(project_id, cert_id));
  return row;
}

export const countCertificates = (db: Queries, project_id: string): Promise<number> =>
  db.$count(ios_certificates, eq(ios_certificates.project_id, project_id));

export async function lockCertificate(
  tx: Queries,
  project_id: string,
  cert_id: string,
): Promise<CertificateFacts | undefined> {
  const [row] = await tx.select(facts).from(ios_certificates).where(within(project_id, cert_id)).for("update");
  return row;
}

export async function insertCertificate(tx: Queries, row: CertificateRow): Promise<void> {
  await tx.insert(ios_certificates).values(row);
}

export async function updateCertificate(tx: Queries, cert_id: string, change: Partial<CertificateRow>): Promise<void> {
  await tx.update(ios_certificates).set(change).where(eq(ios_certificates.cert_id, cert_id));
}

export async function deleteCertificate(tx: Queries, cert_id: string): Promise<void> {
  await tx.delete(ios_certificates).where(eq(ios_certificates.cert_id, cert_id));
}

/** Those of which channels are to be told now. */
export const dueWarnings = (db: Queries, now: number): Promise<Pick<CertificateRow, "project_id" | "cert_id">[]> =>
  db
    .select({ project_id: ios_certificates.project_id, cert_id: ios_certificates.cert_id })
    .from(ios_certificates)
    .where(lt(ios_certificates.warns_at, now))
    .orderBy(asc(ios_certificates.warns_at), asc(ios_certificates.cert_id));

/** The iOS devices that a project sees, as lists of devices order them. */
export const seenIosDevices = (db: Queries, project_id: string) =>
  db
    .select({
      device_id: devices.device_id,
      brand: devices.brand,
      model: devices.model,
      serial: devices.serial,
      os_version: devices.os_version,
    })
    .from(devices)
    .innerJoin(agents, eq(agents.agent_id, devices.agent_id))
    .where(and(visibleIn(project_id), eq(devices.os, "ios")))
    .orderBy(asc(devices.model), asc(devices.serial));
