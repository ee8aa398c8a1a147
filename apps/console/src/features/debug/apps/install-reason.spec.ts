import { describe, expect, it } from "vitest";
import { installReason } from "./install-reason.ts";

describe("installation failures in words", () => {
  it.each([
    ["Failure [INSTALL_FAILED_VERSION_DOWNGRADE: Downgrade detected]", "downgrade"],
    ["INSTALL_FAILED_UPDATE_INCOMPATIBLE: signatures do not match", "signature"],
    ["INSTALL_PARSE_FAILED_NO_CERTIFICATES", "unsigned"],
    ["INSTALL_FAILED_OLDER_SDK", "older_system"],
    ["INSTALL_FAILED_NO_MATCHING_ABIS", "abi"],
    ["INSTALL_FAILED_INSUFFICIENT_STORAGE", "storage"],
    ["INSTALL_FAILED_ALREADY_EXISTS", "exists"],
    ["INSTALL_FAILED_INVALID_APK", "broken"],
    ["INSTALL_PARSE_FAILED_NOT_APK", "broken"],
    ["the phone vanished", undefined],
    ["", undefined],
  ])("%s: %s", (words, reason) => {
    expect(installReason(words)).toBe(reason);
  });
});
