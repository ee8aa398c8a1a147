/** The files that those of a library name: whoever wrote them may mean harm. */
import { pictureFacts, say } from "@udt/base";
import {
  type Fault,
  fieldOf,
  filesOf,
  LOW_CODE_LIMITS,
  type LowCode,
  type NamedFile,
  PICTURE_LIMITS,
} from "@udt/low-code";
import type { FileHandle } from "node:fs/promises";
import { posix, sep } from "node:path";
import { openInside } from "../open-inside.ts";

/** What tells a PNG and its size. */
const HEAD_BYTES = 33;

/** A file that is named beside another one, relative to the library. */
const besideOf = (file: string, image: string): string => posix.join(posix.dirname(file), image);

const opened = (library: string, path: string): Promise<FileHandle> =>
  openInside(library, path.split(posix.sep).join(sep));

/**
 * What is wrong with the files that a file names, with line and field. Pictures are not decoded: their heads alone are read;
 * nor are scripts.
 */
export async function namedFileFaults(library: string, file: string, lowCode: LowCode): Promise<Fault[]> {
  const faults: Fault[] = [];
  const looked = new Map<string, Promise<NamedFault | undefined>>();
  for (const { kind, path, name } of filesOf(lowCode.file)) {
    if (faults.length === LOW_CODE_LIMITS.faults_max) break;
    const found =
      looked.get(`${kind} ${name}`) ?? faultOf(library, kind, kind === "image" ? besideOf(file, name) : name);
    looked.set(`${kind} ${name}`, found);
    const fault = await found;
    if (!fault) continue;
    const line = lowCode.lineOf(path);
    faults.push({ said: fault({ line, field: fieldOf(path), path: name }), line });
  }
  return faults.toSorted((a, b) => a.line - b.line);
}

type NamedFault = (where: { line: number; field: string; path: string }) => Fault["said"];

async function faultOf(library: string, kind: NamedFile["kind"], path: string): Promise<NamedFault | undefined> {
  const handle = await opened(library, path).catch(() => undefined);
  if (!handle) return (where) => say("low_code_no_file", where);
  try {
    if (kind === "script") return undefined;
    const { bytes_max, side_min, side_max } = PICTURE_LIMITS;
    if ((await handle.stat()).size > bytes_max)
      return (where) => say("low_code_picture_large", { ...where, megabytes: bytes_max / 1024 ** 2 });
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    const facts = pictureFacts(head.subarray(0, bytesRead));
    if (facts?.content_type !== "image/png") return (where) => say("low_code_picture_unread", where);
    const { width, height } = facts;
    if (Math.min(width, height) < side_min || Math.max(width, height) > side_max)
      return (where) => say("low_code_picture_sides", { ...where, width, height, least: side_min, most: side_max });
    return undefined;
  } catch {
    return (where) => say("low_code_no_file", where);
  } finally {
    await handle.close();
  }
}

/** A picture that was judged before, whole. Rejects where it is not there any more, or is another by now. */
export async function readPicture(library: string, file: string, image: string): Promise<Buffer> {
  const handle = await opened(library, besideOf(file, image));
  try {
    const { size } = await handle.stat();
    const bytes = Buffer.alloc(Math.min(size, PICTURE_LIMITS.bytes_max));
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
    const facts = pictureFacts(bytes.subarray(0, bytesRead));
    if (bytesRead < size || !facts || Math.max(facts.width, facts.height) > PICTURE_LIMITS.side_max)
      throw new Error("is no such picture");
    return bytes;
  } finally {
    await handle.close();
  }
}
