import { readAppFile } from "@udt/appfile";
import { saidInEnglish } from "@udt/base";
import type { ApkReading } from "./packages.ts";

/** Reads an APK; a phone knows no other kind of package. */
export async function readApk(bytes: Uint8Array): Promise<ApkReading> {
  const reading = await readAppFile(bytes);
  if (!reading.ok) {
    const { code, said } = reading.error;
    return { ok: false, error: { code, message: said.evidence || saidInEnglish(said) } };
  }
  const { value } = reading;
  if (value.os === "android" && value.kind === "apk") return { ok: true, value };
  return { ok: false, error: { code: "unsupported", message: `The file is an .${value.kind}, not an APK.` } };
}
