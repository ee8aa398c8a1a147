import type { ByteSource } from "../zip/byte-source.ts";
import { Bytes } from "./bytes.ts";

const MAGIC = "APK Sig Block 42";
const FOOTER_BYTES = 24;
const PAIR_HEADER_BYTES = 12;
/** Newest scheme first: that is the one a current device goes by. v3.1, v3, v2. */
const SCHEME_IDS = [0x1b93ad61, 0xf05368c0, 0x7109871a];
/** A signature block holds a handful of pairs and some kilobytes per signer. */
const MAX_PAIRS = 1024;
const MAX_SCHEME_BYTES = 4 * 1024 ** 2;

/**
 * The first signer's certificate (DER) from the APK Signing Block, which lies right before the central directory;
 * undefined when there is none. https://source.android.com/docs/security/features/apksigning/v2#apk-signing-block
 */
export async function readSigningBlock(source: ByteSource, directoryOffset: number): Promise<Buffer | undefined> {
  if (directoryOffset < FOOTER_BYTES) return undefined;
  const footer = new Bytes(await source.read(directoryOffset - FOOTER_BYTES, FOOTER_BYTES), "The signing block");
  if (footer.buffer.toString("latin1", 8) !== MAGIC) return undefined;
  const pairsEnd = directoryOffset - FOOTER_BYTES;
  const pairsStart = directoryOffset - footer.u64(0);
  if (pairsStart < 8 || pairsStart > pairsEnd) throw footer.damaged("has an impossible size");

  const schemes = new Map<number, { start: number; length: number }>();
  let at = pairsStart;
  for (let count = 0; at + PAIR_HEADER_BYTES <= pairsEnd; count++) {
    if (count >= MAX_PAIRS) throw footer.damaged("has too many parts");
    const header = new Bytes(await source.read(at, PAIR_HEADER_BYTES), "The signing block");
    const length = header.u64(0);
    if (length < 4 || at + 8 + length > pairsEnd) throw footer.damaged("has a part of impossible size");
    schemes.set(header.u32(8), { start: at + PAIR_HEADER_BYTES, length: length - 4 });
    at += 8 + length;
  }
  const scheme = SCHEME_IDS.map((id) => schemes.get(id)).find((found) => found !== undefined);
  if (!scheme) return undefined;
  if (scheme.length > MAX_SCHEME_BYTES) throw footer.damaged("has an oversized signature");
  return firstCertificate(await source.read(scheme.start, scheme.length));
}

/** signers → signer → signed data → digests, certificates → certificate; each is preceded by its length. */
function firstCertificate(schemeBlock: Buffer): Buffer {
  const [signers] = prefixed(schemeBlock);
  const [signer] = prefixed(signers);
  const [signedData] = prefixed(signer);
  const [, afterDigests] = prefixed(signedData);
  const [certificates] = prefixed(afterDigests);
  return prefixed(certificates)[0];
}

function prefixed(bytes: Buffer): [content: Buffer, rest: Buffer] {
  const view = new Bytes(bytes, "The signing block");
  const end = 4 + view.u32(0);
  return [view.slice(4, end), bytes.subarray(end)];
}
