/** Reads P12 files (PKCS#12, RFC 7292): certificates and their private keys, sealed by a password. */
import { createPrivateKey, X509Certificate, type KeyObject } from "node:crypto";
import forge from "node-forge";
import { fail, ok, type Result } from "@udt/base";
import { say, type Said } from "@udt/contract";

export type P12Fault = { kind: "password" } | { kind: "unreadable"; said: Said };
/** A certificate of which the file has the private key, too. */
export interface Identity {
  certificate: X509Certificate;
  key: KeyObject;
}
export type P12Reading = Result<Identity[], P12Fault>;

/** The library takes a password for the bytes that it is made of, which in PBES2 (RFC 8018) are its UTF-8. */
const { pbe } = forge.pki as unknown as { pbe: { getCipherForPBES2: Cipher } };
type Cipher = (oid: unknown, parameters: unknown, password: string | null) => unknown;
const cipherOfBytes = pbe.getCipherForPBES2;
pbe.getCipherForPBES2 = (oid, parameters, password) =>
  cipherOfBytes(oid, parameters, password === null ? "" : forge.util.encodeUtf8(password));

export function readP12(content: Uint8Array, password: string): P12Reading {
  let file: forge.asn1.Asn1;
  try {
    file = forge.asn1.fromDer(bytesOf(content), { strict: true, parseAllBytes: false } as never);
  } catch (error) {
    return unreadable(say("p12_not", {}, messageOf(error)));
  }
  if (!isPfx(file)) return unreadable(say("p12_not"));
  try {
    return identitiesOf(open(file, password));
  } catch (error) {
    const why = messageOf(error);
    if (isPasswordFault(why)) return fail({ kind: "password" });
    return unreadable(say("p12_unreadable", {}, why));
  }
}

const unreadable = (said: Said) => fail({ kind: "unreadable" as const, said });
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const bytesOf = (content: Uint8Array): string => Buffer.from(content).toString("latin1");

/** A sequence that begins with a version and holds another sequence, which no profile, key or text does. */
const isPfx = ({ value }: forge.asn1.Asn1): boolean => {
  if (!Array.isArray(value)) return false;
  const [version, content] = value;
  return version?.type === forge.asn1.Type.INTEGER && Array.isArray(content?.value);
};

/** Its check of the password, and what follows where a file has none: what it cannot decrypt is no padded text. */
const isPasswordFault = (why: string): boolean =>
  /MAC could not be verified|Failed to decrypt|Unable to decrypt/i.test(why);

/** An empty password is written in two ways: as no text, and as one of no characters. */
function open(file: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  try {
    return forge.pkcs12.pkcs12FromAsn1(file, false, password);
  } catch (error) {
    if (password !== "" || !isPasswordFault(messageOf(error))) throw error;
    return forge.pkcs12.pkcs12FromAsn1(file, false, null as unknown as string);
  }
}

function identitiesOf(pfx: forge.pkcs12.Pkcs12Pfx): P12Reading {
  const bags = pfx.safeContents.flatMap(({ safeBags }) => safeBags);
  const keys = bags.map(keyOf).filter((key) => key !== undefined);
  const certificates = bags.map(certificateOf).filter((certificate) => certificate !== undefined);
  const identities = certificates.flatMap((certificate) => {
    const key = keys.find((one) => certificate.checkPrivateKey(one));
    return key ? [{ certificate, key }] : [];
  });
  return identities.length > 0 ? ok(identities) : unreadable(say("p12_no_identity"));
}

/** The library knows RSA alone, and leaves the rest as it found it. */
function keyOf({ type, key, asn1 }: forge.pkcs12.Bag): KeyObject | undefined {
  const { keyBag, pkcs8ShroudedKeyBag } = forge.pki.oids;
  if (type !== keyBag && type !== pkcs8ShroudedKeyBag) return undefined;
  const info = key ? forge.pki.wrapRsaPrivateKey(forge.pki.privateKeyToAsn1(key)) : asn1;
  return createPrivateKey({ key: derOf(info), format: "der", type: "pkcs8" });
}

function certificateOf({ type, cert, asn1 }: forge.pkcs12.Bag): X509Certificate | undefined {
  if (type !== forge.pki.oids["certBag"]) return undefined;
  return new X509Certificate(derOf(cert ? forge.pki.certificateToAsn1(cert) : asn1));
}

const derOf = (value: forge.asn1.Asn1): Buffer => Buffer.from(forge.asn1.toDer(value).getBytes(), "latin1");
