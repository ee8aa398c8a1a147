import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import {
  bitString,
  context0,
  generalizedTime,
  integer,
  objectIdentifier,
  sequence,
  set,
  utf8String,
} from "./der-writer.ts";

/** A signing identity: a P-256 key and its self-signed certificate. */
export interface Signer {
  privateKey: KeyObject;
  /** SubjectPublicKeyInfo, DER. */
  publicKey: Buffer;
  certificate: Buffer;
  /** Issuer name and serial number, DER, by which signature containers name the certificate. */
  issuer: Buffer;
  serial: Buffer;
  /** What a reader of a package signed with it must find, lower-case hex. */
  certificateSha256: string;
}

export const ECDSA_WITH_SHA256 = sequence(objectIdentifier("1.2.840.10045.4.3.2"));

/** A new identity each time. https://www.rfc-editor.org/rfc/rfc5280#section-4.1 */
export function createSigner(commonName = "UDT demo"): Signer {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const issuer = sequence(set(sequence(objectIdentifier("2.5.4.3"), utf8String(commonName))));
  // The first byte is kept off zero and below 0x80: DER wants integers as short as they can be.
  const serial = integer(Buffer.concat([Buffer.from([0x40]), randomBytes(7)]));
  const content = sequence(
    context0(integer(Buffer.from([2]))),
    serial,
    ECDSA_WITH_SHA256,
    issuer,
    sequence(generalizedTime("20200101000000Z"), generalizedTime("20500101000000Z")),
    issuer,
    spki,
  );
  const certificate = sequence(content, ECDSA_WITH_SHA256, bitString(sign("sha256", content, privateKey)));
  const certificateSha256 = createHash("sha256").update(certificate).digest("hex");
  return { privateKey, publicKey: spki, certificate, issuer, serial, certificateSha256 };
}
