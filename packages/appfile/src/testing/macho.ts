/** Executables with as much in them as signing asks about; no processor runs them. */
import { xmlPlist, type PlistInput } from "./plist-writer.ts";

export interface MachOOptions {
  /** Null: signed without any. Undefined: not signed. */
  entitlements?: { [key: string]: PlistInput } | null;
  isEncrypted?: boolean;
  /** How many bytes the signature claims to have, in place of its own. */
  claimedSignatureBytes?: number;
  /** Together with a part for an older processor. */
  isFat?: boolean;
}

const HEADER_BYTES = 32;

export function machO(options: MachOOptions = {}): Buffer {
  const { entitlements, isEncrypted = false, claimedSignatureBytes, isFat = false } = options;
  const encryption = words(0x2c, 24, 0x4000, 0x1000, isEncrypted ? 1 : 0, 0);
  const signature = entitlements === undefined ? Buffer.alloc(0) : signatureOf(entitlements);
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

function signatureOf(entitlements: { [key: string]: PlistInput } | null): Buffer {
  if (entitlements === null) return bigWords(0xfade0cc0, 12, 0);
  const plist = xmlPlist(entitlements);
  const blob = Buffer.concat([bigWords(0xfade7171, 8 + plist.length), plist]);
  return Buffer.concat([bigWords(0xfade0cc0, 20 + blob.length, 1, 5, 20), blob]);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4);
  return bytes;
}

const bigWords = (...values: number[]): Buffer => words(...values).swap32();
