import { describe, expect, it } from "vitest";
import type { UdtError } from "@udt/contract";
import { checkPackageName, checkKind } from "./file-name.ts";

function refusalOf(file_name: string): Partial<UdtError> | undefined {
  try {
    checkPackageName(file_name);
    return undefined;
  } catch (error) {
    const { code, args } = error as UdtError;
    return { code, args };
  }
}

describe("checkPackageName", () => {
  it.each([
    ["demo.apk"],
    ["DEMO.APK"],
    ["a..b.apk"],
    ["演示.apk"],
    ["עברית.apk"],
    ["app-🚀.apk"],
    ["👩‍💻.apk"],
    ["%2e%2e.apk"],
    ["a'b\"c<d>.apk"],
  ])("takes %s", (file_name) => {
    expect(refusalOf(file_name)).toBeUndefined();
  });

  it.each([
    ["../x.apk", "file_name_path"],
    ["/x.apk", "file_name_path"],
    ["C:\\x.apk", "file_name_path"],
    ["..", "file_name_path"],
    ["a b.apk", "file_name_spaces"],
    [" a.apk", "file_name_spaces"],
    ["a.apk ", "file_name_spaces"],
    ["a\u3000b.apk", "file_name_spaces"],
    ["a\u00a0b.apk", "file_name_spaces"],
    ["a\0.apk", "file_name_unseen"],
    ["a\n.apk", "file_name_unseen"],
    ["a\u007f.apk", "file_name_unseen"],
    ["a\u0085.apk", "file_name_unseen"],
    ["a\u202ekpa.exe.apk", "file_name_unseen"],
    ["a\u2066b.apk", "file_name_unseen"],
    ["a\u200bb.apk", "file_name_unseen"],
    ["\ufeffa.apk", "file_name_unseen"],
    ["a\ud800.apk", "file_name_unseen"],
  ])("refuses %j: %s", (file_name, rule) => {
    expect(refusalOf(file_name)).toMatchObject({ code: "upload_file_name", args: { rule: { code: rule } } });
  });

  it.each([["demo.aab"], ["demo.IPA"], ["demo.hap"]])("takes %s", (file_name) => {
    expect(refusalOf(file_name)).toBeUndefined();
  });

  it.each([["demo.app"], ["demo.apk.exe"], ["apk"], [".apk"], [".ipa"], ["demo.apk."], ["demoapk"]])(
    "takes no %s, which is no app package by its name",
    (file_name) => {
      expect(refusalOf(file_name)).toEqual({ code: "upload_wrong_type", args: { file_name } });
    },
  );

  it("takes a package for what its name says, and for nothing else", () => {
    expect(() => checkKind("demo.APK", "apk")).not.toThrow();
    expect(() => checkKind("demo.apk", "ipa")).toThrow(/an \.ipa by its content/);
  });

  it("does not repeat what cannot be shown in the refusal", () => {
    expect(refusalOf("a\0\u202eb\ud800.apk")?.args?.["file_name"]).toBe("a\ufffd\ufffdb\ufffd.apk");
  });
});
