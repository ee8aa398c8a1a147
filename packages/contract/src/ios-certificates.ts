/** iOS certificates: a P12 with its private key and the provisioning profile that names it, which together sign apps. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { characters, isBlank, rule } from "./rules.ts";
import { text } from "./shapes.ts";

/** What a profile is for. One for the App Store installs on no device that is at hand. */
export const IOS_CERTIFICATE_KINDS = ["development", "ad_hoc", "enterprise", "app_store"] as const;
export type IosCertificateKind = (typeof IOS_CERTIFICATE_KINDS)[number];

/** `expiring`: within the first of the days at which is warned. */
export const IOS_CERTIFICATE_STATES = ["pending", "valid", "expiring", "expired"] as const;
export type IosCertificateState = (typeof IOS_CERTIFICATE_STATES)[number];

/** So many days before its end a certificate is warned of. */
export const EXPIRY_WARNING_DAYS = [30, 7, 1] as const;
const DAY_MS = 86_400_000;
/** What begins to expire at `now` ends before this. */
export const expiringBefore = (now: number): number => now + EXPIRY_WARNING_DAYS[0] * DAY_MS;

export interface Expiry {
  state: IosCertificateState;
  /** Until it begins or ends, or since it ended: whole days, of which the last is 0. */
  days: number;
  /** The nearest of the days at which is warned; undefined where it does not expire so soon. */
  warned: (typeof EXPIRY_WARNING_DAYS)[number] | undefined;
}

/** How long a certificate is good for, from both of its parts. */
export function expiryOf({ starts_at, expires_at }: { starts_at: number; expires_at: number }, now: number): Expiry {
  if (expires_at <= now) return { state: "expired", days: Math.floor((now - expires_at) / DAY_MS), warned: undefined };
  if (starts_at > now) return { state: "pending", days: Math.floor((starts_at - now) / DAY_MS), warned: undefined };
  const left = expires_at - now;
  const warned = EXPIRY_WARNING_DAYS.findLast((days) => left < days * DAY_MS);
  return { state: warned === undefined ? "valid" : "expiring", days: Math.floor(left / DAY_MS), warned };
}

/** Whether an app can be signed anew all the same. */
export const RESIGN_SEVERITIES = ["blocking", "warning"] as const;
export type ResignSeverity = (typeof RESIGN_SEVERITIES)[number];
/**
 * With which a device refuses an app: no profile fits; its entitlements are not granted; its signer is not valid any more. Empty
 * where none is known.
 */
export const APPLE_CODES = ["", "0xe8008015", "0xe8008018"] as const;
export type AppleCode = (typeof APPLE_CODES)[number];

/** A device's UDID as profiles and drivers write it: in either case, with or without its dash. */
export const plainUdid = (udid: string): string => udid.replaceAll("-", "").toLowerCase();

export const iosCertificateTitle = text(LIMITS.ios_certificate_title_max * 4)
  .trim()
  .refine(
    (value) => !isBlank(value) && characters(value) <= LIMITS.ios_certificate_title_max,
    rule("ios_certificate_title"),
  );

const sentFile = (kind: "p12" | "profile", ending: RegExp, max: number) =>
  z
    .file(rule("required"))
    .refine(({ name }) => ending.test(name), rule(`${kind}_name`))
    .refine(({ name }) => !/\s/u.test(name), rule("file_name_spaces"))
    .refine(({ size }) => size <= max, rule(`${kind}_size`));

export const p12File = sentFile("p12", /\.p12$/i, LIMITS.p12_max_bytes);
export const profileFile = sentFile("profile", /\.mobileprovision$/i, LIMITS.profile_max_bytes);
/** Keychain lets people choose none. */
export const p12Password = text(LIMITS.p12_password_max);
