/** Takes a package apart into a folder by the very directory that it is judged by: no other reader of archives decides what lies where. */
import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fail, ok, type Result } from "@udt/base";
import { DEFAULT_LIMITS, type AppFileError } from "../app-file.ts";
import { AppFileFault, corrupt } from "../fault.ts";
import { openArchive, type Archive } from "./archive.ts";
import { openSource } from "./byte-source.ts";
import { InflateMeter } from "./inflate-meter.ts";

export type UnpackFault =
  /** An entry that is neither file nor folder, such as a link. */
  | { code: "irregular"; path: string }
  | { code: "large" }
  /** The package's own. */
  | { code: "package"; error: AppFileError }
  /** What the file system would not do, such as `ENOSPC`. */
  | { code: "system"; errno: string };

interface Bounds {
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * Writes files and folders alone, none of them over another and none before all are known to be that.
 *
 * @param folder Is there, and is empty.
 * @throws the signal's reason
 */
export async function unpack(
  path: string | Uint8Array,
  folder: string,
  bounds: Bounds,
): Promise<Result<null, UnpackFault>> {
  const source = await openSource(path);
  try {
    const archive = await openArchive(source, DEFAULT_LIMITS, new InflateMeter(bounds.maxBytes));
    const [irregular] = archive.irregular;
    if (irregular !== undefined) return fail({ code: "irregular", path: irregular });
    if (archive.claimedBytes > bounds.maxBytes) return fail({ code: "large" });
    for (const name of archive.names) await write(archive, name, folder, bounds.signal);
    return ok(null);
  } catch (error) {
    bounds.signal.throwIfAborted();
    if (error instanceof AppFileFault) return fail({ code: "package", error: error.toError() });
    if (error instanceof Error && "code" in error) return fail({ code: "system", errno: String(error.code) });
    throw error;
  } finally {
    await source.close();
  }
}

async function write(archive: Archive, name: string, folder: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const path = join(folder, name);
  try {
    await mkdir(name.endsWith("/") ? path : dirname(path), { recursive: true });
    if (name.endsWith("/")) return;
    const mode = archive.isProgram(name) ? 0o755 : 0o644;
    await pipeline(archive.pieces(name), createWriteStream(path, { flags: "wx", mode }), { signal });
  } catch (error) {
    if (isTaken(error)) throw corrupt(`The entry ${JSON.stringify(name)} is a file and a folder, or is there twice.`);
    throw error;
  }
}

/** Names that an archive tells apart and a file system does not, too. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["EEXIST", "ENOTDIR", "EISDIR"].includes(String(error.code));
