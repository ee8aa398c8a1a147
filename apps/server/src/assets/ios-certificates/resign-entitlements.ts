/** What each bundle of an app that is signed anew is granted: what it asked for before, as far as the profile grants it. */
import type { Entitlements, SignedBundle } from "@udt/appfile/signing";
import { isGranted, WRITTEN_ANEW } from "./resign-findings.ts";

export function entitlementsAnew({ bundle_id, entitlements }: SignedBundle, granted: Entitlements): Entitlements {
  const prefix = textOf(granted["application-identifier"]).split(".")[0] ?? "";
  const own = `${prefix}.${bundle_id}`;
  const team = granted["com.apple.developer.team-identifier"];
  const asked = Object.entries(entitlements ?? {}).filter(
    ([key, value]) => !WRITTEN_ANEW.has(key) && Object.hasOwn(granted, key) && isGranted(value, granted[key]),
  );
  return {
    ...Object.fromEntries(asked),
    "application-identifier": own,
    ...(team !== undefined && { "com.apple.developer.team-identifier": team }),
    "get-task-allow": granted["get-task-allow"] === true,
    // Groups of another team would be of no use; its own is what every app has.
    ...(Object.hasOwn(granted, "keychain-access-groups") && { "keychain-access-groups": [own] }),
  };
}

const textOf = (value: Entitlements[string] | undefined): string => (typeof value === "string" ? value : "");

/** https://www.apple.com/DTDs/PropertyList-1.0.dtd */
export function entitlementsXml(entitlements: Entitlements): string {
  const entries = Object.entries(entitlements).map(([key, value]) => `<key>${escaped(key)}</key>${element(value)}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<plist version="1.0"><dict>${entries.join("")}</dict></plist>`,
    "",
  ].join("\n");
}

function element(value: Entitlements[string]): string {
  if (typeof value === "boolean") return value ? "<true/>" : "<false/>";
  if (typeof value === "string") return `<string>${escaped(value)}</string>`;
  return `<array>${value.map(element).join("")}</array>`;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
