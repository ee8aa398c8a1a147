import { X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { readAppFile } from "../index.ts";
import { buildApk, createSigner } from "../testing/index.ts";

const SCHEME_V2_ID = 0x7109871a;
const signer = createSigner();

/** The fixture with its v2 block under another scheme's id; the blocks are alike up to the certificate. */
function withSchemeId(id: number): Buffer {
  const apk = Buffer.from(buildApk({ signer }));
  const search = Buffer.alloc(4);
  search.writeUInt32LE(SCHEME_V2_ID);
  apk.writeUInt32LE(id, apk.lastIndexOf(search));
  return apk;
}

describe("signer", () => {
  it("is a certificate others read too, signed by its own key", () => {
    const certificate = new X509Certificate(signer.certificate);
    expect(certificate.fingerprint256.replaceAll(":", "").toLowerCase()).toBe(signer.certificateSha256);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
  });

  it.each([SCHEME_V2_ID, 0xf05368c0, 0x1b93ad61])("is read from the scheme with id %i", async (id) => {
    const result = await readAppFile(withSchemeId(id));
    expect(result).toMatchObject({ ok: true, value: { signer_sha256: signer.certificateSha256 } });
  });

  it("is absent when the block holds no signature scheme", async () => {
    const result = await readAppFile(withSchemeId(0x42726577));
    expect(result.ok && "signer_sha256" in result.value).toBe(false);
    expect(result.ok).toBe(true);
  });

  it("a signing block of impossible size is corrupt", async () => {
    const apk = Buffer.from(buildApk({ signer }));
    apk.writeUInt32LE(0x7fffffff, apk.lastIndexOf("APK Sig Block 42") - 8);
    expect(await readAppFile(apk)).toMatchObject({ ok: false, error: { code: "corrupt" } });
  });

  it("a JAR signature that is no PKCS#7 is corrupt", async () => {
    const garbage = { name: "META-INF/CERT.RSA", content: Buffer.from("not DER at all") };
    const result = await readAppFile(buildApk({ signing: "none", extraEntries: [garbage] }));
    expect(result).toMatchObject({ ok: false, error: { code: "corrupt" } });
  });
});
