import { say } from "@udt/base";
import {
  casesOf,
  casesOfLines,
  type Fault,
  isLowCode,
  type Lines,
  LOW_CODE_LIMITS,
  type LowCode,
  type OneCase,
  readLowCode,
} from "@udt/low-code";
import { keyOf } from "../node-test/inside/names.mts";
import { openInside } from "../open-inside.ts";
import { namedFileFaults } from "./named-files.ts";

/** A file of steps that can be run. */
export interface StepsFile {
  lowCode: LowCode;
  /** By key, in the file's order. */
  cases: ReadonlyMap<string, OneCase>;
}

/**
 * Reads a file of the library as steps, within this process: the reader runs nothing, is bounded in what it takes, and follows
 * no link out of the library.
 *
 * @param library the library's folder
 * @param file relative to it, with `/`
 * @param lines the lines whose steps alone are wanted; without them, all
 * @returns undefined where it is not of this format
 */
export async function readSteps(
  library: string,
  file: string,
  lines: Lines | null = null,
): Promise<StepsFile | { faults: Fault[] } | undefined> {
  const text = await readText(library, file);
  if (text === undefined) return { faults: [{ said: say("low_code_unread"), line: 1 }] };
  if (!isLowCode(text)) return undefined;
  const lowCode = readLowCode(text);
  if ("faults" in lowCode) return lowCode;
  const faults = await namedFileFaults(library, file, lowCode);
  if (faults.length > 0) return { faults };
  const cases = lines ? casesOfLines(lowCode, lines) : casesOf(lowCode);
  return { lowCode, cases: new Map(cases.map((one) => [keyOf(file, one.label), one])) };
}

/** The file's text, a byte more than is read of it where it is too long; undefined where it cannot be read. */
async function readText(library: string, file: string): Promise<string | undefined> {
  const handle = await openInside(library, file).catch(() => undefined);
  if (!handle) return undefined;
  try {
    const buffer = Buffer.alloc(LOW_CODE_LIMITS.file_bytes_max + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } catch {
    return undefined;
  } finally {
    await handle.close();
  }
}
