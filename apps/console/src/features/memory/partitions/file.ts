/** Partition rules as a file. */
import { LIMITS, partitionFile, type PartitionRule } from "@udt/contract";
import { saveContent } from "../../../lib/download/index.ts";

export function exportRules(project: string, rules: readonly PartitionRule[]): void {
  const text = `${JSON.stringify({ rules }, null, 2)}\n`;
  saveContent(new Blob([text], { type: "application/json" }), `partition-rules-${project}.json`);
}

/** What a file has; `at` is the place of the first thing that is wrong with it, empty where all of it is. */
export type Imported = { rules: PartitionRule[] } | { at: string; found: unknown };

export async function importRules(file: File): Promise<Imported> {
  if (file.size > LIMITS.body_size_max_bytes) return { at: "", found: undefined };
  let found: unknown;
  try {
    found = JSON.parse(await file.text());
  } catch {
    return { at: "", found: undefined };
  }
  const parsed = partitionFile.safeParse(found);
  if (parsed.success) return { rules: parsed.data.rules };
  return { at: parsed.error.issues[0]?.path.join(".") ?? "", found };
}
