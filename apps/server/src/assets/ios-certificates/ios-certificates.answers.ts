import type { DataOf, ENDPOINTS } from "@udt/contract";
import { firstWarningAt } from "./expiry-warnings.ts";
import type { CertificateListing } from "./ios-certificates.repository.ts";
import type { Pair } from "./pair.ts";

type IosCertificate = DataOf<(typeof ENDPOINTS)["iosCertificateList"]>["list"][number];

/** What is kept of a pair; whoever was warned of another is warned of this one anew. */
export function columnsOf(pair: Pair) {
  const starts_at = Math.max(pair.certificate_starts_at, pair.profile_starts_at);
  const expires_at = Math.min(pair.certificate_expires_at, pair.profile_expires_at);
  return { ...pair, starts_at, expires_at, warns_at: firstWarningAt(expires_at) };
}

export const answerOf = ({
  certificate: row,
  device_count,
  user_name,
  are_files_lost,
}: CertificateListing): IosCertificate => ({
  cert_id: row.cert_id,
  title: row.title,
  registered_name: row.registered_name,
  organization_number: row.organization_number,
  team_name: row.team_name,
  kind: row.kind,
  bundle_pattern: row.bundle_pattern,
  starts_at: row.starts_at,
  expires_at: row.expires_at,
  device_count,
  are_files_lost,
  user_name,
  created_at: row.created_at,
  updated_at: row.updated_at,
});
