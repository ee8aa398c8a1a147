import { APP_KINDS, LIMITS } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { acceptOf, extensionOf, refusalOf } from "./app-file.ts";

describe("files that are offered as apps", () => {
  it.each([
    ["shop.apk", 10, undefined],
    ["SHOP.APK", 10, undefined],
    ["shop.v1.2.apk", LIMITS.app_size_max_bytes, undefined],
    ["shop.aab", 10, "other_platform"],
    ["shop.ipa", 10, "other_platform"],
    ["shop.hap", 10, "other_platform"],
    ["notes.txt", 10, "not_an_app"],
    ["apk", 10, "not_an_app"],
    ["shop.apk.zip", 10, "not_an_app"],
    ["my shop.apk", 10, "spaces"],
    ["shop.apk", 0, "empty"],
    ["shop.apk", LIMITS.app_size_max_bytes + 1, "too_large"],
  ])("%s of %i bytes for an Android device: %s", (name, size, refusal) => {
    expect(refusalOf({ name, size }, ["apk"])).toBe(refusal);
  });

  it.each(APP_KINDS)("a project keeps .%s", (kind) => {
    expect(refusalOf({ name: `shop.${kind}`, size: 10 }, APP_KINDS)).toBeUndefined();
    expect(refusalOf({ name: `my shop.${kind}`, size: 10 }, APP_KINDS)).toBe("spaces");
  });

  it("takes what follows the last dot as the type", () => {
    expect(extensionOf("a.B.Apk")).toBe("apk");
    expect(extensionOf("none")).toBe("");
    expect(acceptOf(["apk", "hap"])).toBe(".apk,.hap");
  });
});
