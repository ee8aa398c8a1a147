/** What keeps an app from being signed anew: part of the table of words. */
export const RESIGN_WORDS = {
  resign_certificate_expired: "the certificate has expired",
  resign_certificate_pending: "the certificate is not valid yet",
  resign_profile_expired: "the provisioning profile has expired",
  resign_profile_pending: "the provisioning profile is not valid yet",
  resign_certificate_absent: "the provisioning profile does not contain the certificate",
  resign_files_lost: "the files of the certificate cannot be opened any more",
  resign_app_store: "a profile for the App Store lets an app be installed on no device directly",
  resign_bundle_misfit: "the app is {bundle}, and the profile is for {pattern}",
  resign_extension_misfit: "{path} is {bundle}, which the profile for {pattern} does not fit: it needs one of its own",
  resign_entitlement_missing: "{path} asks for {entitlement}, which the profile does not grant",
  resign_entitlements_more: "{path} asks for {count} more entitlements that the profile does not grant",
  resign_entitlements_unknown: "what {path} asks for is not known: neither its signature nor its profile can be read",
  resign_encrypted: "{path} is encrypted, as the App Store delivers it, and cannot be signed anew",
  resign_program_unknown: "whether {path} is encrypted is not known: its executable cannot be read",
  resign_devices_lacking: "the profile lacks {lacking} of the {total} iOS devices of the project: {udids}",
} as const;
