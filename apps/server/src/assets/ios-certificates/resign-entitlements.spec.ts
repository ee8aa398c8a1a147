import { parsePlist } from "@udt/appfile/plist";
import { entitlementsOf, type SignedBundle } from "@udt/appfile/signing";
import { expect, it } from "vitest";
import { entitlementsAnew, entitlementsXml } from "./resign-entitlements.ts";
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
    "keychain-access-groups": ["OLDTEAM.com.example.shop"],
    "com.apple.security.application-groups": ["group.com.example.a<b>&c"],
    "com.apple.developer.healthkit": true,
  };
  const anew = entitlementsAnew(bundle(asked), GRANTED);
  expect(anew).toEqual({
    "application-identifier": "TEAM123456.com.example.shop",
    "com.apple.developer.team-identifier": "TEAM123456",
    "get-task-allow": true,
    "keychain-access-groups": ["TEAM123456.com.example.shop"],
    "com.apple.security.application-groups": ["group.com.example.a<b>&c"],
  });
  expect(entitlementsOf(parsePlist(Buffer.from(entitlementsXml(anew)), "entitlements"))).toEqual(anew);
});

it("grants an app of which nothing is known its names alone", () => {
  const { "keychain-access-groups": _, ...granted } = GRANTED;
  expect(entitlementsAnew(bundle(undefined), { ...granted, "get-task-allow": false })).toEqual({
    "application-identifier": "TEAM123456.com.example.shop",
    "com.apple.developer.team-identifier": "TEAM123456",
    "get-task-allow": false,
  });
});

it("names what was signed after the file, once", () => {
  expect(signedName("shop.ipa")).toBe("shop-resigned.ipa");
  expect(signedName("shop-resigned.IPA")).toBe("shop-resigned.ipa");
  expect(signedName(`${"a".repeat(300)}.ipa`).length).toBeLessThanOrEqual(255);
});
