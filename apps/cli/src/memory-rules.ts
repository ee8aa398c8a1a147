/** Partition rules of a file, as the console exports them. */
import { readFile, stat } from "node:fs/promises";
import { LIMITS, partitionFile } from "@udt/contract";
import type { PartitionRule } from "@udt/memory";
import { Misuse } from "./memory-args.ts";

/** @throws Misuse for a file that has none, by the place of what is wrong */
export async function rulesOf(path: string): Promise<PartitionRule[]> {
  let found: unknown;
  try {
    if ((await stat(path)).size > LIMITS.body_size_max_bytes) throw new Error("it is too large");
    found = JSON.parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new Misuse(`${path} has no partition rules: ${(error as Error).message}`);
  }
  const parsed = partitionFile.safeParse(found);
  if (parsed.success) return parsed.data.rules;
  const [issue] = parsed.error.issues;
  throw new Misuse(`${path} has no partition rules: ${issue?.path.join(".")}: ${issue?.message}`);
}
