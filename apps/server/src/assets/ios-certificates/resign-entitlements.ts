import type { Entitlements, SignedBundle } from "@udt/appfile/signing";

type Value = Entitlements[string];

const GROUPS = "keychain-access-groups";
/** Written anew, from the profile and its team. */
const NAMES = ["application-identifier", "com.apple.developer.team-identifier", "get-task-allow"];

export interface AnewEntitlements {
  entitlements: Entitlements;
  /** Those whose value is the profile's, which has one alone, instead of what was asked for. */
  changed: { entitlement: string; value: string }[];
  /** What was asked for and is left out, in part or all: the profile does not grant it. */
  missing: string[];
}

/**
 * What a bundle of an app that is signed anew gets: what it asked for before, as far as the profile grants that. What begins
 * with the old team's prefix begins with the new one's.
 */
export function entitlementsAnew({ bundle_id, entitlements }: SignedBundle, granted: Entitlements): AnewEntitlements {
  const asked = entitlements ?? {};
  const [from, to] = [prefixOf(asked), prefixOf(granted)];
  const moved = (text: string): string =>
    from !== "" && text.startsWith(`${from}.`) ? `${to}.${text.slice(from.length + 1)}` : text;
  const team = granted["com.apple.developer.team-identifier"];
  const anew: AnewEntitlements = { entitlements: {}, changed: [], missing: [] };
  for (const [key, value] of Object.entries(asked)) {
    if (NAMES.includes(key) || value === false) continue;
    const wanted = Array.isArray(value) ? value.map(moved) : typeof value === "string" ? moved(value) : value;
    const given = Object.hasOwn(granted, key) ? granted[key] : undefined;
    const kept = keptOf(wanted, given);
    if (kept !== undefined) anew.entitlements[key] = kept;
    if (typeof wanted === "string" && kept !== undefined && kept !== wanted)
      anew.changed.push({ entitlement: key, value: String(kept) });
    else if (kept === undefined || (Array.isArray(wanted) && wanted.length > [kept].flat().length))
      anew.missing.push(key);
  }
  const own = `${to}.${bundle_id}`;
  Object.assign(anew.entitlements, {
    "application-identifier": own,
    ...(team !== undefined && { "com.apple.developer.team-identifier": team }),
    "get-task-allow": granted["get-task-allow"] === true,
    // Its own group is what every app has.
    ...(Object.hasOwn(granted, GROUPS) && { [GROUPS]: anew.entitlements[GROUPS] ?? [own] }),
  });
  return anew;
}

const prefixOf = (of: Entitlements): string => textOf(of["application-identifier"]).split(".")[0] ?? "";

const textOf = (value: Value | undefined): string => (typeof value === "string" ? value : "");

/** What of it is granted; of a text that is not, the one that the profile has in its place. Undefined for nothing. */
function keptOf(asked: Value, granted: Value | undefined): Value | undefined {
  if (typeof asked === "boolean") return granted === asked ? asked : undefined;
  const isGranted = testOf([granted ?? []].flat().filter((one) => typeof one === "string"));
  if (Array.isArray(asked)) {
    const kept = asked.filter(isGranted);
    return kept.length > 0 || asked.length === 0 ? kept : undefined;
  }
  if (isGranted(asked)) return asked;
  return typeof granted === "string" && !granted.includes("*") ? granted : undefined;
}

/** Says of texts whether one of the patterns is for them, without going through all patterns for each. */
function testOf(patterns: readonly string[]): (text: string) => boolean {
  const [endless, plain] = [patterns.filter(isEndless), new Set(patterns.filter((one) => !isEndless(one)))];
  const beginnings = new Set(endless.map((pattern) => pattern.slice(0, -1)));
  const lengths = new Set([...beginnings].map(({ length }) => length));
  return (text) =>
    plain.has(text) ||
    beginnings.has("") ||
    [...lengths].some((length) => text.length > length && beginnings.has(text.slice(0, length)));
}

const isEndless = (pattern: string): boolean => pattern.endsWith("*");

/** `com.example.*` is for all that begins so, and `*` for every app. */
export const fits = (pattern: string, value: string): boolean =>
  isEndless(pattern) ? value.startsWith(pattern.slice(0, -1)) && value.length >= pattern.length : value === pattern;

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

function element(value: Value): string {
  if (typeof value === "boolean") return value ? "<true/>" : "<false/>";
  if (typeof value === "string") return `<string>${escaped(value)}</string>`;
  return `<array>${value.map(element).join("")}</array>`;
}

const escaped = (text: string): string => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
