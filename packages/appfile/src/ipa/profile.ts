import { signerOf, type Signer } from "../apk/signer.ts";
import { parsePlist, plistDict, plistList } from "../plist/plist.ts";
import type { PlistDict } from "../plist/values.ts";
import type { Archive } from "../zip/archive.ts";

const MAX_PROFILE_BYTES = 2 * 1024 ** 2;

/**
 * What the embedded provisioning profile tells. It is a plist inside a CMS signature, found by its own first and last
 * words: nothing is trusted on the signature's account, a device checks that.
 * A profile names who may sign, not who did; with one certificate in it both are the same.
 */
export async function readIpaProfile(
  archive: Archive,
  folder: string,
): Promise<{ signer: Signer; isDebuggable: boolean }> {
  const profile = await readEmbeddedProfile(archive, folder);
  if (!profile) return { signer: {}, isDebuggable: false };
  const [certificate, ...others] = plistList(profile, "DeveloperCertificates").filter((one) => Buffer.isBuffer(one));
  return {
    signer: certificate && others.length === 0 ? signerOf(certificate) : {},
    isDebuggable: plistDict(profile, "Entitlements")?.get("get-task-allow") === true,
  };
}

/** The profile that a bundle was signed with; undefined without one that can be read. */
export async function readEmbeddedProfile(archive: Archive, folder: string): Promise<PlistDict | undefined> {
  const content = await archive.read(`${folder}embedded.mobileprovision`, MAX_PROFILE_BYTES);
  return content && plistWithin(content);
}

/** An ornament of the package: one that cannot be read is left out. */
function plistWithin(content: Buffer): PlistDict | undefined {
  const start = content.indexOf("<?xml");
  const end = content.indexOf("</plist>", Math.max(0, start));
  if (start < 0 || end < 0) return undefined;
  try {
    return parsePlist(content.subarray(start, end + "</plist>".length), "The provisioning profile");
  } catch {
    return undefined;
  }
}
