/** The files of a script repository as an agent unpacks them: those of a commit, with changes on top that nobody has saved. */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { LIMITS, UdtError, type ScriptRepository } from "@udt/contract";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import { askGit, endGit, GitFailure, startGit, type GitCall } from "../../platform/git.ts";
import { newId } from "../../platform/ids.ts";
import { isNews, makeBeside, newPaths, type Change } from "./script-making.ts";

const TIMEOUT_MS = 60_000;
/** A run has all files, also those that a repository leaves out of what it hands to others. */
const WHOLE = "* -export-ignore -export-subst\n";

/** A gzipped tar that nobody owns: whoever asked for it takes it away again. */
export interface ScriptArchive {
  blob_key: string;
  sha256: string;
  size_bytes: number;
}

export class ScriptArchives {
  readonly #needs: { blob_folder: string; blobs: Blobs; loose: LooseBlobs };
  constructor(needs: { blob_folder: string; blobs: Blobs; loose: LooseBlobs }) {
    this.#needs = needs;
  }

  /**
   * Packs what a commit has with these changes. The repository stays as it is.
   * @throws UdtError script_commit_not_found, script_file_not_found, script_path_taken, script_git_failed, trial_too_large,
   * trial_no_cases: there is no such file then
   */
  async make(
    repository: Pick<ScriptRepository, "repo_id" | "outside">,
    { commit_id, changes, file }: { commit_id: string; changes: readonly Change[]; file: string },
  ): Promise<ScriptArchive> {
    return makeBeside(this.#needs.blob_folder, repository, async (made, files) => {
      const base = await files.known(commit_id);
      const wanted = await made.wanted(files, base, changes);
      await isNews(files, [base, base], wanted, { isNew: newPaths(changes) });
      const entry = wanted.has(file) ? wanted.get(file) : (await files.entriesAt(base, [file])).get(file);
      if (!entry?.mode.startsWith("100")) throw new UdtError("trial_no_cases", { path: file });
      return this.#pack(await made.tree(base, wanted), made.call, made.room);
    });
  }

  /** Undefined once it was taken away. */
  open(blob_key: string): Promise<{ size_bytes: number; stream: Readable } | undefined> {
    return this.#needs.blobs.get(blob_key);
  }

  delete(blob_key: string): Promise<void> {
    return this.#needs.loose.delete([blob_key]);
  }

  async #pack(tree: string, call: GitCall, room: string): Promise<ScriptArchive> {
    const { blobs, loose } = this.#needs;
    const limit_bytes = LIMITS.snapshot_max_bytes;
    const folder = join(room, "attributes.git");
    await askGit(["init", "--quiet", "--bare", "--template=", folder], {});
    await mkdir(join(folder, "info"), { recursive: true });
    await writeFile(join(folder, "info", "attributes"), WHOLE);
    const blob_key = `trials/${newId()}.tar.gz`;
    // Noted before it is there: what a server leaves that is killed goes by itself.
    await loose.note([blob_key]);
    const { child, exited } = startGit(["archive", "--format=tar.gz", tree], {
      ...call,
      folder,
      timeoutMs: TIMEOUT_MS,
    });
    // Read from the beginning: Node throws away what a process wrote that ends before anybody reads.
    const written = child.stdout.pipe(new PassThrough());
    const hash = createHash("sha256");
    const hashed = async function* () {
      for await (const piece of written as AsyncIterable<Buffer>) {
        hash.update(piece);
        yield piece;
      }
      const { code, said } = await exited;
      if (code !== 0) throw new GitFailure(said || `git ended with ${code}`);
    };
    try {
      const size_bytes = await blobs.put(blob_key, Readable.from(hashed()), limit_bytes);
      return { blob_key, sha256: hash.digest("hex"), size_bytes };
    } catch (error) {
      await endGit(child);
      await loose.delete([blob_key]);
      if (error instanceof UdtError && error.code === "body_too_large")
        throw new UdtError("trial_too_large", { limit_bytes }, { cause: error });
      throw error;
    }
  }
}
