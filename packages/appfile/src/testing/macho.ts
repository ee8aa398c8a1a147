/** Executables with as much in them as signing asks about; no processor runs them. */
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

export function machO(options: MachOOptions = {}): Buffer {
  const { entitlements, certificates = [], isEncrypted = false, claimedSignatureBytes, isFat = false } = options;
  const encryption = words(0x2c, 24, 0x4000, 0x1000, isEncrypted ? 1 : 0, 0);
  const signature = entitlements === undefined ? Buffer.alloc(0) : signatureOf(entitlements, certificates);
  const isSigned = signature.length > 0;
  const commandBytes = encryption.length + (isSigned ? 16 : 0);
  const start = HEADER_BYTES + commandBytes;
  const commands = Buffer.concat([
    encryption,
    ...(isSigned ? [words(0x1d, 16, start, claimedSignatureBytes ?? signature.length)] : []),
  ]);
  const header = words(0xfeedfacf, 0x0100000c, 0, 2, isSigned ? 2 : 1, commandBytes, 0, 0);
  const thin = Buffer.concat([header, commands, signature]);
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

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

const bigWords = (...values: number[]): Buffer => words(...values).swap32();
