/** What is refused at iOS certificates: part of `ERRORS`. */
import { row } from "./error-row.ts";

export const IOS_CERTIFICATE_ERRORS = {
  ios_certificate_not_found: row(10270, 404, "iOS certificate {cert_id} not exists"),
  ios_certificate_password: row(10271, 400, "decryption password incorrect"),
  ios_certificate_mismatch: row(10272, 400, "invalid param p12_id: profile {profile} does not name {name}"),
  ios_certificate_p12: row(10273, 400, "p12 cannot be read: {reason}"),
  ios_certificate_profile: row(10274, 400, "provisioning profile cannot be used: {reason}"),
  ios_certificate_expired: row(10275, 400, "certificate {name} has expired"),
  ios_certificate_title_exists: row(10276, 409, "iOS certificate title exist: {title}"),
  ios_certificate_limit: row(10277, 409, "a project has at most {max} iOS certificates"),
  ios_certificate_files_lost: row(10278, 409, "files of iOS certificate {title} are lost: send both"),
  ios_certificate_profile_expired: row(10279, 400, "provisioning profile {profile} has expired"),
} as const;
