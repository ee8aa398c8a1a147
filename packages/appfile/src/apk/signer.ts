import { createHash, X509Certificate } from "node:crypto";
import type { AppFile } from "../app-file.ts";
import { displayText } from "./display-text.ts";
import type { Archive } from "../zip/archive.ts";
import { JAR_SIGNATURE, jarSignerCertificate } from "./jar-signature.ts";
import { readSigningBlock } from "./signing-block.ts";

const MAX_JAR_SIGNATURE_BYTES = 1024 ** 2;

export type Signer = Pick<AppFile, "signer_sha256" | "signer_subject">;

/** The signer by the newest signature scheme present; nothing when unsigned. */
export async function readSigner(archive: Archive): Promise<Signer> {
  const certificate = (await fromSigningBlock(archive)) ?? (await fromJarSignature(archive));
  return certificate ? signerOf(certificate) : {};
}

export function signerOf(certificate: Buffer): Signer {
  const subject = subjectOf(certificate);
  return {
    signer_sha256: createHash("sha256").update(certificate).digest("hex"),
    ...(subject === "" ? {} : { signer_subject: subject }),
  };
}

/** The subject in one line, its parts in the certificate's order; empty when the bytes are no certificate. */
function subjectOf(certificate: Buffer): string {
  try {
    return displayText(new X509Certificate(certificate).subject.replaceAll("\n", ", "));
  } catch {
    return "";
  }
}

async function fromSigningBlock(archive: Archive): Promise<Buffer | undefined> {
  if (archive.directoryOffset === undefined) return undefined;
  return await readSigningBlock(archive.source, archive.directoryOffset);
}

async function fromJarSignature(archive: Archive): Promise<Buffer | undefined> {
  const name = [...archive.names].find((one) => JAR_SIGNATURE.test(one));
  const content = name === undefined ? undefined : await archive.read(name, MAX_JAR_SIGNATURE_BYTES);
  return content && jarSignerCertificate(content);
}
