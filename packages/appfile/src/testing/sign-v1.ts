import { createHash, sign } from "node:crypto";
import { context0, integer, objectIdentifier, octetString, sequence, set } from "./der-writer.ts";
import { ECDSA_WITH_SHA256, type Signer } from "./signer.ts";
import type { ZipEntry } from "./zip-writer.ts";

const SIGNED_DATA = objectIdentifier("1.2.840.113549.1.7.2");
const DATA = objectIdentifier("1.2.840.113549.1.7.1");
const SHA256 = sequence(objectIdentifier("2.16.840.1.101.3.4.2.1"));
const VERSION_1 = integer(Buffer.from([1]));

/**
 * The META-INF entries of JAR signing: a manifest of digests, a signature file over it, and its PKCS#7 container.
 * https://docs.oracle.com/en/java/javase/21/docs/specs/jar/jar.html#signed-jar-file
 */
export function jarSignature(entries: ZipEntry[], signer: Signer): ZipEntry[] {
  const section = (name: string, content: Uint8Array) => `Name: ${name}\r\nSHA-256-Digest: ${digest(content)}\r\n\r\n`;
  const sections = entries.map(({ name, content }) => ({ name, text: section(name, content) }));
  const manifest = Buffer.from(`Manifest-Version: 1.0\r\n\r\n${sections.map(({ text }) => text).join("")}`);
  const head = `Signature-Version: 1.0\r\nSHA-256-Digest-Manifest: ${digest(manifest)}\r\n\r\n`;
  // The signature file repeats every section with the digest of the manifest's own section.
  const signed = sections.map(({ name, text }) => section(name, Buffer.from(text)));
  const signatureFile = Buffer.from(head + signed.join(""));
  return [
    { name: "META-INF/MANIFEST.MF", content: manifest },
    { name: "META-INF/CERT.SF", content: signatureFile },
    { name: "META-INF/CERT.EC", content: signatureContainer(signatureFile, signer) },
  ];
}

const digest = (content: Uint8Array): string => createHash("sha256").update(content).digest("base64");

/** https://www.rfc-editor.org/rfc/rfc5652#section-5.1, detached: the content stays outside. */
function signatureContainer(content: Buffer, signer: Signer): Buffer {
  const signerInfo = sequence(
    VERSION_1,
    sequence(signer.issuer, signer.serial),
    SHA256,
    ECDSA_WITH_SHA256,
    octetString(sign("sha256", content, signer.privateKey)),
  );
  const signedData = sequence(VERSION_1, set(SHA256), sequence(DATA), context0(signer.certificate), set(signerInfo));
  return sequence(SIGNED_DATA, context0(signedData));
}
