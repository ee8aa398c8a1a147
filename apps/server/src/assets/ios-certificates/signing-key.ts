/** Opens a P12 for whoever signs with it: tools differ in which of them they can read, and in how they are told a password. */
import { fail, ok, type Result } from "@udt/base";
import { readP12 } from "./p12.ts";

export interface SigningKeyInput {
  p12: Uint8Array;
  password: string;
  /** Which of its certificates, by its SHA-1. */
  certificate_sha1: string;
}
export interface SigningKey {
  key_pem: string;
  certificate_pem: string;
}
/** It was read when it was put in, so that there is nothing to say of one that is not any more. */
export type SigningKeyReading = Result<SigningKey, "unreadable">;

export function readSigningKey({ p12, password, certificate_sha1 }: SigningKeyInput): SigningKeyReading {
  const identities = readP12(p12, password);
  const found =
    identities.ok &&
    identities.value.find(
      ({ certificate }) => certificate.fingerprint.replaceAll(":", "").toLowerCase() === certificate_sha1,
    );
  if (!found) return fail("unreadable");
  return ok({
    key_pem: String(found.key.export({ type: "pkcs8", format: "pem" })),
    certificate_pem: found.certificate.toString(),
  });
}
