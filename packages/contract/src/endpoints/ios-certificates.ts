/** iOS certificates of a project. Their files and passwords go in and never come out. */
import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import {
  APPLE_CODES,
  IOS_CERTIFICATE_KINDS,
  IOS_CERTIFICATE_STATES,
  iosCertificateTitle,
  RESIGN_SEVERITIES,
  p12File,
  p12Password,
  profileFile,
} from "../ios-certificates.ts";
import { LIMITS } from "../limits.ts";
import { said } from "../words.ts";
import { device, id, page, pageQuery, projectQuery, text, time } from "../shapes.ts";

/** A device of the farm. */
const farmDevice = device.pick({
  device_id: true,
  brand: true,
  model: true,
  serial: true,
  os_version: true,
  state: true,
});
export type FarmDevice = z.output<typeof farmDevice>;

export const iosCertificate = z.object({
  cert_id: id,
  title: z.string(),
  /** Whom the certificate was made for: its common name. */
  registered_name: z.string(),
  organization_number: z.string(),
  team_name: z.string(),
  kind: z.enum(IOS_CERTIFICATE_KINDS),
  /** Of the apps that it can sign. */
  bundle_pattern: z.string(),
  /** While both the certificate and the profile are valid. */
  starts_at: time,
  expires_at: time,
  /** How many devices the profile names. */
  device_count: z.int(),
  /** Iff its files cannot be opened any more, because the key that sealed them was lost. */
  are_files_lost: z.boolean(),
  /** Who changed it last. */
  user_name: z.string(),
  created_at: time,
  updated_at: time,
});
export type IosCertificate = z.output<typeof iosCertificate>;

export const iosCertificateDetail = iosCertificate.extend({
  certificate: z.object({
    /** Of the whole certificate, as keychains show it. */
    sha1: z.string(),
    starts_at: time,
    expires_at: time,
  }),
  profile: z.object({ name: z.string(), uuid: z.string(), starts_at: time, expires_at: time }),
  /** The iOS devices that the project sees, and those of them on which the profile lets no app run. */
  farm: z.object({ device_total: z.int(), lacking_total: z.int(), lacking: z.array(farmDevice) }),
});
export type IosCertificateDetail = z.output<typeof iosCertificateDetail>;

export const provisionedDevice = z.object({
  /** As the profile writes it. */
  udid: z.string(),
  /** The device of the farm that has it, if the project sees one. */
  device: farmDevice.nullable(),
});
export type ProvisionedDevice = z.output<typeof provisionedDevice>;

/** What would go wrong if an app were signed anew with a certificate, and installed. */
const resignFinding = z.object({
  severity: z.enum(RESIGN_SEVERITIES),
  reason: said,
  apple_code: z.enum(APPLE_CODES),
});
export type ResignFinding = z.output<typeof resignFinding>;
export const resignCheck = z.object({
  app_id: id,
  /** The app with its extensions and what runs on a watch. */
  bundle_count: z.int(),
  /** What blocks comes first; the first of many alone. */
  findings: z.array(resignFinding),
  findings_total: z.int(),
});
export type ResignCheck = z.output<typeof resignCheck>;

const params = z.object({ cert_id: id });
const view = { privilege: "cred.view" } as const;
const change = { privilege: "project.edit" } as const;
/** Why an app of a project is not read. */
export const APP_READ_ERRORS = [
  "app_not_found",
  "app_not_in_project",
  "app_corrupt",
  "app_hostile",
  "app_unsupported",
  "upload_too_large",
] as const;
const FILE_ERRORS = [
  "body_too_large",
  "ios_certificate_password",
  "ios_certificate_mismatch",
  "ios_certificate_p12",
  "ios_certificate_profile",
  "ios_certificate_expired",
  "ios_certificate_profile_expired",
  "ios_certificate_title_exists",
  "reading_busy",
] as const;

export const iosCertificateEndpoints = {
  iosCertificateList: endpoint({
    name: "iosCertificateList",
    method: "GET",
    path: "/v1/api/ios_certificates",
    access: view,
    summary:
      "The project's iOS certificates, the one that expires first before the others. The keyword looks in title, registered name, team and bundle pattern.",
    query: projectQuery.extend({
      keyword: text(LIMITS.keyword_max).default(""),
      state: z.enum(IOS_CERTIFICATE_STATES).optional(),
      ...pageQuery,
    }),
    response: page(iosCertificate).extend({
      /** Of all that the project has. */
      expiring_total: z.int(),
      expired_total: z.int(),
    }),
    errors: [],
  }),
  iosCertificateGet: endpoint({
    name: "iosCertificateGet",
    method: "GET",
    path: "/v1/api/ios_certificates/{cert_id}",
    access: view,
    summary:
      "One iOS certificate, and which iOS devices of the farm its profile lacks. Without its files and password.",
    params,
    query: projectQuery,
    response: iosCertificateDetail,
    errors: ["ios_certificate_not_found"],
  }),
  iosCertificateDevices: endpoint({
    name: "iosCertificateDevices",
    method: "GET",
    path: "/v1/api/ios_certificates/{cert_id}/devices",
    access: view,
    summary: "The devices that the profile names, in its order. The keyword looks in their UDIDs.",
    params,
    query: projectQuery.extend({ keyword: text(LIMITS.keyword_max).default(""), ...pageQuery }),
    response: page(provisionedDevice),
    errors: ["ios_certificate_not_found"],
  }),
  iosCertificateResignCheck: endpoint({
    name: "iosCertificateResignCheck",
    method: "POST",
    path: "/v1/api/ios_certificates/{cert_id}/resign_check",
    access: view,
    reads: true,
    summary: "What would fail if an IPA of the project were signed anew with a certificate. Nothing is signed.",
    params,
    query: projectQuery,
    body: z.object({ app_id: id }),
    response: resignCheck,
    errors: ["ios_certificate_not_found", ...APP_READ_ERRORS, "app_wrong_device", "reading_busy"],
  }),
  iosCertificateCreate: endpoint({
    name: "iosCertificateCreate",
    method: "POST",
    path: "/v1/api/ios_certificates",
    access: change,
    summary: "Keep a P12 and the provisioning profile that names its certificate. Both must still be valid.",
    query: projectQuery,
    body_kind: "form",
    body: z.object({
      title: iosCertificateTitle,
      p12: p12File,
      password: p12Password.default(""),
      mobileprovision: profileFile,
    }),
    response: iosCertificateDetail,
    errors: [...FILE_ERRORS, "ios_certificate_limit"],
  }),
  iosCertificateUpdate: endpoint({
    name: "iosCertificateUpdate",
    method: "PUT",
    path: "/v1/api/ios_certificates/{cert_id}",
    access: change,
    summary:
      "Change an iOS certificate. A file that is not sent stays as it is; a password is that of the P12 that comes with it.",
    params,
    query: projectQuery,
    body_kind: "form",
    body: z.object({
      title: iosCertificateTitle,
      p12: p12File.optional(),
      password: p12Password.default(""),
      mobileprovision: profileFile.optional(),
    }),
    response: iosCertificateDetail,
    errors: [...FILE_ERRORS, "ios_certificate_not_found", "ios_certificate_files_lost"],
  }),
  iosCertificateDelete: endpoint({
    name: "iosCertificateDelete",
    method: "DELETE",
    path: "/v1/api/ios_certificates/{cert_id}",
    access: change,
    summary: "Delete an iOS certificate with its files.",
    params,
    query: projectQuery,
    response: z.null(),
    errors: ["ios_certificate_not_found"],
  }),
};
