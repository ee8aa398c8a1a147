/**
 * What a user can understand of Android's installation failures.
 * https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/core/java/android/content/pm/PackageManager.java
 */
const REASONS = [
  [/INSTALL_FAILED_VERSION_DOWNGRADE/, "downgrade"],
  [/INSTALL_FAILED_UPDATE_INCOMPATIBLE|INCONSISTENT_CERTIFICATES|SHARED_USER_INCOMPATIBLE/, "signature"],
  [/INSTALL_PARSE_FAILED_NO_CERTIFICATES|UNEXPECTED_CERTIFICATE|CERTIFICATE_ENCODING/, "unsigned"],
  [/INSTALL_FAILED_OLDER_SDK/, "older_system"],
  [/INSTALL_FAILED_(?:DEPRECATED_SDK|NEWER_SDK)/, "newer_system"],
  [/INSTALL_FAILED_NO_MATCHING_ABIS|CPU_ABI_INCOMPATIBLE/, "abi"],
  [/INSUFFICIENT_STORAGE|not enough space|ENOSPC/i, "storage"],
  [/INSTALL_FAILED_ALREADY_EXISTS|DUPLICATE_PACKAGE/, "exists"],
  [/INSTALL_FAILED_TEST_ONLY/, "test_only"],
  [/INSTALL_FAILED_USER_RESTRICTED|VERIFICATION_(?:FAILURE|TIMEOUT)|ABORTED/, "refused_on_device"],
  [/INSTALL_FAILED_MISSING_SPLIT/, "split"],
  [/INSTALL_(?:FAILED_INVALID_APK|PARSE_FAILED)/, "broken"],
] as const;

export type InstallReason = (typeof REASONS)[number][1];

/** The kind of a failure in the device's own words; undefined when they are all there is to say. */
export const installReason = (words: string): InstallReason | undefined =>
  REASONS.find(([pattern]) => pattern.test(words))?.[1];
