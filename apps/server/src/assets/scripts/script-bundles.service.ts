/** Script repositories in a backup: each as git's own file of all that is in it, which is of one moment. */
import { createWriteStream, existsSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { folderKey, folderOf } from "./script-places.ts";
import { allScripts } from "./scripts.repository.ts";
import type { KeptFile } from "../../platform/backup/archive.ts";
import type { Queries } from "../../platform/database/database.ts";
import { askGit } from "../../platform/git.ts";
import { newId } from "../../platform/ids.ts";

const TIMEOUT_MS = 10 * 60_000;
const NAME = /^scripts\/([A-Za-z0-9_-]+)\.bundle$/;

/** The repositories of a moment, each packed once, however many moments are looked at. */
export class ScriptBundles {
  readonly #made = new Map<string, KeptFile>();
  readonly #of: { blob_folder: string; spool: string };
  /** @param of Where the repositories are, and where their files go. */
  constructor(of: { blob_folder: string; spool: string }) {
    this.#of = of;
  }

  /** Packs those that the rows name. Answers which are not there. */
  async add(tx: Queries): Promise<string[]> {
    const lost: string[] = [];
    const rows = await allScripts(tx);
    const named = new Set(rows.map(({ repo_id }) => repo_id));
    for (const repo_id of this.#made.keys()) if (!named.has(repo_id)) this.#made.delete(repo_id);
    for (const { repo_id } of rows) {
      if (this.#made.has(repo_id)) continue;
      const folder = folderOf(this.#of.blob_folder, repo_id);
      const path = join(this.#of.spool, `${repo_id}.bundle`);
      try {
        await askGit(["bundle", "create", "--quiet", path, "--all"], { folder, timeoutMs: TIMEOUT_MS });
      } catch (error) {
        if (existsSync(folder)) throw error;
        lost.push(folderKey(repo_id));
        continue;
      }
      this.#made.set(repo_id, { name: `scripts/${repo_id}.bundle`, path, size_bytes: (await stat(path)).size });
    }
    return lost;
  }

  files = (): KeptFile[] => [...this.#made.values()];
}

/** Makes the repository anew that an entry of a backup holds; false when the entry is none such. */
export async function restoreBundle(
  { blob_folder, data_dir }: { blob_folder: string; data_dir: string },
  { name, bytes }: { name: string; bytes: AsyncIterable<Uint8Array> },
  signal: AbortSignal,
): Promise<boolean> {
  const repo_id = NAME.exec(name)?.[1];
  if (repo_id === undefined) return false;
  const bundle = join(data_dir, `restore.${newId()}.bundle`);
  const folder = folderOf(blob_folder, repo_id);
  try {
    await pipeline(bytes, createWriteStream(bundle, { mode: 0o600 }), { signal });
    await askGit(["init", "--quiet", "--bare", "--template=", "--initial-branch=main", folder], {});
    const settings = [["protocol.file.allow", "always"]] as const;
    await askGit(["fetch", "--quiet", bundle, "+refs/*:refs/*"], { folder, settings, timeoutMs: TIMEOUT_MS });
  } finally {
    await rm(bundle, { force: true });
  }
  return true;
}
