import { GrowingFile, type Upload } from "./growing-file.ts";

/** Sends what an agent that was killed left on disk; resolves when that is under way. */
export async function sendLeftovers(line: Pick<Upload, "client" | "spool" | "log">): Promise<void> {
  for (const leftover of await line.spool.leftovers()) await GrowingFile.resume(line, leftover);
}
