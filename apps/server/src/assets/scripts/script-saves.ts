/**
 * What the page changes of a script repository: saves, what is restored, and branches. Each is made beside the repository and taken
 * in as a push is, so that all that holds for pushes holds for it.
 */
import { writeFile } from "node:fs/promises";
import {
  UdtError,
  type BodyOf,
  type ENDPOINTS,
  type QueryOf,
  type ScriptComparison,
  type ScriptRepository,
} from "@udt/contract";
import type { Actor } from "../../platform/http/caller.ts";
import { Turns } from "../../platform/turns.ts";
import type { OutsideMirrors } from "./outside-mirrors.service.ts";
import { NOTHING, pushOutside, type Update } from "./outside-pushes.ts";
import { pushOf } from "./push-request.ts";
import { compare } from "./script-compare.ts";
import type { ScriptFiles } from "./script-files.ts";
import { isNews, makeBeside, newPaths, type Making, type Wanted } from "./script-making.ts";
import type { ScriptPushes } from "./script-pushes.ts";
import { restored } from "./script-restoring.ts";

interface Saved {
  commit_id: string;
  parent_commit_id: string;
}
/** A commit to be made, on top of a branch as it is by then. */
interface Wish {
  branch: string;
  /** Made for it, at the base; empty: none. */
  new_branch?: string;
  base_commit_id: string;
  message: string;
}

/** Previews of one server at once, and those of one person that wait: each asks git for many files. */
const PREVIEWS = { at_once: 2, waiting_each: 4 };

export class ScriptSaves {
  readonly #blobFolder: string;
  readonly #pushes: ScriptPushes;
  readonly #mirrors: OutsideMirrors;
  readonly #previews = new Turns(PREVIEWS, () => new UdtError("reading_busy"));
  constructor({
    blob_folder,
    pushes,
    mirrors,
  }: {
    blob_folder: string;
    pushes: ScriptPushes;
    mirrors: OutsideMirrors;
  }) {
    this.#blobFolder = blob_folder;
    this.#mirrors = mirrors;
    this.#pushes = pushes;
  }

  /**
   * Puts changed files on top of a branch. What others pushed since the caller read stays, unless it is of the same files:
   * then nothing is saved. To save once more what was saved is to save nothing.
   * @throws UdtError script_branch_not_found, script_branch_exists, script_commit_not_found, script_file_not_found,
   * script_file_changed, script_path_taken, script_save_refused, script_no_room, script_push_open, script_git_failed
   */
  save(actor: Actor, target: ScriptRepository, wish: BodyOf<(typeof ENDPOINTS)["scriptSave"]>): Promise<Saved> {
    const isNew = newPaths(wish.changes);
    return this.#put(actor, target, wish, async (made, files, range) => {
      const wanted = await made.wanted(files, range[0], wish.changes);
      return (await isNews(files, range, wanted, { isNew })) ? wanted : undefined;
    });
  }

  /**
   * What would become of a branch's newest files. Who goes away is left out.
   * @throws UdtError script_branch_not_found, script_commit_not_found, script_file_not_found, script_restore_conflict,
   * script_restore_limit, script_undo_limit, script_restore_name, reading_busy, script_git_failed
   */
  preview(
    asker: string,
    target: ScriptRepository,
    { branch, ...wish }: Omit<QueryOf<(typeof ENDPOINTS)["scriptRestorePreview"]>, "project">,
    signal: AbortSignal,
  ): Promise<ScriptComparison & { base_commit_id: string }> {
    return this.#previews.during(asker, async () => {
      signal.throwIfAborted();
      return makeBeside(this.#blobFolder, target, async (made, files) => {
        const base_commit_id = await files.newest(branch || target.default_branch);
        const tree = await made.tree(base_commit_id, await restored(made, files, base_commit_id, wish));
        return { base_commit_id, ...(await compare(made.call, [base_commit_id, tree], "")) };
      });
    });
  }

  /**
   * Does what was shown for the commit that the caller saw, on top of what others pushed since; where that is of the same files,
   * nothing is done.
   * @throws UdtError those of the preview and of {@link save}
   */
  restore(actor: Actor, target: ScriptRepository, wish: BodyOf<(typeof ENDPOINTS)["scriptRestore"]>): Promise<Saved> {
    const isAll = wish.what === "version" && wish.path === "";
    return this.#put(actor, target, wish, async (made, files, range) => {
      const wanted = await restored(made, files, range[0], wish);
      // Links and submodules were shown as well; a folder goes with all that is in it, or stays.
      const isTaken = ({ type }: { type: string }) => type === "tree" && !isAll;
      return (await isNews(files, range, wanted, { isTaken })) ? wanted : undefined;
    });
  }

  /**
   * Makes a branch that begins at a commit.
   * @throws UdtError script_commit_not_found, script_branch_exists, and those of a push
   */
  async makeBranch(
    actor: Actor,
    target: ScriptRepository,
    { name, commit_id }: { name: string; commit_id: string },
  ): Promise<{ name: string; commit_id: string }> {
    await makeBeside(this.#blobFolder, target, (made, files) =>
      this.#take(actor, target, made, async () => {
        await files.known(commit_id);
        await free(files, name);
        return { branch: name, from: NOTHING, to: commit_id, pack: await made.pack(commit_id, commit_id) };
      }),
    );
    return { name, commit_id };
  }

  /**
   * Deletes a branch that is as the caller saw it.
   * @throws UdtError script_branch_not_found, script_branch_main, script_branch_moved, and those of a push
   */
  async deleteBranch(
    actor: Actor,
    target: ScriptRepository,
    { branch, commit_id }: { branch: string; commit_id: string },
  ): Promise<void> {
    if (branch === target.default_branch) throw new UdtError("script_branch_main", { branch });
    await makeBeside(this.#blobFolder, target, (made, files) =>
      this.#take(actor, target, made, async () => {
        const newest = await files.newest(branch);
        if (newest !== commit_id) throw new UdtError("script_branch_moved", { branch, commit_id: newest });
        return { branch, from: newest, to: NOTHING, pack: Buffer.alloc(0) };
      }),
    );
  }

  /** @param want What is to be at which path, given what the caller read and what the branch has; undefined where that is so already. */
  async #put(
    actor: Actor,
    target: ScriptRepository,
    { branch: named, new_branch = "", base_commit_id, message }: Wish,
    want: (made: Making, files: ScriptFiles, range: readonly [string, string]) => Promise<Wanted | undefined>,
  ): Promise<Saved> {
    const branch = named || target.default_branch;
    let saved = { commit_id: "", parent_commit_id: "" };
    await makeBeside(this.#blobFolder, target, (made, files) =>
      this.#take(actor, target, made, async () => {
        // As it is by now: what was taken back elsewhere is not brought there again.
        const base = await files.known(base_commit_id);
        if (new_branch !== "") await free(files, new_branch);
        const parent_commit_id = new_branch === "" ? await files.newest(branch) : base;
        const wanted = await want(made, files, [base, parent_commit_id]);
        saved = { commit_id: parent_commit_id, parent_commit_id };
        if (!wanted && new_branch === "") return undefined;
        if (wanted) saved.commit_id = await made.commit(parent_commit_id, wanted, { user: actor.user, message });
        const pack = await made.pack(parent_commit_id, saved.commit_id);
        const from = new_branch === "" ? parent_commit_id : NOTHING;
        return { branch: new_branch || branch, from, to: saved.commit_id, pack };
      }),
    );
    return saved;
  }

  /** Takes in what is made of a branch, once its repository has it where somebody else keeps that. */
  #take(actor: Actor, target: ScriptRepository, made: Making, make: () => Promise<Update | undefined>): Promise<void> {
    return this.#pushes.take(actor, target, async (spool) => {
      const update = await (target.outside ? pushOutside(this.#mirrors, target, made.call, make) : make());
      if (!update) return false;
      const { branch, from, to, pack } = update;
      await writeFile(spool, pushOf(`refs/heads/${branch}`, [from, to], pack), { flag: "wx" });
      return true;
    });
  }
}

/** A branch's name is a path to git: none can be where another one is, or below it. @throws UdtError script_branch_exists */
async function free(files: ScriptFiles, name: string): Promise<void> {
  const { branches } = await files.branches();
  const taken = branches.find(
    (one) => one.name === name || one.name.startsWith(`${name}/`) || name.startsWith(`${one.name}/`),
  );
  if (taken) throw new UdtError("script_branch_exists", { branch: taken.name });
}
