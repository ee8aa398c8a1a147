import { readAppFile } from "@udt/appfile";
import type { ApkReading } from "./packages.ts";

/** Reads an APK; a phone knows no other kind of package. */
export async function readApk(bytes: Uint8Array): Promise<ApkReading> {
  const reading = await readAppFile(bytes);
  if (!reading.ok) return reading;
  const { value } = reading;
  if (value.os === "android" && value.kind === "apk") return { ok: true, value };
  return { ok: false, error: { code: "unsupported", message: `The file is an .${value.kind}, not an APK.` } };
}
