/** Words of makers about their devices, as a browser could bring them along: WebAuthn Level 3, §8. */
import { generateKeyPairSync, sign } from "node:crypto";
import type { AttestedFacts } from "./soft-passkey.ts";

/** ASN.1 in DER, as much as a certificate needs. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), body]);
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const one = der(0x02, Buffer.from([1]));
/** ecdsa-with-SHA256 (1.2.840.10045.4.3.2). */
const algorithm = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const nobody = sequence(der(0x31, sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from("nobody")))));

/** A security key of U2F's time with its maker's certificate, of nobody's authority. */
export function u2fAttestation({ rpIdHash, clientDataHash, credentialId, point }: AttestedFacts) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const validity = sequence(der(0x17, Buffer.from("250101000000Z")), der(0x17, Buffer.from("450101000000Z")));
  const version = der(0xa0, der(0x02, Buffer.from([2])));
  const key = publicKey.export({ type: "spki", format: "der" });
  const content = sequence(version, one, algorithm, nobody, validity, nobody, key);
  const certificate = sequence(content, algorithm, der(0x03, Buffer.from([0]), sign("sha256", content, privateKey)));
  const signed = Buffer.concat([Buffer.from([0]), rpIdHash, clientDataHash, credentialId, point]);
  const attStmt = new Map<string, unknown>([
    ["x5c", [certificate]],
    ["sig", sign("sha256", signed, privateKey)],
  ]);
  return { fmt: "fido-u2f", attStmt };
}

/** A device that vouches for itself, by the new key: it says nothing of who made it, and browsers leave it in. */
export const selfAttestation = ({ authData, clientDataHash, signed }: AttestedFacts) => ({
  fmt: "packed",
  attStmt: new Map<string, unknown>([
    ["alg", -7],
    ["sig", signed(Buffer.concat([authData, clientDataHash]))],
  ]),
});
