/** A P12 and a provisioning profile, which only together sign an app. */
import type { X509Certificate } from "node:crypto";
import { fail, ok, type Result } from "@udt/base";
import { say, type ErrorArgs, type ErrorName, type IosCertificateKind } from "@udt/contract";
import { readP12 } from "./p12.ts";
import { readProfile, type Profile } from "./profile.ts";

export interface PairFiles {
  p12: Uint8Array;
  password: string;
  profile: Uint8Array;
}

/** What the two files tell. */
export interface Pair {
  /** The certificate's common name. */
  registered_name: string;
  organization_number: string;
  team_name: string;
  kind: IosCertificateKind;
  bundle_pattern: string;
  device_udids: string[];
  certificate_sha1: string;
  certificate_starts_at: number;
  certificate_expires_at: number;
  profile_name: string;
  profile_uuid: string;
  profile_starts_at: number;
  profile_expires_at: number;
}

/** A refusal on its way out of a thread. */
export interface PairFault {
  code: Extract<ErrorName, `ios_certificate_${string}`>;
  args: ErrorArgs;
}
export type PairReading = Result<Pair, PairFault>;

const refuse = (code: PairFault["code"], args: ErrorArgs = {}) => fail({ code, args });

export function readPair({ p12, password, profile }: PairFiles): PairReading {
  const identities = readP12(p12, password);
  if (!identities.ok) {
    const { error } = identities;
    return error.kind === "password"
      ? refuse("ios_certificate_password")
      : refuse("ios_certificate_p12", { reason: error.said });
  }
  const told = readProfile(profile);
  if (!told.ok) return refuse("ios_certificate_profile", { reason: told.error });
  const names = (certificate: X509Certificate) => told.value.certificates.some((der) => der.equals(certificate.raw));
  const certificates = identities.value.map((identity) => identity.certificate);
  const certificate = certificates.find(names);
  if (!certificate) {
    const [first] = certificates;
    const name = first ? (nameIn(first, "CN") ?? "") : "";
    return refuse("ios_certificate_mismatch", { name, profile: told.value.name });
  }
  const pair = pairOf(certificate, told.value);
  if (!isSound(pair)) return refuse("ios_certificate_profile", { reason: say("profile_hostile", { max: TEXT_MAX }) });
  const isEver =
    Math.max(pair.certificate_starts_at, pair.profile_starts_at) <
    Math.min(pair.certificate_expires_at, pair.profile_expires_at);
  return isEver ? ok(pair) : refuse("ios_certificate_profile", { reason: say("profile_never_valid") });
}

/** Longer names are nobody's. */
const TEXT_MAX = 500;

/** Whether all that it tells can be kept and shown: texts that are text, and times that a list can be ordered by. */
const isSound = (pair: Pair): boolean =>
  [...Object.values(pair), ...pair.device_udids].every((value: unknown) =>
    typeof value === "string"
      ? value.length <= TEXT_MAX && value.isWellFormed() && !value.includes("\0")
      : typeof value !== "number" || (Number.isSafeInteger(value) && value >= 0),
  );

function pairOf(certificate: X509Certificate, profile: Profile): Pair {
  return {
    registered_name: nameIn(certificate, "CN") ?? "",
    organization_number: nameIn(certificate, "OU") ?? profile.team_id,
    team_name: profile.team_name === "" ? (nameIn(certificate, "O") ?? "") : profile.team_name,
    kind: profile.kind,
    bundle_pattern: profile.bundle_pattern,
    device_udids: profile.device_udids,
    certificate_sha1: certificate.fingerprint.replaceAll(":", "").toLowerCase(),
    certificate_starts_at: certificate.validFromDate.getTime(),
    certificate_expires_at: certificate.validToDate.getTime(),
    profile_name: profile.name,
    profile_uuid: profile.uuid,
    profile_starts_at: profile.starts_at,
    profile_expires_at: profile.expires_at,
  };
}

/** A part of whom a certificate was made for; the first where there are several. */
function nameIn(certificate: X509Certificate, part: "CN" | "OU" | "O"): string | undefined {
  const { subject } = certificate.toLegacyObject();
  const value: unknown = subject[part];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" && first !== "" ? first : undefined;
}
