/** A certificate's files as they are kept: each sealed for its own place. */
import type { SecretBox } from "../../platform/crypto.ts";
import type { SealedFiles } from "./ios-certificates.repository.ts";
import type { PairFiles } from "./pair.ts";

const p12Place = (cert_id: string) => `ios_certificate/${cert_id}/p12`;
const profilePlace = (cert_id: string) => `ios_certificate/${cert_id}/profile`;

export function sealFiles(secrets: SecretBox, cert_id: string, { p12, password, profile }: PairFiles): SealedFiles {
  const sealedTogether = JSON.stringify({ p12: Buffer.from(p12).toString("base64"), password });
  return {
    p12_sealed: secrets.seal(sealedTogether, p12Place(cert_id)),
    profile_sealed: secrets.seal(Buffer.from(profile).toString("base64"), profilePlace(cert_id)),
  };
}

export function openP12(
  secrets: SecretBox,
  cert_id: string,
  { p12_sealed }: SealedFiles,
): Pick<PairFiles, "p12" | "password"> {
  const { p12, password } = JSON.parse(secrets.open(p12_sealed, p12Place(cert_id))) as {
    p12: string;
    password: string;
  };
  return { p12: Buffer.from(p12, "base64"), password };
}

export const openProfile = (secrets: SecretBox, cert_id: string, { profile_sealed }: SealedFiles): Uint8Array =>
  Buffer.from(secrets.open(profile_sealed, profilePlace(cert_id)), "base64");
