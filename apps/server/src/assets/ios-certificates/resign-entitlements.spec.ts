import { parsePlist } from "@udt/appfile/plist";
import { entitlementsOf, type SignedBundle } from "@udt/appfile/signing";
import { describe, expect, it } from "vitest";
import { entitlementsAnew, entitlementsXml, fits } from "./resign-entitlements.ts";
import { signedName } from "./resign-deliveries.service.ts";

const bundle = (entitlements: SignedBundle["entitlements"]): SignedBundle => ({
  path: "Payload/Shop.app",
  bundle_id: "com.example.shop",
  program: "Shop",
  is_main: true,
  is_encrypted: false,
  entitlements,
  cms: undefined,
});
const GRANTED = {
  "application-identifier": "TEAM123456.com.example.*",
  "com.apple.developer.team-identifier": "TEAM123456",
  "get-task-allow": true,
  "keychain-access-groups": ["TEAM123456.*"],
  "aps-environment": "development",
  "com.apple.security.application-groups": ["group.com.example.*"],
};

it("grants what the app asked for as far as the profile does, and its names in place of the profile's patterns", () => {
  const asked = {
    "application-identifier": "OLDTEAM.com.example.shop",
    "get-task-allow": false,
    "aps-environment": "production",
    "com.apple.security.application-groups": ["group.com.example.a<b>&c", "group.org.other"],
    "com.apple.developer.healthkit": true,
    "beta-reports-active": true,
    "com.apple.developer.networking.vpn": false,
    // Every object has it; nobody was granted it.
    constructor: true,
  };
  const anew = entitlementsAnew(bundle(asked), GRANTED);
  expect(anew).toEqual({
    entitlements: {
      "application-identifier": "TEAM123456.com.example.shop",
      "com.apple.developer.team-identifier": "TEAM123456",
      "get-task-allow": true,
      "aps-environment": "development",
      "keychain-access-groups": ["TEAM123456.com.example.shop"],
      "com.apple.security.application-groups": ["group.com.example.a<b>&c"],
    },
    changed: [{ entitlement: "aps-environment", value: "development" }],
    missing: [
      "com.apple.security.application-groups",
      "com.apple.developer.healthkit",
      "beta-reports-active",
      "constructor",
    ],
  });
  const xml = Buffer.from(entitlementsXml(anew.entitlements));
  expect(entitlementsOf(parsePlist(xml, "entitlements"))).toEqual(anew.entitlements);
});

it.each(["OLDTEAM", "TEAM123456"])("keeps what apps of the team %s share, under the profile's team", (team) => {
  const asked = {
    "application-identifier": `${team}.com.example.shop`,
    "keychain-access-groups": [`${team}.com.example.shared`, `${team}.com.example.shop`],
    "com.apple.developer.ubiquity-kvstore-identifier": `${team}.com.example.shop`,
  };
  const granted = { ...GRANTED, "com.apple.developer.ubiquity-kvstore-identifier": "TEAM123456.*" };
  expect(entitlementsAnew(bundle(asked), granted)).toMatchObject({
    entitlements: {
      "keychain-access-groups": ["TEAM123456.com.example.shared", "TEAM123456.com.example.shop"],
      "com.apple.developer.ubiquity-kvstore-identifier": "TEAM123456.com.example.shop",
    },
    changed: [],
    missing: [],
  });
});

it("grants an app of which nothing is known its names alone", () => {
  const { "keychain-access-groups": _, ...granted } = GRANTED;
  expect(entitlementsAnew(bundle(undefined), { ...granted, "get-task-allow": false })).toEqual({
    entitlements: {
      "application-identifier": "TEAM123456.com.example.shop",
      "com.apple.developer.team-identifier": "TEAM123456",
      "get-task-allow": false,
    },
    changed: [],
    missing: [],
  });
});

describe("what fits", () => {
  it.each([
    ["*", "com.example", true],
    ["com.example.*", "com.example.shop", true],
    ["com.example.*", "com.example", false],
    ["com.example.*", "com.example.", false],
    ["com.example", "com.example.shop", false],
  ])("%s and %s: %s", (pattern, value, expected) => expect(fits(pattern, value)).toBe(expected));

  it.each([
    [true, true, true],
    [true, undefined, undefined],
    ["production", "development", "development"],
    ["production", ["development", "production"], "production"],
    ["production", ["development"], undefined],
    ["production", "dev*", undefined],
    [["applinks:a"], "*", ["applinks:a"]],
    [["group.a", "group.b"], ["group.a"], ["group.a"]],
    [["group.b"], ["group.a"], undefined],
  ])("%j of %j: %j", (asked, granted, kept) => {
    const { entitlements } = entitlementsAnew(bundle({ asked }), granted === undefined ? {} : { asked: granted });
    expect(entitlements["asked"]).toEqual(kept);
  });
});

it("names what was signed after the file, once", () => {
  expect(signedName("shop.ipa")).toBe("shop-resigned.ipa");
  expect(signedName("shop-resigned.IPA")).toBe("shop-resigned.ipa");
  expect(signedName(`${"a".repeat(300)}.ipa`).length).toBeLessThanOrEqual(255);
});
