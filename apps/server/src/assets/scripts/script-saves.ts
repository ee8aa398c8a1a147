/** Saves of the editor: each is a commit, made beside its repository and taken in as a push is, so that all that holds for pushes holds for it. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import type { BodyOf, ENDPOINTS } from "@udt/contract";
import type { Actor } from "../../platform/http/caller.ts";
import { newId } from "../../platform/ids.ts";
import { pushOf } from "./push-request.ts";
import { asRefusal, MAIN_BRANCH, ScriptFiles } from "./script-files.ts";
import { isNews, Making } from "./script-making.ts";
import { folderOf, spoolOf } from "./script-places.ts";
import type { ScriptPushes } from "./script-pushes.ts";

type Wish = BodyOf<(typeof ENDPOINTS)["scriptSave"]>;

export class ScriptSaves {
  readonly #blobFolder: string;
  readonly #pushes: ScriptPushes;
  constructor({ blob_folder, pushes }: { blob_folder: string; pushes: ScriptPushes }) {
    this.#blobFolder = blob_folder;
    this.#pushes = pushes;
  }

  /**
   * Puts changed files on top of a branch. What others pushed since the caller read stays, unless it is of the same files:
   * then nothing is saved. To save once more what was saved is to save nothing.
   * @throws UdtError script_branch_not_found, script_commit_not_found, script_file_not_found, script_file_changed,
   * script_path_taken, script_save_refused, script_no_room, script_push_open, script_git_failed
   */
  async save(
    actor: Actor,
    target: { project_id: string; repo_id: string; name: string },
    wish: Wish,
  ): Promise<{ commit_id: string; parent_commit_id: string }> {
    const folder = folderOf(this.#blobFolder, target.repo_id);
    const files = new ScriptFiles(folder);
    const base = await files.known(wish.base_commit_id);
    let saved = { commit_id: "", parent_commit_id: "" };
    const room = spoolOf(this.#blobFolder, newId());
    await mkdir(room, { recursive: true });
    try {
      await this.#pushes.take(actor, target, async (spool) => {
        const parent_commit_id = await files.newest(wish.branch);
        const made = new Making(folder, room);
        const wanted = await made.wanted(files, base, wish.changes);
        saved = { commit_id: parent_commit_id, parent_commit_id };
        if (!(await isNews(files, [base, parent_commit_id], wanted))) return false;
        const commit_id = await made.commit(parent_commit_id, wanted, { user: actor.user, message: wish.message });
        saved = { commit_id, parent_commit_id };
        const pack = await made.pack(parent_commit_id, commit_id);
        const ref = `refs/heads/${wish.branch || MAIN_BRANCH}`;
        await writeFile(spool, pushOf(ref, [parent_commit_id, commit_id], pack), { flag: "wx" });
        return true;
      });
    } catch (error) {
      throw asRefusal(error);
    } finally {
      await rm(room, { recursive: true, force: true });
    }
    return saved;
  }
}
