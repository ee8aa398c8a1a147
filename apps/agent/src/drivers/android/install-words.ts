import { type Said, say, type WordCode } from "@udt/base";

/**
 * What Android's installation failures mean to who reads of them.
 * https://android.googlesource.com/platform/frameworks/base/+/refs/tags/android-14.0.0_r1/core/java/android/content/pm/PackageManager.java
 */
const MEANINGS = [
  [/INSTALL_FAILED_VERSION_DOWNGRADE/, "install_downgrade"],
  [/INSTALL_FAILED_UPDATE_INCOMPATIBLE|INCONSISTENT_CERTIFICATES|SHARED_USER_INCOMPATIBLE/, "install_signature"],
  [/INSTALL_PARSE_FAILED_NO_CERTIFICATES/, "install_unsigned"],
  [/UNEXPECTED_CERTIFICATE|CERTIFICATE_ENCODING/, "install_resign"],
  [/INSTALL_FAILED_OLDER_SDK/, "install_older_system"],
  [/INSTALL_FAILED_(?:DEPRECATED_SDK|NEWER_SDK)/, "install_newer_system"],
  [/INSTALL_FAILED_NO_MATCHING_ABIS|CPU_ABI_INCOMPATIBLE/, "install_abi"],
  [/INSUFFICIENT_STORAGE|not enough space|ENOSPC/i, "install_storage"],
  [/INSTALL_FAILED_ALREADY_EXISTS|DUPLICATE_PACKAGE/, "install_exists"],
  [/INSTALL_FAILED_TEST_ONLY/, "install_test_only"],
  [/INSTALL_FAILED_USER_RESTRICTED|VERIFICATION_(?:FAILURE|TIMEOUT)|ABORTED/, "install_restricted"],
  [/INSTALL_FAILED_MISSING_SPLIT/, "install_split"],
  [/INSTALL_(?:FAILED_INVALID_APK|PARSE_FAILED)/, "install_broken"],
] as const satisfies [RegExp, WordCode][];

/** The meaning of a failed installation, with the device's own words as its evidence. */
export function installWord(words: string): Said {
  const code = MEANINGS.find(([pattern]) => pattern.test(words))?.[1] ?? "install_refused";
  return say(code, {}, words);
}
