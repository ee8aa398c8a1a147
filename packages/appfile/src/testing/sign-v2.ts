import { createHash, sign } from "node:crypto";
import { u32s } from "./chunk-writer.ts";
import type { Signer } from "./signer.ts";
import type { ZipParts } from "./zip-writer.ts";

const SCHEME_V2_ID = 0x7109871a;
const ECDSA_WITH_SHA256 = 0x0201;
const CHUNK_BYTES = 1024 ** 2;

/**
 * The APK Signing Block (scheme v2) for a zip, to be put between its content and its directory.
 * https://source.android.com/docs/security/features/apksigning/v2
 */
export function signingBlockV2(zip: ZipParts, signer: Signer): Buffer {
  // The end record is digested as if there were no signing block, which is how the zip was written.
  const digest = contentDigest([zip.content, zip.directory, zip.end]);
  const signedData = Buffer.concat([
    prefixed(prefixed(u32s(ECDSA_WITH_SHA256), prefixed(digest))),
    prefixed(prefixed(signer.certificate)),
    prefixed(),
  ]);
  const signature = sign("sha256", signedData, signer.privateKey);
  const signerBlock = Buffer.concat([
    prefixed(signedData),
    prefixed(prefixed(u32s(ECDSA_WITH_SHA256), prefixed(signature))),
    prefixed(signer.publicKey),
  ]);
  const scheme = prefixed(prefixed(signerBlock));
  const size = u64(8 + 4 + scheme.length + 24);
  const pair = Buffer.concat([u64(4 + scheme.length), u32s(SCHEME_V2_ID), scheme]);
  return Buffer.concat([size, pair, size, Buffer.from("APK Sig Block 42")]);
}

/** SHA-256 over the digests of the sections' 1 MiB chunks. */
function contentDigest(sections: Buffer[]): Buffer {
  const digests: Buffer[] = [];
  for (const section of sections) {
    for (let at = 0; at < section.length; at += CHUNK_BYTES) {
      const piece = section.subarray(at, at + CHUNK_BYTES);
      digests.push(
        createHash("sha256")
          .update(Buffer.from([0xa5]))
          .update(u32s(piece.length))
          .update(piece)
          .digest(),
      );
    }
  }
  const all = createHash("sha256")
    .update(Buffer.from([0x5a]))
    .update(u32s(digests.length));
  return all.update(Buffer.concat(digests)).digest();
}

function prefixed(...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([u32s(content.length), content]);
}

function u64(value: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer;
}
