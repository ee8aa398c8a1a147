import type { Queries } from "../../platform/database/database.ts";
import { askGit } from "../../platform/git.ts";
import { ScriptFiles } from "./script-files.ts";
import * as repository from "./scripts.repository.ts";

const WORK_MS = 10 * 60_000;

/** Packs what has become many small files of a repository, and notes how much it all is. For its only writer. */
export async function careFor(db: Queries, repo_id: string, folder: string): Promise<void> {
  await askGit(["gc", "--auto", "--quiet"], { folder, settings: [["gc.autoDetach", "false"]], timeoutMs: WORK_MS });
  // By which a long history is counted for its pages.
  await askGit(["commit-graph", "write", "--reachable", "--split"], { folder, timeoutMs: WORK_MS });
  await repository.updateScript(db, repo_id, { size_bytes: await new ScriptFiles(folder).size() });
}
