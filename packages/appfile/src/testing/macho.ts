/** Executables with as much in them as signing asks about, and signing tools take; no processor runs them. */
import { xmlPlist, type PlistInput } from "./plist-writer.ts";

export interface MachOOptions {
  /** Null: signed without any. Undefined: not signed. */
  entitlements?: { [key: string]: PlistInput } | null;
  /** In the signature that is said to be over it. */
  certificates?: readonly Uint8Array[];
  isEncrypted?: boolean;
  /** How many bytes the signature claims to have, in place of its own. */
  claimedSignatureBytes?: number;
  /** Together with a part for an older processor. */
  isFat?: boolean;
}

const HEADER_BYTES = 32;
const PAGE_BYTES = 0x4000;
const TEXT_AT = 0x1000;
const ADDRESS = 0x1_0000_0000n;
/** Before a signature, for what linkers leave there. */
const LINKED_BYTES = 16;

export function machO(options: MachOOptions = {}): Buffer {
  const { entitlements, certificates = [], isEncrypted = false, claimedSignatureBytes, isFat = false } = options;
  const signature = entitlements === undefined ? Buffer.alloc(0) : signatureOf(entitlements, certificates);
  const isSigned = signature.length > 0;
  const text = Buffer.concat([
    segment("__TEXT", { address: ADDRESS, at: 0, bytes: PAGE_BYTES, sections: 1 }),
    ...["__text", "__TEXT"].map(name16),
    longs(ADDRESS + BigInt(TEXT_AT), BigInt(PAGE_BYTES - TEXT_AT)),
    words(TEXT_AT, 0, 0, 0, 0, 0, 0, 0),
  ]);
  const linkedBytes = LINKED_BYTES + signature.length;
  const commands = [
    text,
    segment("__LINKEDIT", { address: ADDRESS + BigInt(PAGE_BYTES), at: PAGE_BYTES, bytes: linkedBytes, sections: 0 }),
    // Of iOS 15.
    words(0x32, 24, 2, 0x000f_0000, 0x000f_0000, 0),
    words(0x2c, 24, TEXT_AT, TEXT_AT, isEncrypted ? 1 : 0, 0),
    ...(isSigned ? [words(0x1d, 16, PAGE_BYTES + LINKED_BYTES, claimedSignatureBytes ?? signature.length)] : []),
  ];
  const commandBytes = Buffer.concat(commands);
  const header = words(0xfeedfacf, 0x0100000c, 0, 2, commands.length, commandBytes.length, 0, 0);
  const page = Buffer.alloc(PAGE_BYTES - HEADER_BYTES - commandBytes.length);
  const thin = Buffer.concat([header, commandBytes, page, Buffer.alloc(LINKED_BYTES), signature]);
  if (!isFat) return thin;
  const old = Buffer.concat([words(0xfeedface, 12, 9, 2, 0, 0, 0)]);
  const at = 8 + 2 * 20;
  return Buffer.concat([
    bigWords(0xcafebabe, 2, 12, 9, at, old.length, 0, 0x0100000c, 0, at + old.length, thin.length, 0),
    old,
    thin,
  ]);
}

function signatureOf(entitlements: { [key: string]: PlistInput } | null, certificates: readonly Uint8Array[]): Buffer {
  const parts: [slot: number, magic: number, content: Buffer][] = [];
  if (entitlements !== null) parts.push([5, 0xfade7171, xmlPlist(entitlements)]);
  if (certificates.length > 0) parts.push([0x10000, 0xfade0b01, Buffer.concat(certificates)]);
  const blobs = parts.map(([, magic, content]) => Buffer.concat([bigWords(magic, 8 + content.length), content]));
  let at = 12 + parts.length * 8;
  const index = parts.map(([slot], one) => {
    const entry = bigWords(slot, at);
    at += blobs[one]?.length ?? 0;
    return entry;
  });
  return Buffer.concat([bigWords(0xfade0cc0, at, parts.length), ...index, ...blobs]);
}

function segment(name: string, of: { address: bigint; at: number; bytes: number; sections: number }): Buffer {
  const { address, at, bytes, sections } = of;
  const pages = BigInt(Math.ceil(bytes / PAGE_BYTES) * PAGE_BYTES);
  return Buffer.concat([
    words(0x19, 72 + sections * 80),
    name16(name),
    longs(address, pages, BigInt(at), BigInt(bytes)),
    words(5, 5, sections, 0),
  ]);
}

function name16(name: string): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write(name, "latin1");
  return bytes;
}

function longs(...values: bigint[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8);
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(value, index * 8);
  return bytes;
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

const bigWords = (...values: number[]): Buffer => words(...values).swap32();
