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

/**
 * A file says itself how often its password is to be hashed for its seal and for each of its parts. Java asks for 10,000 each,
 * the most careful tools for 600,000; more than this in all is refused before any is done.
 */
const P12_ROUNDS_MAX = 2_000_000;

class TooManyRounds extends Error {}
/** Of the file that is being opened, which is done in one go. */
let rounds_left = Infinity;

function countRounds(rounds: unknown): void {
  if (typeof rounds !== "number" || !(rounds >= 0 && rounds <= rounds_left)) throw new TooManyRounds();
  rounds_left -= rounds;
}

type Hash = (password: string | null, salt: unknown, ...more: unknown[]) => unknown;
type Cipher = (oid: unknown, parameters: unknown, password: string | null) => unknown;
const { pkcs5, pkcs12, pki } = forge as unknown as {
  pkcs5: { pbkdf2: Hash };
  pkcs12: { generateKey: Hash };
  pki: { pbe: { generatePkcs12Key: Hash; getCipherForPBES2: Cipher } };
};

/** `at`: which of what follows password and salt says how often it is hashed. */
const counted =
  (hash: Hash, at: number): Hash =>
  (password, salt, ...more) => {
    countRounds(more[at]);
    return hash(password, salt, ...more);
  };
pkcs5.pbkdf2 = counted(pkcs5.pbkdf2, 0);
pkcs12.generateKey = counted(pkcs12.generateKey, 1);
pki.pbe.generatePkcs12Key = counted(pki.pbe.generatePkcs12Key, 1);

/** The library takes a password for the bytes that it is made of, which in PBES2 (RFC 8018) are its UTF-8. */
const cipherOfBytes = pki.pbe.getCipherForPBES2;
pki.pbe.getCipherForPBES2 = (oid, parameters, password) =>
  cipherOfBytes(oid, parameters, password === null ? "" : forge.util.encodeUtf8(password));

export function readP12(content: Uint8Array, password: string): P12Reading {
  let file: forge.asn1.Asn1;
  try {
    file = forge.asn1.fromDer(bytesOf(content), { strict: true, parseAllBytes: false } as never);
  } catch {
    // The library's own words are for who wrote it.
    return unreadable(say("p12_not"));
  }
  if (!isPfx(file)) return unreadable(say("p12_not"));
  try {
    return identitiesOf(open(file, password));
  } catch (error) {
    if (error instanceof TooManyRounds) return unreadable(say("p12_rounds", { max: P12_ROUNDS_MAX }));
    if (isPasswordFault(messageOf(error))) return fail({ kind: "password" });
    return unreadable(say("p12_unreadable"));
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
    return openBy(file, password);
  } catch (error) {
    if (password !== "" || !isPasswordFault(messageOf(error))) throw error;
    return openBy(file, null as unknown as string);
  }
}

function openBy(file: forge.asn1.Asn1, password: string): forge.pkcs12.Pkcs12Pfx {
  rounds_left = P12_ROUNDS_MAX;
  try {
    return forge.pkcs12.pkcs12FromAsn1(file, false, password);
  } finally {
    rounds_left = Infinity;
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
