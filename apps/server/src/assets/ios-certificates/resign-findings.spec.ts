import { describe, expect, it } from "vitest";
import type { CertificateFacts } from "./ios-certificates.repository.ts";
import { judgeResign, type ResignFacts } from "./resign-findings.ts";

const NOW = 1_000;
const certificate = {
  kind: "ad_hoc",
  bundle_pattern: "com.example.shop",
  device_udids: ["00008110-000A1B2C3D4E5F60"],
  certificate_sha1: "ab",
  certificate_starts_at: 0,
  certificate_expires_at: 2_000,
  profile_starts_at: 0,
  profile_expires_at: 2_000,
} as CertificateFacts;
const bundle = {
  path: "Payload/Shop.app",
  bundle_id: "com.example.shop",
  program: "Shop",
  is_main: true,
  is_encrypted: false,
  entitlements: {},
  cms: undefined,
};
const facts = (change: Partial<ResignFacts> = {}): ResignFacts => ({
  certificate,
  granted: { entitlements: {}, certificate_sha1s: ["ab"] },
  bundles: [bundle],
  link: null,
  astray: null,
  unpacked_bytes: 1_000,
  farm: ["00008110000a1b2c3d4e5f60"],
  now: NOW,
  ...change,
});
const told = (change: Partial<ResignFacts> = {}) =>
  judgeResign(facts(change)).map(({ severity, reason, apple_code }) => [severity, reason.code, apple_code]);
const ofCertificate = (change: Partial<CertificateFacts>) => told({ certificate: { ...certificate, ...change } });

describe("signing an app anew", () => {
  it("fails by nothing that is known", () => expect(told()).toEqual([]));

  it("fails with a pair that is over or has not begun, or does not go together", () => {
    expect(ofCertificate({ certificate_expires_at: NOW, profile_expires_at: NOW })).toEqual([
      ["blocking", "resign_certificate_expired", "0xe8008018"],
      ["blocking", "resign_profile_expired", ""],
    ]);
    expect(ofCertificate({ certificate_starts_at: NOW + 1, profile_starts_at: NOW + 1 })).toEqual([
      ["blocking", "resign_certificate_pending", ""],
      ["blocking", "resign_profile_pending", ""],
    ]);
    expect(told({ granted: { entitlements: {}, certificate_sha1s: ["cd"] } })).toEqual([
      ["blocking", "resign_certificate_absent", "0xe8008015"],
    ]);
    expect(told({ granted: undefined })).toEqual([["blocking", "resign_files_lost", ""]]);
    expect(ofCertificate({ kind: "app_store", device_udids: [] })).toEqual([["blocking", "resign_app_store", ""]]);
  });

  it("fails on the devices that the profile lacks, and altogether where it lacks all", () => {
    const other = "f".repeat(40);
    expect(told({ farm: [other, "00008110-000A1B2C3D4E5F60"] })).toEqual([
      ["warning", "resign_devices_lacking", "0xe8008015"],
    ]);
    expect(told({ farm: [other] })).toEqual([["blocking", "resign_devices_lacking", "0xe8008015"]]);
    expect(told({ farm: [other], certificate: { ...certificate, kind: "enterprise" } })).toEqual([]);
    const [many] = judgeResign(facts({ farm: Array.from({ length: 9 }, (_, index) => `d${index}`) }));
    expect(many?.reason.args).toEqual({ lacking: 9, total: 9, udids: "d0, d1, d2, d3, d4, …" });
  });

  it("fails where the pattern does not fit the app or one of its extensions", () => {
    const bundles = [
      { ...bundle, bundle_id: "com.example.other" },
      { ...bundle, path: "Payload/Shop.app/PlugIns/A.appex", bundle_id: "com.example.shop.a", is_main: false },
    ];
    expect(told({ bundles })).toEqual([
      ["blocking", "resign_bundle_misfit", ""],
      ["blocking", "resign_extension_misfit", ""],
    ]);
    expect(told({ bundles, certificate: { ...certificate, bundle_pattern: "com.example.*" } })).toEqual([]);
  });

  it("fails for what is encrypted, and says what is not known, after what blocks", () => {
    const unknown = { ...bundle, is_encrypted: undefined, entitlements: undefined };
    expect(told({ bundles: [unknown, { ...bundle, is_encrypted: true }] })).toEqual([
      ["blocking", "resign_encrypted", ""],
      ["warning", "resign_program_unknown", ""],
      ["warning", "resign_entitlements_unknown", ""],
    ]);
  });

  it("tells what the profile takes from it or sets otherwise, and nothing of what tools write anew", () => {
    const entitlements = {
      "application-identifier": "OLD.com",
      "get-task-allow": true,
      "aps-environment": "production",
    };
    const bundles = [{ ...bundle, entitlements }];
    const granting = (value: object) => ({ entitlements: { ...value }, certificate_sha1s: ["ab"] });
    expect(told({ bundles })).toEqual([["warning", "resign_entitlement_missing", ""]]);
    expect(told({ bundles, granted: granting({ "aps-environment": "production" }) })).toEqual([]);
    expect(judgeResign(facts({ bundles, granted: granting({ "aps-environment": "development" }) }))).toMatchObject([
      {
        severity: "warning",
        reason: {
          code: "resign_entitlement_changed",
          args: { entitlement: "aps-environment", value: "development" },
        },
      },
    ]);
    const all = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`e${index}`, true]));
    const findings = judgeResign(facts({ bundles: [{ ...bundle, entitlements: all }] }));
    expect(findings).toHaveLength(21);
    expect(findings.at(-1)?.reason).toMatchObject({ code: "resign_entitlements_more", args: { count: 5 } });
    const [asked, given] = ["a", "b"].map((value) => Object.fromEntries(Object.keys(all).map((key) => [key, value])));
    const changed = judgeResign(
      facts({ bundles: [{ ...bundle, entitlements: asked }], granted: granting({ ...given }) }),
    );
    expect(changed).toHaveLength(21);
    expect(changed.at(-1)?.reason).toMatchObject({ code: "resign_entitlements_more", args: { count: 5 } });
  });
});

describe("an app that would harm the computer it is signed on", () => {
  it("is blocked for a link, and for more than may be unpacked", () => {
    expect(told({ link: "Payload/Shop.app/away" })).toEqual([["blocking", "resign_links", ""]]);
    const max = 4 * 1024 ** 3;
    const astray = "Payload/Demo.app/Kit.framework/Info.plist";
    expect(told({ astray })).toEqual([["blocking", "resign_executable_odd", ""]]);
    expect(told({ unpacked_bytes: max })).toEqual([]);
    expect(told({ unpacked_bytes: max + 1 })).toEqual([["blocking", "resign_unpacked_large", ""]]);
  });

  it.each([
    ["what divides words", ["Payload/Sh:op.app", "Payload/Sh*op.app", 'Payload/Sh"op.app', "Payload/Sh@op.app"]],
    [
      "what is no character",
      ["Payload/Sh\nop.app", "Payload/Sh\0op.app", "Payload/Sh\u0085op.app", "Payload/\ud800.app"],
    ],
    [
      "what nobody sees",
      ["Payload/Sh\u200bop.app", "Payload/Sh\u202eop.app", "Payload/\u3164.app", "Payload/店\ufe0f.app"],
    ],
    [
      "what looks like a separator",
      ["Payload//Shop.app", "Payload/Sh\\op.app", "Payload/Sh\u2044op.app", "Payload/店：.app"],
    ],
    [
      "how it begins",
      ["Payload/-Shop.app", "Payload/.Shop.app", "Payload/ Shop.app", "Payload/Shop.app/PlugIns/-A.appex"],
    ],
    ["being normalised in part", ["Payload/é\u0065\u0301.app"]],
  ])("is blocked for a bundle’s name for %s", (_what, paths) => {
    for (const path of paths)
      expect(told({ bundles: [{ ...bundle, path }] }), path).toEqual([["blocking", "resign_path_odd", ""]]);
  });

  it.each([
    "微信",
    "ゲーム・センター",
    "ゲーム".normalize("NFD"),
    "카카오톡",
    "Café",
    "Café".normalize("NFD"),
    "Привет 2",
    "हिन्दी",
    "متجر",
  ])("is not blocked for a name in another script, such as %s", (name) => {
    const path = `Payload/${name}.app`;
    const inner = { ...bundle, path: `${path}/PlugIns/${name}.appex`, is_main: false };
    expect(told({ bundles: [{ ...bundle, path }, inner] })).toEqual([]);
  });

  it.each(["../../../home/agent/.profile", "Frameworks/A", "..", ".", "a\\b"])(
    "is blocked for the executable %j",
    (program) =>
      expect(told({ bundles: [{ ...bundle, program }] })).toEqual([["blocking", "resign_executable_odd", ""]]),
  );

  it("is not blocked for ordinary names", () => {
    const path = "Payload/My Shop-2.0+b_1.app/PlugIns/Share.appex";
    expect(told({ bundles: [{ ...bundle, path, program: "My Shop..2" }] })).toEqual([]);
  });
});
