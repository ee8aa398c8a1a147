import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Queries } from "../../platform/database/database.ts";
import { askGit } from "../../platform/git.ts";
import { ScriptFiles } from "./script-files.ts";
import { WRITER_MS } from "./script-writer.ts";
import * as repository from "./scripts.repository.ts";

/** So long git may work on what a writer has for it. */
export const WORK_MS = 10 * 60_000;

/** Packs what has become many small files of a repository, and notes how much it all is. For its only writer. */
export async function careFor(db: Queries, repo_id: string, folder: string): Promise<void> {
  await askGit(["gc", "--auto", "--quiet"], { folder, settings: [["gc.autoDetach", "false"]], timeoutMs: WORK_MS });
  // By which a long history is counted for its pages.
  await askGit(["commit-graph", "write", "--reachable", "--split"], { folder, timeoutMs: WORK_MS });
  await repository.updateScript(db, repo_id, { size_bytes: await new ScriptFiles(folder).size() });
}

/** Locks that a git left whose machine went down; nothing holds one for longer than a writer may take. For its only writer. */
export async function removeLeftLocks(folder: string): Promise<void> {
  const before = Date.now() - WORK_MS - WRITER_MS;
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  for (const name of names.filter((each) => each.endsWith(".lock") || each === "packed-refs.new")) {
    const path = join(folder, name);
    const isLeft = await stat(path).then(
      ({ mtimeMs }) => mtimeMs < before,
      () => false,
    );
    if (isLeft) await rm(path, { force: true });
  }
}
