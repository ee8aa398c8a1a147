import { say } from "@udt/base";
import { checkFile } from "./check.ts";
import type { Fault, Path } from "./fault.ts";
import { faultsOf } from "./issues.ts";
import { LOW_CODE_LIMITS } from "./limits.ts";
import { lowCodeFile, type LowCodeFile } from "./schema.ts";
import { readSource } from "./source.ts";

export interface LowCode {
  file: LowCodeFile;
  /** On which line a field stands, from 1. */
  lineOf(path: Path): number;
  /** The last line of what it says. */
  lastLineOf(path: Path): number;
}

/** Without a name of Node's: the editor reads files, too. */
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** Reads a file of steps. What is wrong is told with line and field, the first 20 faults of it. */
export function readLowCode(text: string): LowCode | { faults: Fault[] } {
  if (bytesOf(text) > LOW_CODE_LIMITS.file_bytes_max) {
    const kilobytes = LOW_CODE_LIMITS.file_bytes_max / 1024;
    return { faults: [{ said: say("low_code_large", { kilobytes }), line: 1 }] };
  }
  const source = readSource(text);
  if ("faults" in source) return source;
  const read = lowCodeFile.safeParse(source.value);
  if (!read.success) return { faults: faultsOf(read.error.issues, source).slice(0, LOW_CODE_LIMITS.faults_max) };
  const faults = checkFile(read.data, source);
  if (faults.length > 0) return { faults };
  return { file: read.data, lineOf: (path) => source.lineOf(path), lastLineOf: (path) => source.lastLineOf(path) };
}
