/** Reads provisioning profiles: a property list inside a CMS signature (RFC 5652). */
import forge from "node-forge";
import { fail, ok, type Result } from "@udt/base";
import { parsePlist, plistDate, plistDict, plistList, plistText, type PlistDict } from "@udt/appfile/plist";
import { entitlementsOf, exceed, type Entitlements, type EntitlementsMax } from "@udt/appfile/signing";
import { say, type IosCertificateKind, type Said } from "@udt/contract";

export interface Profile {
  name: string;
  uuid: string;
  team_name: string;
  team_id: string;
  starts_at: number;
  expires_at: number;
  kind: IosCertificateKind;
  /** Of the bundle ids that it is good for, without the team's own beginning. */
  bundle_pattern: string;
  /** The devices that it names, in its order. */
  device_udids: string[];
  /** Who may sign with it: certificates, as DER. */
  certificates: Buffer[];
  /** What an app that is signed with it may be granted. */
  entitlements: Entitlements;
}
export type ProfileReading = Result<Profile, Said>;

/** Apple knows a few hundred, most of them with one value. */
const GRANTED_MAX: EntitlementsMax = { values: 1_000, characters: 50_000 };

/** A device checks who signed it; what is read here is shown, and no right follows from it. */
export function readProfile(content: Uint8Array): ProfileReading {
  let signed: Buffer;
  try {
    signed = signedContent(content);
  } catch {
    return fail(say("profile_not_signed"));
  }
  let plist: PlistDict;
  try {
    plist = parsePlist(signed, "The provisioning profile");
  } catch {
    return fail(say("profile_unreadable"));
  }
  return profileOf(plist);
}

/** What a CMS signature is over: ContentInfo → SignedData → EncapsulatedContentInfo → the bytes, in one piece or several. */
function signedContent(content: Uint8Array): Buffer {
  const { fromDer, derToOid, Type } = forge.asn1;
  const info = fromDer(Buffer.from(content).toString("latin1"), { strict: true, parseAllBytes: false } as never);
  const isOid = (value: forge.asn1.Asn1 | undefined, oid: string | undefined): boolean =>
    value?.type === Type.OID && typeof value.value === "string" && derToOid(value.value) === oid;
  const [type, wrapped] = partsOf(info);
  if (!isOid(type, forge.pki.oids["signedData"])) throw new Error("no signed data");
  const [signedData] = partsOf(wrapped);
  const [contentType, held] = partsOf(partsOf(signedData)[2]);
  if (!isOid(contentType, forge.pki.oids["data"])) throw new Error("the signature is over no data");
  const [octets] = partsOf(held);
  if (octets === undefined) throw new Error("the signature is over something else");
  const pieces = Array.isArray(octets.value) ? octets.value.map(({ value }) => value) : [octets.value];
  return Buffer.concat(pieces.map((piece) => Buffer.from(typeof piece === "string" ? piece : "", "latin1")));
}

const partsOf = (value: forge.asn1.Asn1 | undefined): forge.asn1.Asn1[] =>
  Array.isArray(value?.value) ? value.value : [];

function profileOf(plist: PlistDict): ProfileReading {
  const platforms = textsOf(plist, "Platform");
  if (platforms.length > 0 && !platforms.includes("iOS"))
    return fail(say("profile_not_ios", { platforms: platforms.join(", ") }));
  const entitlements = plistDict(plist, "Entitlements");
  const granted = entitlements ? entitlementsOf(entitlements) : {};
  if (exceed([granted], GRANTED_MAX))
    return fail(say("profile_grants_many", { max: GRANTED_MAX.values, characters: GRANTED_MAX.characters }));
  const application = plistText(entitlements, "application-identifier") ?? "";
  const [starts, expires] = [plistDate(plist, "CreationDate"), plistDate(plist, "ExpirationDate")];
  const certificates = plistList(plist, "DeveloperCertificates").filter((one) => Buffer.isBuffer(one));
  const lacking = [
    ["CreationDate", starts !== undefined],
    ["ExpirationDate", expires !== undefined],
    ["application-identifier", application !== ""],
    ["DeveloperCertificates", certificates.length > 0],
  ] as const;
  const missing = lacking.find(([, isThere]) => !isThere)?.[0];
  if (missing !== undefined || !starts || !expires) return fail(say("profile_lacks", { key: missing ?? "" }));
  const device_udids = textsOf(plist, "ProvisionedDevices");
  const [prefix = ""] = [...textsOf(plist, "ApplicationIdentifierPrefix"), ...textsOf(plist, "TeamIdentifier")];
  return ok({
    name: plistText(plist, "Name") ?? "",
    uuid: plistText(plist, "UUID") ?? "",
    team_name: plistText(plist, "TeamName") ?? "",
    team_id: textsOf(plist, "TeamIdentifier")[0] ?? "",
    starts_at: starts.getTime(),
    expires_at: expires.getTime(),
    kind: kindOf({
      isForAll: plist.get("ProvisionsAllDevices") === true,
      isForSome: device_udids.length > 0,
      isDebuggable: entitlements?.get("get-task-allow") === true,
    }),
    bundle_pattern: application.startsWith(`${prefix}.`) ? application.slice(prefix.length + 1) : application,
    device_udids,
    certificates,
    entitlements: granted,
  });
}

const textsOf = (plist: PlistDict, key: string): string[] =>
  plistList(plist, key).filter((one) => typeof one === "string");

function kindOf(of: { isForAll: boolean; isForSome: boolean; isDebuggable: boolean }): IosCertificateKind {
  if (of.isForAll) return "enterprise";
  if (!of.isForSome) return "app_store";
  return of.isDebuggable ? "development" : "ad_hoc";
}
