import { fail, ok, type Result } from "@udt/base";
import { DEFAULT_LIMITS, type AppFile, type AppFileError, type AppFileLimits } from "./app-file.ts";
import { aabFormat } from "./aab/read-aab.ts";
import { apkFormat } from "./apk/read-apk.ts";
import { AppFileFault, notAPackage, tooLarge } from "./fault.ts";
import { hapFormat } from "./hap/read-hap.ts";
import { ipaFormat } from "./ipa/read-ipa.ts";
import type { PackageFormat } from "./package-format.ts";
import { openArchive } from "./zip/archive.ts";
import { openSource, type ByteSource } from "./zip/byte-source.ts";
import { InflateMeter } from "./zip/inflate-meter.ts";

const FORMATS: PackageFormat[] = [apkFormat, aabFormat, ipaFormat, hapFormat];

/**
 * Reads what an app package says of itself.
 *
 * A path is read piece by piece and never held in memory as a whole; bytes are read where they are. Only the entries
 * needed are unpacked, at most `limits.maxInflatedBytes` of them.
 *
 * Whatever the content, the outcome is a result. The promise rejects only when the file itself cannot be opened or read
 * (the system's error, such as `ENOENT`).
 */
export async function readAppFile(
  source: string | Uint8Array,
  limits: Partial<AppFileLimits> = {},
): Promise<Result<AppFile, AppFileError>> {
  const allLimits = { ...DEFAULT_LIMITS, ...limits };
  const bytes = await openSource(source);
  try {
    return ok(await readPackage(bytes, allLimits, new InflateMeter(allLimits.maxInflatedBytes)));
  } catch (error) {
    if (error instanceof AppFileFault) return fail(error.toError());
    throw error;
  } finally {
    await bytes.close();
  }
}

/** The reading itself, with its meter in the caller's hands. Throws {@link AppFileFault}. */
export async function readPackage(source: ByteSource, limits: AppFileLimits, meter: InflateMeter): Promise<AppFile> {
  if (source.size > limits.maxSizeBytes) {
    throw tooLarge(`The file has ${source.size} bytes; at most ${limits.maxSizeBytes} are read.`);
  }
  const archive = await openArchive(source, limits, meter);
  const format = FORMATS.find((one) => one.matches(archive.names));
  if (format) return await format.read(archive, limits);
  throw notAPackage("The archive holds no app: it has no manifest, Info.plist or module.json.");
}
