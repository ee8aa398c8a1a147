/** What the code signature of an executable (Mach-O) says. Nothing is verified: a device does that. */
import { AppFileFault } from "../fault.ts";
import { parsePlist } from "../plist/plist.ts";
import type { PlistDict } from "../plist/values.ts";

export interface ExecutableFacts {
  /** Iff it is encrypted, as the App Store delivers it. */
  is_encrypted: boolean;
  /** Undefined where its signature has none that can be read. */
  entitlements: PlistDict | undefined;
  /** The signature itself, in CMS; undefined without one, or for one that nobody made. */
  cms: Buffer | undefined;
}

const FAT = 0xcafebabe;
const THIN_32 = 0xfeedface;
const THIN_64 = 0xfeedfacf;
const ARM64 = 0x0100000c;
/** There are five processors at most. */
const MAX_SLICES = 16;
const MAX_COMMANDS = 4096;
const MAX_BLOBS = 64;
const LC_CODE_SIGNATURE = 0x1d;
const LC_ENCRYPTION_INFO = 0x21;
const LC_ENCRYPTION_INFO_64 = 0x2c;
const SIGNATURE = 0xfade0cc0;
const ENTITLEMENTS = 0xfade7171;
const ENTITLEMENTS_SLOT = 5;
const CMS = 0xfade0b01;
const CMS_SLOT = 0x10000;

/** Undefined for what is no executable, or lies about its sizes. */
export function readMachO(content: Buffer): ExecutableFacts | undefined {
  try {
    const slice = sliceOf(content);
    return slice && factsOf(slice);
  } catch (error) {
    // It points past its own end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The part for today's processors, of a file for several. */
function sliceOf(content: Buffer): Buffer | undefined {
  if (content.readUInt32BE(0) !== FAT) return content;
  const count = content.readUInt32BE(4);
  if (count === 0 || count > MAX_SLICES) return undefined;
  const slices = Array.from({ length: count }, (_, index) => {
    const at = 8 + index * 20;
    return {
      processor: content.readUInt32BE(at),
      start: content.readUInt32BE(at + 8),
      size: content.readUInt32BE(at + 12),
    };
  });
  const chosen = slices.find(({ processor }) => processor === ARM64) ?? slices[0];
  return chosen && within(content, chosen.start, chosen.size);
}

/** @throws RangeError where it is not all there */
function within(content: Buffer, start: number, size: number): Buffer {
  if (start + size > content.length) throw new RangeError("past the end");
  return content.subarray(start, start + size);
}

/** https://github.com/apple-oss-distributions/xnu/blob/main/EXTERNAL_HEADERS/mach-o/loader.h */
function factsOf(slice: Buffer): ExecutableFacts | undefined {
  const magic = slice.readUInt32LE(0);
  if (magic !== THIN_32 && magic !== THIN_64) return undefined;
  const count = slice.readUInt32LE(16);
  if (count > MAX_COMMANDS) return undefined;
  const commands = within(slice, magic === THIN_64 ? 32 : 28, slice.readUInt32LE(20));
  const facts: ExecutableFacts = { is_encrypted: false, entitlements: undefined, cms: undefined };
  for (let index = 0, at = 0; index < count; index++) {
    const command = commands.readUInt32LE(at);
    const size = commands.readUInt32LE(at + 4);
    if (size < 8) return undefined;
    const body = within(commands, at, size);
    if (command === LC_ENCRYPTION_INFO || command === LC_ENCRYPTION_INFO_64)
      facts.is_encrypted ||= body.readUInt32LE(16) !== 0;
    if (command === LC_CODE_SIGNATURE) {
      const signature = within(slice, body.readUInt32LE(8), body.readUInt32LE(12));
      facts.entitlements = entitlementsIn(signature);
      facts.cms = blobIn(signature, CMS_SLOT, CMS);
    }
    at += size;
  }
  return facts;
}

/** https://github.com/apple-oss-distributions/Security/blob/main/OSX/libsecurity_codesigning/lib/cscdefs.h */
function entitlementsIn(signature: Buffer): PlistDict | undefined {
  const slots = slotsOf(signature);
  // Signed, and asks for nothing.
  if (slots?.has(ENTITLEMENTS_SLOT) === false) return new Map();
  const blob = blobIn(signature, ENTITLEMENTS_SLOT, ENTITLEMENTS);
  return blob && plistOf(blob);
}

/** Where in a signature each of its slots begins. */
function slotsOf(signature: Buffer): Map<number, number> | undefined {
  if (signature.readUInt32BE(0) !== SIGNATURE) return undefined;
  const count = signature.readUInt32BE(8);
  if (count > MAX_BLOBS) return undefined;
  const entries = Array.from({ length: count }, (_, index) => 12 + index * 8);
  return new Map(entries.map((at) => [signature.readUInt32BE(at), signature.readUInt32BE(at + 4)]));
}

/** What a slot holds, without its header. */
function blobIn(signature: Buffer, slot: number, magic: number): Buffer | undefined {
  const start = slotsOf(signature)?.get(slot);
  if (start === undefined || signature.readUInt32BE(start) !== magic) return undefined;
  return within(signature, start, signature.readUInt32BE(start + 4)).subarray(8);
}

function plistOf(content: Buffer): PlistDict | undefined {
  try {
    return parsePlist(content, "The entitlements");
  } catch (error) {
    if (error instanceof AppFileFault) return undefined;
    throw error;
  }
}
