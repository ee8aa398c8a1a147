/** What decides whether an iOS app can be signed anew: its bundles, what they ask for, and whether they are encrypted. */
import { fail, ok, type Result } from "@udt/base";
import { DEFAULT_LIMITS, type AppFileError } from "../app-file.ts";
import { AppFileFault, corrupt, hostile, unsupported } from "../fault.ts";
import { parsePlist, plistDict, plistText } from "../plist/plist.ts";
import type { PlistDict, PlistValue } from "../plist/values.ts";
import { openArchive, type Archive } from "../zip/archive.ts";
import { openSource } from "../zip/byte-source.ts";
import { InflateMeter } from "../zip/inflate-meter.ts";
import { readMachO } from "./macho.ts";
import { readEmbeddedProfile } from "./profile.ts";

/** What an app asks the system for; a value of any other kind is its JSON. */
export type Entitlements = Record<string, boolean | string | string[]>;

/** How much entitlements may hold: names and values, and the characters of both. */
export interface EntitlementsMax {
  values: number;
  characters: number;
}

export interface SignedBundle {
  /** Within the package, such as `Payload/Shop.app/PlugIns/Share.appex`. */
  path: string;
  bundle_id: string;
  /** Its executable, as its Info.plist names it. */
  program: string;
  /** The app itself is first, and the others lie in it. */
  is_main: boolean;
  /** Undefined where its executable cannot be read. */
  is_encrypted: boolean | undefined;
  /** Undefined where neither its signature nor its profile tells. */
  entitlements: Entitlements | undefined;
  /** The signature of its executable, in CMS: undefined where it has none, or is not read. */
  cms: Uint8Array | undefined;
}

export interface IpaSigning {
  bundles: SignedBundle[];
  /** The first entry that is neither file nor folder, such as a link: null where there is none. */
  link: string | null;
  /** The first Info.plist of what else is in it, such as a framework, whose executable does not lie beside it: null where there is none. */
  astray: string | null;
  /** What the whole claims to take once it is unpacked. */
  unpacked_bytes: number;
}

/** The app, its extensions, what runs on a watch, and its clip. */
const INFO = /^Payload\/[^/]+\.app\/(?:(?:PlugIns|Extensions|Watch|AppClips)\/[^/]+\.(?:appex|app)\/)*Info\.plist$/;
/** Tools sign whatever has one. */
const ANY_INFO = /(?:^|\/)Info\.plist$/i;
const MAX_BUNDLES = 100;
const MAX_INFO_BYTES = 4 * 1024 ** 2;
/** A larger executable is not looked into. */
const MAX_EXECUTABLE_BYTES = 192 * 1024 ** 2;
const MAX_INFLATED_BYTES = 512 * 1024 ** 2;
/** Of all bundles together, which ask for a few dozen each. */
const MAX_ASKED: EntitlementsMax = { values: 5_000, characters: 250_000 };
/** Of all the others together. */
const MAX_OTHER_INFO_BYTES = 64 * 1024 ** 2;

/** As {@link import("../read-app-file.ts").readAppFile}: whatever the content, the outcome is a result. */
export async function readIpaSigning(path: string | Uint8Array): Promise<Result<IpaSigning, AppFileError>> {
  const source = await openSource(path);
  try {
    const meter = new InflateMeter(MAX_INFLATED_BYTES);
    const archive = await openArchive(source, DEFAULT_LIMITS, meter);
    const infos = [...archive.names].filter((name) => INFO.test(name)).sort((a, b) => depth(a) - depth(b));
    if (infos.length > MAX_BUNDLES) throw hostile(`The package has more than ${MAX_BUNDLES} bundles.`);
    const [main] = infos;
    if (main === undefined) throw unsupported("The package is no IPA.");
    const crooked = [...archive.names].find(isCrooked);
    if (crooked !== undefined) throw hostile(`The entry ${JSON.stringify(crooked)} is another by another name.`);
    const others = [...archive.names].filter((name) => ANY_INFO.test(name) && !infos.includes(name));
    const astray = await findAstray(archive, others);
    const bundles: SignedBundle[] = [];
    for (const info of infos) {
      bundles.push(await readBundle(archive, meter, info, info === main));
      const asked = bundles.map(({ entitlements = {} }) => entitlements);
      if (exceed(asked, MAX_ASKED)) throw hostile(`The package asks for more than ${MAX_ASKED.values} entitlements.`);
    }
    return ok({ bundles, link: archive.irregular[0] ?? null, astray, unpacked_bytes: archive.claimedBytes });
  } catch (error) {
    if (error instanceof AppFileFault) return fail(error.toError());
    throw error;
  } finally {
    await source.close();
  }
}

/** Whether a file system has it under another name than its own, by which it would be judged. */
const isCrooked = (name: string): boolean => /(?:^|\/)\.?(?:\/|$)/.test(name.replace(/\/$/, ""));

/** Whether what a bundle names as its executable leads out of it, as a tool would follow it. */
export const isAstray = (program: string): boolean => /[/\\]/.test(program) || /^\.{1,2}$/.test(program);

async function findAstray(archive: Archive, infos: readonly string[]): Promise<string | null> {
  let bytes = 0;
  for (const path of infos) {
    const size = archive.claimedSize(path) ?? 0;
    bytes += size;
    if (size > MAX_INFO_BYTES || bytes > MAX_OTHER_INFO_BYTES) throw hostile(`${path} is too large.`);
    const content = await archive.read(path, MAX_INFO_BYTES);
    if (content && isAstray(programOf(content, path))) return path;
  }
  return null;
}

/** Empty also for a list that cannot be read, of which no tool makes a bundle. */
function programOf(content: Buffer, path: string): string {
  try {
    return plistText(parsePlist(content, path), "CFBundleExecutable") ?? "";
  } catch (error) {
    if (error instanceof AppFileFault) return "";
    throw error;
  }
}

const depth = (path: string): number => path.split("/").length;

async function readBundle(
  archive: Archive,
  meter: InflateMeter,
  path: string,
  is_main: boolean,
): Promise<SignedBundle> {
  const folder = path.slice(0, -"Info.plist".length);
  const content = await archive.read(path, MAX_INFO_BYTES);
  const info = content && parsePlist(content, path);
  const bundle_id = plistText(info, "CFBundleIdentifier") ?? "";
  if (!/^[\w.-]{1,255}$/.test(bundle_id)) throw corrupt(`${path} has no valid bundle identifier.`, "package_no_name");
  const program = plistText(info, "CFBundleExecutable") ?? "";
  const size = archive.claimedSize(`${folder}${program}`) ?? Number.POSITIVE_INFINITY;
  const isRead = size <= Math.min(MAX_EXECUTABLE_BYTES, meter.leftBytes);
  const executable = isRead ? await archive.read(`${folder}${program}`, MAX_EXECUTABLE_BYTES) : undefined;
  const facts = executable && readMachO(executable);
  // What the profile granted is all that it can have asked for.
  const asked = facts?.entitlements ?? plistDict(await readEmbeddedProfile(archive, folder), "Entitlements");
  return {
    path: folder.slice(0, -1),
    bundle_id,
    program,
    is_main,
    is_encrypted: facts?.is_encrypted,
    entitlements: asked && entitlementsOf(asked),
    cms: facts?.cms && Uint8Array.from(facts.cms),
  };
}

export const entitlementsOf = (dict: PlistDict): Entitlements =>
  Object.fromEntries([...dict].map(([key, value]) => [key, entitlement(value)]));

/** Whether these entitlements are more together than nobody's are: they are told, compared and kept one by one. */
export function exceed(all: readonly Entitlements[], max: EntitlementsMax): boolean {
  const texts = all.flatMap((one) => Object.entries(one).flat(2));
  return texts.length > max.values || texts.reduce((sum, text) => sum + String(text).length, 0) > max.characters;
}

function entitlement(value: PlistValue): boolean | string | string[] {
  if (typeof value === "boolean" || typeof value === "string") return value;
  if (Array.isArray(value)) return value.map((one) => (typeof one === "string" ? one : otherValue(one)));
  return otherValue(value);
}

const otherValue = (value: PlistValue): string => JSON.stringify(value instanceof Map ? [...value] : (value ?? null));
