/** What would fail if an app were signed anew: judged by what is known of both, without a tool. */
import { type Entitlements, type IpaSigning, isAstray, type SignedBundle } from "@udt/appfile/signing";
import { LIMITS, plainUdid, say, UdtError, type AppleCode, type ResignSeverity, type Said } from "@udt/contract";
import type { CertificateFacts } from "./ios-certificates.repository.ts";
import { entitlementsAnew, fits } from "./resign-entitlements.ts";
import type { GrantedByProfile } from "./resign-reader.ts";

export interface Finding {
  severity: ResignSeverity;
  reason: Said;
  apple_code: AppleCode;
}

export interface ResignFacts extends IpaSigning {
  certificate: CertificateFacts;
  /** Undefined where the profile's file cannot be opened any more. */
  granted: GrantedByProfile | undefined;
  /** UDIDs of the project's iOS devices. */
  farm: readonly string[];
  now: number;
}

/** With which a device refuses an app: its identity is not valid; no profile fits. */
const [IDENTITY, NO_PROFILE] = ["0xe8008018", "0xe8008015"] as const;
/** So many of one bundle are named; the rest is counted. */
const NAMED_MAX = 20;
const UDIDS_NAMED_MAX = 5;

/**
 * Tools are told paths as words of their command line, where other characters divide them: letters and digits of any script
 * (https://www.unicode.org/reports/tr31/), none that nobody sees, and no beginning that hides a name or makes it an option.
 */
const PLAIN_NAME = /^(?![.\- ])[[\p{XID_Continue}--\p{Default_Ignorable_Code_Point}] .+\-]+$/v;
/** Composed or decomposed, as file systems keep names: a mixture of both is one name to some and another to others. */
const isPlain = (path: string): boolean =>
  path.split("/").every((name) => PLAIN_NAME.test(name)) &&
  [path.normalize("NFC"), path.normalize("NFD")].includes(path);

const blocking = (reason: Said, apple_code: AppleCode = ""): Finding => ({ severity: "blocking", reason, apple_code });
const warning = (reason: Said, apple_code: AppleCode = ""): Finding => ({ severity: "warning", reason, apple_code });

/** What blocks comes first. */
export function judgeResign(facts: ResignFacts): Finding[] {
  const all = [
    ...ofPair(facts),
    ...ofPackage(facts),
    ...ofDevices(facts),
    ...facts.bundles.flatMap((bundle) => ofBundle(bundle, facts)),
  ];
  return [
    ...all.filter(({ severity }) => severity === "blocking"),
    ...all.filter(({ severity }) => severity === "warning"),
  ];
}

/** @throws UdtError resign_blocked, for the first that does */
export function refuseBlocked(findings: readonly Finding[]): void {
  const blocking = findings.find(({ severity }) => severity === "blocking");
  if (blocking) throw new UdtError("resign_blocked", { reason: blocking.reason });
}

function ofPair({ certificate, granted, now }: ResignFacts): Finding[] {
  const { kind, certificate_starts_at, certificate_expires_at, profile_starts_at, profile_expires_at } = certificate;
  return [
    ...(granted ? [] : [blocking(say("resign_files_lost"))]),
    ...(certificate_expires_at <= now ? [blocking(say("resign_certificate_expired"), IDENTITY)] : []),
    ...(certificate_starts_at > now ? [blocking(say("resign_certificate_pending"))] : []),
    ...(profile_expires_at <= now ? [blocking(say("resign_profile_expired"))] : []),
    ...(profile_starts_at > now ? [blocking(say("resign_profile_pending"))] : []),
    ...(granted && !granted.certificate_sha1s.includes(certificate.certificate_sha1)
      ? [blocking(say("resign_certificate_absent"), NO_PROFILE)]
      : []),
    ...(kind === "app_store" ? [blocking(say("resign_app_store"))] : []),
  ];
}

/** What would harm the computer that it is signed on. */
function ofPackage({ link, astray, unpacked_bytes }: ResignFacts): Finding[] {
  const max = LIMITS.resign_unpacked_max_bytes;
  return [
    ...(link === null ? [] : [blocking(say("resign_links", { path: link }))]),
    ...(astray === null ? [] : [blocking(say("resign_executable_odd", { path: astray }))]),
    ...(unpacked_bytes > max ? [blocking(say("resign_unpacked_large", { max_gib: max / 1024 ** 3 }))] : []),
  ];
}

/** Where the profile names devices; it blocks only where it names none of the project's. */
function ofDevices({ certificate: { kind, device_udids }, farm }: ResignFacts): Finding[] {
  if (kind !== "development" && kind !== "ad_hoc") return [];
  const named = new Set(device_udids.map(plainUdid));
  const lacking = farm.filter((udid) => !named.has(plainUdid(udid)));
  if (lacking.length === 0) return [];
  const more = lacking.length > UDIDS_NAMED_MAX ? ", …" : "";
  const udids = lacking.slice(0, UDIDS_NAMED_MAX).join(", ") + more;
  const reason = say("resign_devices_lacking", { lacking: lacking.length, total: farm.length, udids });
  return [lacking.length === farm.length ? blocking(reason, NO_PROFILE) : warning(reason, NO_PROFILE)];
}

function ofBundle(bundle: SignedBundle, { certificate, granted }: ResignFacts): Finding[] {
  const { path, bundle_id, program, is_main, is_encrypted } = bundle;
  const pattern = certificate.bundle_pattern;
  const isFitting = fits(pattern, bundle_id);
  const misfit = is_main
    ? say("resign_bundle_misfit", { bundle: bundle_id, pattern })
    : say("resign_extension_misfit", { path, bundle: bundle_id, pattern });
  return [
    ...(isFitting ? [] : [blocking(misfit)]),
    ...(isPlain(path) ? [] : [blocking(say("resign_path_odd", { path }))]),
    ...(isAstray(program) ? [blocking(say("resign_executable_odd", { path }))] : []),
    ...(is_encrypted === true ? [blocking(say("resign_encrypted", { path }))] : []),
    ...(is_encrypted === undefined ? [warning(say("resign_program_unknown", { path }))] : []),
    ...(granted ? ofEntitlements(bundle, granted.entitlements) : []),
  ];
}

function ofEntitlements(bundle: SignedBundle, granted: Entitlements): Finding[] {
  const { path, entitlements } = bundle;
  if (!entitlements) return [warning(say("resign_entitlements_unknown", { path }))];
  const { changed, missing } = entitlementsAnew(bundle, granted);
  const all = [
    ...missing.map((entitlement) => say("resign_entitlement_missing", { path, entitlement })),
    ...changed.map((one) => say("resign_entitlement_changed", { path, ...one })),
  ];
  const more = all.length - NAMED_MAX;
  return [
    ...all.slice(0, NAMED_MAX).map((reason) => warning(reason)),
    ...(more > 0 ? [warning(say("resign_entitlements_more", { path, count: more }))] : []),
  ];
}
